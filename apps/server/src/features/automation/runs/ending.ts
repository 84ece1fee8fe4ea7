import type { AutomationRun, AutomationStep, SwitchAction } from '@cyno/contract';
import { type AutomationRecord, isSwitch, targetOf, withValue } from '../definitions/index.ts';
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

/** What the target becomes in a phase; undefined: the value of the action itself. */
export function valueIn({ definition }: AutomationRecord, phase: AutomationRun['phase']): number | string | undefined {
  if (definition.kind === 'timer' || phase === 'start') return undefined;
  return (phase === 'back' ? definition.back : definition.limit?.value) ?? undefined;
}

/** An action as it is sent; `value`: in the place of its own. */
export const asSet = (action: SwitchAction, value: number | string | undefined): SwitchAction =>
  value === undefined ? action : withValue(action, value);
