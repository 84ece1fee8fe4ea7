type Value = number | string | null;

/** Messages in columns: `values[v][i]` is what variable v had at `times[i]`. */
export interface MessageColumns {
  readonly times: number[];
  readonly values: Value[][];
}

interface Limits {
  readonly from?: number;
  /** Exclusive. */
  readonly until?: number;
  readonly limit?: number;
}

/** Messages in parts of so many rows. */
export function* pagesOf({ times, values }: MessageColumns, rows: number): Generator<MessageColumns> {
  for (let row = 0; row < times.length; row += rows) {
    const end = row + rows;
    yield { times: times.slice(row, end), values: values.map((column) => column.slice(row, end)) };
  }
}

const joined = (parts: readonly MessageColumns[]): MessageColumns => ({
  times: parts.flatMap(({ times }) => times),
  values: parts[0]?.values.map((_, index) => parts.flatMap((part) => part.values[index] ?? [])) ?? [],
});

/** The first so many messages of several columns within limits, in the order of time. */
export function inOrderOfTime(
  parts: readonly MessageColumns[],
  { from = 0, until = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY }: Limits,
): MessageColumns {
  const filled = parts.filter(({ times }) => times.length > 0);
  const [first] = filled;
  if (!first) return { times: [], values: parts[0]?.values.map(() => []) ?? [] };
  const { times, values } = filled.length === 1 ? first : joined(filled);
  const isSorted = times.every((at, index) => index === 0 || at > Number(times[index - 1]));
  const isWhole = times.length <= limit && times.every((at) => at >= from && at < until);
  if (isSorted && isWhole) return { times, values };
  const rows = [...times.keys()]
    .filter((row) => Number(times[row]) >= from && Number(times[row]) < until)
    .sort((a, b) => Number(times[a]) - Number(times[b]))
    .slice(0, limit);
  return {
    times: rows.map((row) => times[row] ?? 0),
    values: values.map((column) => rows.map((row) => column[row] ?? null)),
  };
}
