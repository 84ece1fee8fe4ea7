import type { MaintenanceRequest, MaintenanceWindow } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatClock, formatDate, formatDateTime } from '../../../../lib/format/format.ts';
import { instantOf, type LocalParts, localPartsOf } from '../../../../ui/fields/local-instant.ts';

const hourMs = 3_600_000;
const lastMinute = 24 * 3600 - 60;

export type MaintenanceLength = 'hour' | 'hours' | 'today' | 'until' | 'planned';

/** What is typed about when a maintenance is. */
export interface MaintenanceTimes {
  readonly length: MaintenanceLength;
  readonly from: LocalParts;
  readonly until: LocalParts;
  readonly weekly: boolean;
}

/** An hour from now on, and for what is planned the next full hour. */
export function newTimes(now: number, timeZone?: string): MaintenanceTimes {
  const from = Math.ceil((now + 1) / hourMs) * hourMs;
  return {
    length: 'hour',
    from: localPartsOf(from, timeZone),
    until: localPartsOf(from + 2 * hourMs, timeZone),
    weekly: false,
  };
}

/** When a maintenance is, as the server is requested; a sentence when it cannot be. */
export function timesOf(
  { length, from, until, weekly }: MaintenanceTimes,
  now: number,
  timeZone?: string,
): Omit<MaintenanceRequest, 'scope'> | string {
  const today = { day: localPartsOf(now, timeZone).day, second: lastMinute };
  const ends = {
    hour: now + hourMs,
    hours: now + 4 * hourMs,
    today: (instantOf(today, timeZone) ?? now) + 60_000,
    until: instantOf(until, timeZone),
    planned: instantOf(until, timeZone),
  };
  const end = ends[length];
  const begin = length === 'planned' ? instantOf(from, timeZone) : null;
  if (end === null || (length === 'planned' && begin === null)) return t`Enter the days and the times.`;
  if (end <= (begin ?? now)) return t`The end must be after the start.`;
  if (end <= now) return t`Choose an end in the future.`;
  return { from: begin, until: end, weekly: length === 'planned' && weekly };
}

/** An instant, as short as it stays clear: `18:00` today, else `11/20/26 18:00`. */
export const untilText = (at: number, now: number): string =>
  formatDate(at) === formatDate(now) ? formatClock(at) : formatDateTime(at);

/** `Until 18:00`, or `11/20/26 18:00 to 20:00`, and whether it repeats. */
export function windowText({ from, until, weekly, running }: MaintenanceWindow, now: number): string {
  if (running) {
    const time = untilText(until, now);
    return weekly ? t`Until ${time}, every week` : t`Until ${time}`;
  }
  const begin = formatDateTime(from);
  const end = formatDate(from) === formatDate(until) ? formatClock(until) : formatDateTime(until);
  return weekly ? t`${begin} to ${end}, every week` : t`${begin} to ${end}`;
}
