import { UnpackableError } from './packing-errors.ts';

/**
 * Messages of a device within one hour, in columns by slot. `times` are ms since the epoch, ascending and each once. A message without a
 * number in a slot has NaN there, one without a text null; no stored number is NaN.
 */
export interface HourColumns {
  readonly times: Float64Array;
  readonly numbers: ReadonlyMap<number, Float64Array>;
  readonly texts: ReadonlyMap<number, readonly (string | null)[]>;
}

/** An hour without messages. */
export const emptyHour: HourColumns = { times: new Float64Array(), numbers: new Map(), texts: new Map() };

/** Messages as the database returns them in columns; the array of a message ends with its last slot. */
export interface MessageRows {
  readonly times: readonly number[];
  readonly numbers: readonly (readonly (number | null)[])[];
  readonly texts: readonly (Readonly<Record<string, string>> | null)[];
}

/** Turns rows into columns. Throws an UnpackableError for what is no finite number. */
export function columnsOfRows({ times, numbers, texts }: MessageRows): HourColumns {
  const ofNumbers = new Map<number, Float64Array>();
  const ofTexts = new Map<number, (string | null)[]>();
  for (const [row, cells] of numbers.entries()) {
    for (const [index, cell] of cells.entries()) {
      if (cell === null) continue;
      if (!Number.isFinite(cell)) throw new UnpackableError(`${cell} is no finite number`);
      const column = ofNumbers.get(index + 1) ?? new Float64Array(times.length).fill(Number.NaN);
      column[row] = cell;
      ofNumbers.set(index + 1, column);
    }
    for (const [slot, text] of Object.entries(texts[row] ?? {})) {
      const column = ofTexts.get(Number(slot)) ?? new Array<string | null>(times.length).fill(null);
      column[row] = text;
      ofTexts.set(Number(slot), column);
    }
  }
  return { times: Float64Array.from(times), numbers: ofNumbers, texts: ofTexts };
}

/** Turns columns into rows; the array of a message is as long as its last slot with a number needs. */
export function rowsOfColumns({ times, numbers, texts }: HourColumns): MessageRows {
  const cells = Array.from(times, (): (number | null)[] => []);
  for (const [slot, column] of [...numbers].sort(([a], [b]) => a - b)) {
    for (const [row, number] of column.entries()) {
      const array = cells[row];
      if (!array || Number.isNaN(number)) continue;
      while (array.length < slot - 1) array.push(null);
      array.push(number);
    }
  }
  const textsBySlot = Array.from(times, (_, row) => {
    const found = [...texts].flatMap(([slot, column]) => (column[row] == null ? [] : [[slot, column[row]]]));
    return found.length === 0 ? null : (Object.fromEntries(found) as Record<string, string>);
  });
  return { times: [...times], numbers: cells, texts: textsBySlot };
}

/** The same without the values of some slots before an instant, and without messages that hold nothing else. */
export function withoutValues(
  { times, numbers, texts }: HourColumns,
  slots: readonly number[],
  before: number,
): HourColumns {
  const newNumbers = new Map(numbers);
  const newTexts = new Map(texts);
  const isBefore = (row: number) => Number(times[row]) < before;
  for (const slot of slots) {
    const ofNumbers = numbers.get(slot)?.map((number, row) => (isBefore(row) ? Number.NaN : number));
    if (ofNumbers) newNumbers.set(slot, ofNumbers);
    const ofTexts = texts.get(slot)?.map((text, row) => (isBefore(row) ? null : text));
    if (ofTexts) newTexts.set(slot, ofTexts);
  }
  const isEmpty = (row: number) =>
    newNumbers.values().every((column) => Number.isNaN(column[row])) &&
    newTexts.values().every((column) => column[row] === null);
  const hadValue = (row: number) =>
    slots.some(
      (slot) => !Number.isNaN(numbers.get(slot)?.[row] ?? Number.NaN) || (texts.get(slot)?.[row] ?? null) !== null,
    );
  // A message that never had a value stays.
  const isStored = Array.from(times, (_, row) => !(hadValue(row) && isEmpty(row)));
  return {
    times: times.filter((_, row) => isStored[row]),
    numbers: new Map(
      [...newNumbers]
        .map(([of, column]) => [of, column.filter((_, row) => isStored[row])] as const)
        .filter(([, column]) => column.some((number) => !Number.isNaN(number))),
    ),
    texts: new Map(
      [...newTexts]
        .map(([of, column]) => [of, column.filter((_, row) => isStored[row])] as const)
        .filter(([, column]) => column.some((text) => text !== null)),
    ),
  };
}

/** Whether two hours hold the same, to the last bit. */
export function areSame(one: HourColumns, other: HourColumns): boolean {
  const sameNumbers = (a: Float64Array, b: Float64Array | undefined) =>
    b !== undefined && a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
  const sameTexts = (a: readonly (string | null)[], b: readonly (string | null)[] | undefined) =>
    b !== undefined && a.length === b.length && a.every((value, index) => value === b[index]);
  return (
    sameNumbers(one.times, other.times) &&
    one.numbers.size === other.numbers.size &&
    one.texts.size === other.texts.size &&
    [...one.numbers].every(([slot, column]) => sameNumbers(column, other.numbers.get(slot))) &&
    [...one.texts].every(([slot, column]) => sameTexts(column, other.texts.get(slot)))
  );
}
