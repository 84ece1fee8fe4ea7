import { t } from '@lingui/core/macro';
import { displaySettings } from '../../../../lib/format/display-settings.ts';
import { instantAt, localPartsOf } from '../../../../ui/fields/local-instant.ts';

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
/** For so long an alert can be snoozed. */
const maxSnoozeMinutes = 90 * dayMinutes;

/** How many minutes it is until 8:00 of the next day, on the clock of the profile. */
export function minutesUntilMorning(now: number, timeZone = displaySettings().timeZone): number {
  const today = Date.parse(`${localPartsOf(now, timeZone).day}T00:00:00Z`);
  const morning = instantAt(today + (24 + 8) * 3_600_000, timeZone);
  return Math.ceil((morning - now) / 60_000);
}

/** The lengths that a menu offers. */
export const snoozeChoices = (now: number) => [
  { id: 'hour', label: t`Snooze for 1 hour`, minutes: hourMinutes },
  { id: 'hours', label: t`Snooze for 4 hours`, minutes: 4 * hourMinutes },
  { id: 'morning', label: t`Snooze until tomorrow, 08:00`, minutes: minutesUntilMorning(now) },
  { id: 'week', label: t`Snooze for a week`, minutes: 7 * dayMinutes },
];

/** How long a snooze until an instant is, in minutes; a sentence when it cannot be. */
export function minutesUntil(until: number | null, now: number): number | string {
  if (until === null) return t`Enter the day and the time.`;
  const minutes = Math.ceil((until - now) / 60_000);
  if (minutes < 1) return t`Choose a time in the future.`;
  return minutes > maxSnoozeMinutes ? t`Choose a time within the next 90 days.` : minutes;
}
