import { actionProblem, type BoardAction } from './board-action.ts';
import type { BoardFamily } from './board-family.ts';
import type { OutputMode } from './pins.ts';

/**
 * A timer of a board. `tod` is the second of its local day; `rep` is every day (`e`), the next time only (`o`), or on `days` (`w`,
 * 0 = Sunday).
 */
export interface BoardTimer {
  readonly tod: number;
  readonly rep: 'e' | 'o' | 'w';
  readonly action: BoardAction;
  readonly days: readonly number[];
}

const secondsOfDay = 86_400;
const modes: Record<OutputMode, string> = { digit: 'd', pwm: 'p', DAC: 'a' };

/** Describes why a timer cannot be sent to a board of the family, or null. */
export function timerProblem(family: BoardFamily, { tod, rep, action, days }: BoardTimer): string | null {
  if (!Number.isInteger(tod) || tod < 0 || tod >= secondsOfDay) return 'A timer runs at a second of the day.';
  if (rep === 'w') {
    if (action.kind === 'output') return 'The library of the boards cannot switch outputs on chosen days.';
    const isDay = (day: number) => Number.isInteger(day) && day >= 0 && day <= 6;
    if (days.length === 0) return 'Choose at least one day.';
    if (!days.every(isDay) || new Set(days).size < days.length) return 'Name each day of the week once.';
  }
  return actionProblem(family, action);
}

/** One entry of the `timer` list: `25200:e:g:D1:d:1`. Only what has no problem may be sent. */
export function timerEntry({ tod, rep, action, days }: BoardTimer): string {
  const what =
    action.kind === 'output'
      ? `g:${action.pin}:${modes[action.mode]}:${action.value}`
      : `e:${action.name}::${action.value}`;
  const when = rep === 'w' ? `:${[...days].sort((a, b) => a - b).join('')}` : '';
  return `${tod}:${rep}:${what}${when}`;
}
