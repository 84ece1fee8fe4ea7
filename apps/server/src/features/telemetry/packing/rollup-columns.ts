import type { HourColumns } from './hour-columns.ts';
import { UnpackableError } from './packing-errors.ts';

/** What a rollup has of each slot, in the order of its columns. */
export const rollupFigures = ['counts', 'mins', 'maxs', 'sums', 'lasts'] as const;
type Figure = (typeof rollupFigures)[number];
/** A slot has so many columns, some of which are left free. */
const columnsPerSlot = 8;

/** The column that a packed hour has for a figure of a slot; texts stand at that of `counts`. */
export const rollupColumn = (slot: number, figure: Figure): number =>
  slot * columnsPerSlot + rollupFigures.indexOf(figure);

/** Rollups as the database returns them, `times` are the starts of their buckets. */
export type RollupRows = Readonly<Record<Figure, readonly (readonly (number | null)[])[]>> & {
  readonly times: readonly number[];
  readonly texts: readonly (Readonly<Record<string, string>> | null)[];
};

/** Turns rollups into columns that can be packed. Throws an UnpackableError for what is no finite number. */
export function columnsOfRollups(rows: RollupRows): HourColumns {
  const { times } = rows;
  const numbers = new Map<number, Float64Array>();
  const texts = new Map<number, (string | null)[]>();
  for (const [row, counts] of rows.counts.entries()) {
    for (const [index, count] of counts.entries()) {
      if (!count) continue;
      for (const figure of rollupFigures) {
        const number = rows[figure][row]?.[index];
        if (!Number.isFinite(number)) throw new UnpackableError(`A rollup has ${number}, which is no finite number`);
        const at = rollupColumn(index + 1, figure);
        const column = numbers.get(at) ?? new Float64Array(times.length).fill(Number.NaN);
        column[row] = number ?? Number.NaN;
        numbers.set(at, column);
      }
    }
    for (const [slot, text] of Object.entries(rows.texts[row] ?? {})) {
      const at = rollupColumn(Number(slot), 'counts');
      const column = texts.get(at) ?? new Array<string | null>(times.length).fill(null);
      column[row] = text;
      texts.set(at, column);
    }
  }
  return { times: Float64Array.from(times), numbers, texts };
}

/** The rollups of messages, each as wide as `widthMs`. */
export function rollupsOfMessages({ times, numbers, texts }: HourColumns, widthMs: number): HourColumns {
  const bucketOf = (at: number) => at - (at % widthMs);
  const starts = [...new Set(Array.from(times, bucketOf))];
  const places = new Map(starts.map((start, place) => [start, place]));
  const placeOf = Array.from(times, (at) => places.get(bucketOf(at)) ?? 0);
  const empty = () => new Float64Array(starts.length).fill(Number.NaN);
  const rolled = new Map<number, Float64Array>();
  for (const [slot, column] of numbers) {
    const figures = { counts: empty(), mins: empty(), maxs: empty(), sums: empty(), lasts: empty() };
    for (const [row, number] of column.entries()) {
      if (Number.isNaN(number)) continue;
      const place = placeOf[row] ?? 0;
      const isFirst = Number.isNaN(figures.counts[place]);
      const before = (figure: Figure) => (isFirst ? number : (figures[figure][place] ?? 0));
      figures.mins[place] = Math.min(before('mins'), number);
      figures.maxs[place] = Math.max(before('maxs'), number);
      figures.sums[place] = isFirst ? number : before('sums') + number;
      figures.counts[place] = isFirst ? 1 : before('counts') + 1;
      figures.lasts[place] = number;
    }
    for (const figure of rollupFigures) rolled.set(rollupColumn(slot, figure), figures[figure]);
  }
  const newest = new Map<number, (string | null)[]>();
  for (const [slot, column] of texts) {
    const last = new Array<string | null>(starts.length).fill(null);
    for (const [row, text] of column.entries()) if (text !== null) last[placeOf[row] ?? 0] = text;
    newest.set(rollupColumn(slot, 'counts'), last);
  }
  return { times: Float64Array.from(starts), numbers: rolled, texts: newest };
}

/** Turns columns back into rollups; the arrays of a bucket are as long as its last slot needs. */
export function rollupsOfColumns({ times, numbers, texts }: HourColumns): RollupRows {
  const rows = Array.from(
    times,
    (): Record<Figure, (number | null)[]> => ({ counts: [], mins: [], maxs: [], sums: [], lasts: [] }),
  );
  const slots = [...new Set([...numbers.keys()].map((column) => Math.floor(column / columnsPerSlot)))].sort(
    (a, b) => a - b,
  );
  for (const [row, figures] of rows.entries()) {
    for (const slot of slots) {
      const count = numbers.get(rollupColumn(slot, 'counts'))?.[row] ?? Number.NaN;
      if (Number.isNaN(count)) continue;
      for (const figure of rollupFigures) {
        while (figures[figure].length < slot - 1) figures[figure].push(figure === 'counts' ? 0 : null);
        figures[figure].push(numbers.get(rollupColumn(slot, figure))?.[row] ?? null);
      }
    }
  }
  const textsBySlot = Array.from(times, (_, row) => {
    const found = [...texts].flatMap(([column, cells]) =>
      cells[row] == null ? [] : [[Math.floor(column / columnsPerSlot), cells[row]]],
    );
    return found.length === 0 ? null : (Object.fromEntries(found) as Record<string, string>);
  });
  const of = (figure: Figure) => rows.map((row) => row[figure]);
  return {
    times: [...times],
    counts: of('counts'),
    mins: of('mins'),
    maxs: of('maxs'),
    sums: of('sums'),
    lasts: of('lasts'),
    texts: textsBySlot,
  };
}
