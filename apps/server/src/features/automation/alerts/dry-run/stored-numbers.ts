import type { AlertCondition } from '@cyno/contract';
import type { StoredExtremes } from '../../../telemetry/history/index.ts';

/** What is stored of a variable as instants and values, oldest first; of the extremes of a span those that matter to the condition. */
export function* numbersOf(
  condition: AlertCondition,
  { times, lows, highs, widthMs }: StoredExtremes,
): Generator<readonly [at: number, value: number]> {
  const side = sideOf(condition);
  for (const [row, at] of times.entries()) {
    const [low, high] = [lows[row], highs[row]];
    if (low == null || high == null) continue;
    if (widthMs === 0 || side === 'high') yield [at, high];
    else if (side === 'low') yield [at, low];
    else if (side === 'middle') yield [at, (low + high) / 2];
    else {
      yield [at - widthMs / 2, low];
      yield [at, high];
    }
  }
}

type Side = 'low' | 'high' | 'both' | 'middle';

function sideOf(condition: AlertCondition): Side {
  switch (condition.kind) {
    case 'limit':
      return condition.comparison === '>' ? 'high' : 'low';
    case 'forecast':
      return 'middle';
    default:
      return 'both';
  }
}

const sideTexts: Record<Side, string> = {
  low: 'lowest value',
  high: 'highest value',
  both: 'lowest and the highest value',
  middle: 'middle between the lowest and the highest value',
};

/** `highest value` */
export const sideText = (condition: AlertCondition): string => sideTexts[sideOf(condition)];
