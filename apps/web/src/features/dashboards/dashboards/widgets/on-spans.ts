import type { HistoryResponse, TelemetryValue } from '@cyno/contract';

export type OnSpan = { from: number; to: number };

/** A value as a number, on and off as 1 and 0; null for texts and for none. */
export function numberOf(value: TelemetryValue | null): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : null;
}

/**
 * When a variable was at `limit` or above, in ms since the epoch. A value holds until the next one, a bucket counts when any of its
 * values did; while the board was away nothing is known, so that ends a span.
 */
export function onSpans(
  { times, series, to, bucketMs, offline }: HistoryResponse,
  key: string,
  limit: number,
): OnSpan[] {
  const { value = [], max = null } = series[key] ?? {};
  const highest = max ?? value;
  const spans: OnSpan[] = [];
  for (const [index, from] of times.entries()) {
    const at = highest[index];
    if (typeof at !== 'number' || at < limit) continue;
    const next = times.slice(index + 1).find((_time, later) => typeof value[index + 1 + later] === 'number') ?? to;
    const away = offline.find((gap) => gap.from >= from && gap.from < next);
    const end = Math.min(away?.from ?? next, bucketMs === null ? to : from + bucketMs, to);
    const last = spans.at(-1);
    if (last && last.to >= from) last.to = Math.max(last.to, end);
    else if (end > from) spans.push({ from, to: end });
  }
  return spans;
}
