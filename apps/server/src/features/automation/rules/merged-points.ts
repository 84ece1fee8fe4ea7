import type { StoredPoints } from '../../telemetry/history/index.ts';

/** Points of one device, and which conditions read each of its columns. */
export interface PointSource {
  readonly espid: string;
  readonly points: AsyncGenerator<StoredPoints>;
  readonly conditions: readonly (readonly number[])[];
}

/** Hears of every value of a condition's variable, in the order of their instants. */
export type PointListener = (point: {
  at: number;
  espid: string;
  values: readonly (readonly [condition: number, value: number | string])[];
}) => void;

interface Reader {
  readonly source: PointSource;
  batch: StoredPoints | undefined;
  row: number;
}

/**
 * Walks through the points of several devices as if they came now, and holds one batch of each. Returns whether there were averages
 * among them. `tick` is awaited between batches.
 */
export async function walkPoints(
  sources: readonly PointSource[],
  listener: PointListener,
  tick: () => void,
): Promise<{ averaged: boolean }> {
  let averaged = false;
  const fill = async (reader: Reader) => {
    const { value } = await reader.source.points.next();
    reader.batch = value ?? undefined;
    reader.row = 0;
    averaged ||= reader.batch?.averaged ?? false;
  };
  const readers = sources.map((source): Reader => ({ source, batch: undefined, row: 0 }));
  try {
    await Promise.all(readers.map(fill));
    for (let open = readers.filter(hasRows); open.length > 0; open = open.filter(hasRows)) {
      walkBatches(open, listener);
      tick();
      await Promise.all(open.filter(isRead).map(fill));
    }
  } finally {
    await Promise.all(sources.map(({ points }) => points.return(undefined)));
  }
  return { averaged };
}

const hasRows = ({ batch, row }: Reader): boolean => batch !== undefined && row < batch.times.length;
const isRead = (reader: Reader): boolean => !hasRows(reader);

/** Until the rows of one of them are used up. */
function walkBatches(readers: readonly Reader[], listener: PointListener): void {
  while (readers.every(hasRows)) {
    let [first] = readers;
    for (const reader of readers) if (first && timeOf(reader) < timeOf(first)) first = reader;
    if (!first?.batch) return;
    const { batch, row, source } = first;
    const values: [number, number | string][] = [];
    for (const [column, conditions] of source.conditions.entries()) {
      const value = batch.values[column]?.[row] ?? null;
      if (value !== null) for (const condition of conditions) values.push([condition, value]);
    }
    if (values.length > 0) listener({ at: timeOf(first), espid: source.espid, values });
    first.row += 1;
  }
}

const timeOf = ({ batch, row }: Reader): number => batch?.times[row] ?? Number.POSITIVE_INFINITY;
