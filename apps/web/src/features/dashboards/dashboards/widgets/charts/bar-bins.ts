import type { WidgetContent } from '@cyno/contract';
import type { HistoryPoint } from './history-points.ts';
import { weekTime } from './zone-time.ts';

type BarsContent = Extract<WidgetContent, { type: 'bars' }>;
type Binning = Pick<BarsContent, 'by' | 'figure'> & { from: number; to: number; timeZone?: string };
/** One hour or day, from `at` on; null: nothing came in it. */
export type Bin = { at: number; value: number | null };

const hourMs = 3_600_000;

/** One figure for each hour or day of a range, in the order of time. */
export function binsOf(points: readonly HistoryPoint[], { by, figure, from, to, timeZone }: Binning): Bin[] {
  const nameOf = (at: number) => {
    const { day, hour } = weekTime(at, timeZone);
    return by === 'day' ? day : `${day} ${hour}`;
  };
  const starts = new Map<string, number>();
  // The hour that has just begun is part of it too.
  for (let at = from; at < to + hourMs; at += hourMs) {
    const inside = Math.min(at, to - 1);
    if (!starts.has(nameOf(inside))) starts.set(nameOf(inside), inside);
  }
  // What had begun before the range is not whole in it.
  if (starts.size > 1 && nameOf(from - 1) === nameOf(from)) starts.delete(nameOf(from));
  const rises = figure === 'rise' ? risesOf(points) : [];
  const parts = new Map<string, { point: HistoryPoint; rise: number }[]>();
  for (const [index, point] of points.entries()) {
    const name = nameOf(point.at);
    parts.set(name, [...(parts.get(name) ?? []), { point, rise: rises[index] ?? 0 }]);
  }
  return [...starts].map(([name, at]) => {
    const inside = parts.get(name);
    return { at, value: inside ? figureOf(figure, inside) : null };
  });
}

function figureOf(figure: BarsContent['figure'], parts: readonly { point: HistoryPoint; rise: number }[]): number {
  const sum = (of: (part: { point: HistoryPoint; rise: number }) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  switch (figure) {
    case 'average':
      return sum(({ point }) => point.value) / parts.length;
    case 'lowest':
      return parts.reduce((low, { point }) => Math.min(low, point.low), Number.POSITIVE_INFINITY);
    case 'highest':
      return parts.reduce((high, { point }) => Math.max(high, point.high), Number.NEGATIVE_INFINITY);
    case 'rise':
      return Math.max(
        0,
        sum(({ rise }) => rise),
      );
    case 'total':
      return sum(({ point }) => (point.value * point.forMs) / hourMs);
  }
}

/**
 * By how much a counter rose to each point. One that falls below nine tenths of what it was has restarted at zero; a smaller fall, as of
 * noise or a new calibration, is taken off.
 */
function risesOf(points: readonly HistoryPoint[]): number[] {
  return points.map(({ low, high }, index) => {
    const before = points[index - 1]?.high;
    if (before === undefined) return high - low;
    return high < before && low < 0.9 * before ? high : high - before;
  });
}
