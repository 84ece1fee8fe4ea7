import type { AutomationStep } from '@cyno/contract';
import { type AutomationRecord, isSwitch, targetOf } from '../definitions/index.ts';
import type { RunRow } from './run-row.ts';

type Turn = Pick<RunRow, 'phase' | 'action' | 'step'>;

/** Whether a run ends what the automation began, or sets it again: that is done however late. */
export const isEnding = (turn: Turn, record: AutomationRecord): boolean =>
  turn.phase !== 'start' || setBefore(turn, record).length > 0;

/** As `isEnding`, without steps that only do again what was done before, such as a second pulse. */
export const isOpposite = (turn: Turn, record: AutomationRecord): boolean =>
  turn.phase !== 'start' || setBefore(turn, record).some(({ before, now }) => before.value !== now.value);

/** What steps before one did to its target. */
function setBefore({ action: now, step }: Turn, { definition }: AutomationRecord) {
  if (now === null || !isSwitch(now)) return [];
  const earlier: AutomationStep[] = [definition.action, ...(definition.next ?? []).slice(0, Math.max(step - 1, 0))];
  return earlier.flatMap((before) => (isSwitch(before) && targetOf(before) === targetOf(now) ? [{ before, now }] : []));
}
