import type { HistoryResponse } from '@cyno/contract';
import { pointsOf } from './history-points.ts';

const directions = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');
const sectors = directions.length;
const sectorDegrees = 360 / sectors;

/** From 0 up to 360. */
export const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;
const sectorOf = (degrees: number) => Math.round(turned(degrees) / sectorDegrees) % sectors;

/** The point of the compass next to a direction: `NNE`. */
export const compassPoint = (degrees: number): string => directions[sectorOf(degrees)] ?? 'N';

/** How much of the known time, from 0 to 1, came from a point of the compass, and the mean speed then. */
export type RoseSector = { point: string; degrees: number; share: number; speed: number | null };

/** The shares of all sixteen points of the compass; empty when nothing is known. */
export function windRose(
  history: HistoryResponse | undefined,
  [direction = '', speed]: readonly string[],
): RoseSector[] {
  const points = pointsOf(history, direction);
  const speeds = new Map(pointsOf(history, speed ?? '').map(({ at, value }) => [at, value]));
  const sums = directions.map(() => ({ weight: 0, speed: 0, count: 0 }));
  for (const { at, value, forMs } of points) {
    const sum = sums[sectorOf(value)];
    if (!sum) continue;
    sum.weight += Math.max(1, forMs);
    const own = speeds.get(at);
    if (own === undefined) continue;
    sum.speed += own;
    sum.count += 1;
  }
  const total = sums.reduce((all, { weight }) => all + weight, 0);
  if (total === 0) return [];
  return sums.map(({ weight, speed: sum, count }, index) => ({
    point: directions[index] ?? '',
    degrees: index * sectorDegrees,
    share: weight / total,
    speed: count === 0 ? null : sum / count,
  }));
}
