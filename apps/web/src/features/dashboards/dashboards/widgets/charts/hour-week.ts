import type { HistoryPoint } from './history-points.ts';
import { weekTime } from './zone-time.ts';

/** The mean of each hour of each weekday, `[weekday][hour]`, Sunday first; null: nothing came in it. */
export type HourWeek = (number | null)[][];

/** Averages by hour and weekday. */
export function hourWeek(points: readonly HistoryPoint[], timeZone?: string): HourWeek {
  const cells = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => ({ sum: 0, count: 0 })));
  for (const { at, value } of points) {
    const { weekday, hour } = weekTime(at, timeZone);
    const cell = cells[weekday]?.[hour];
    if (!cell) continue;
    cell.sum += value;
    cell.count += 1;
  }
  return cells.map((row) => row.map(({ sum, count }) => (count === 0 ? null : sum / count)));
}
