import type { Automation } from '@cyno/contract';
import { clockText } from '../definitions/index.ts';

/** Whether a timer that runs once has had its time, in the device's time zone: it switched itself off then. */
export function isDone({ definition, lastRun }: Automation, timeZone: string): boolean {
  if (definition.kind !== 'timer' || definition.repeat.type !== 'once' || lastRun === null) return false;
  const { at, repeat } = definition;
  const planned = at.type === 'time' ? `${repeat.date} ${clockText(at.secondOfDay)}` : repeat.date;
  // `sv-SE` writes an instant as `YYYY-MM-DD hh:mm:ss`.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(lastRun.dueAt) >= planned;
}
