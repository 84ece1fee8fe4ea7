import type { LogFile } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { displaySettings } from '../../../lib/format/display-settings.ts';
import { formatClock, formatDate } from '../../../lib/format/format.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { localPartsOf } from '../../../ui/fields/local-instant.ts';

const dayMs = 24 * 3600 * 1000;

/**
 * `Today`, `Yesterday`, `Thursday`, and the date for what is older than a week, by the calendar of the profile's time zone; with the time at
 * which the file begins where the server's day is another one. A further file of a day has its number. `dated`: the date is always in it.
 */
export function fileLabel(
  { startsAt, number, name }: LogFile,
  now: number,
  { filesOfDay, dated }: { filesOfDay: number; dated: boolean },
): string {
  if (startsAt === null) return name;
  const zone = displaySettings().timeZone;
  const { day, second } = localPartsOf(startsAt, zone);
  const named = dayName(startsAt, Math.round((Date.parse(localPartsOf(now, zone).day) - Date.parse(day)) / dayMs));
  const written = formatDate(startsAt);
  const date = dated && named !== written ? t`${{ day: named }}, ${{ date: written }}` : named;
  const label = second === 0 ? date : t`${date}, from ${{ time: formatClock(startsAt) }}`;
  return filesOfDay > 1 ? t`${{ date: label }}, part ${number}` : label;
}

/** True when its lines may be of several days by the calendar of the profile's time zone. */
export const spansDays = ({ startsAt }: Pick<LogFile, 'startsAt'>): boolean =>
  startsAt === null || localPartsOf(startsAt, displaySettings().timeZone).second !== 0;

function dayName(at: number, daysAgo: number): string {
  if (daysAgo === 0) return t`Today`;
  if (daysAgo === 1) return t`Yesterday`;
  if (daysAgo < 0 || daysAgo > 6) return formatDate(at);
  return new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone: displaySettings().timeZone }).format(at);
}

/** `41,208 lines, 6 warnings, 2 errors`. */
export function countsSentence({
  lines,
  warnings,
  errors,
}: {
  lines: number;
  warnings: number;
  errors: number;
}): string {
  const counts = {
    lines: plural(lines, { one: '# line', other: '# lines' }),
    warnings: plural(warnings, { one: '# warning', other: '# warnings' }),
    errors: plural(errors, { one: '# error', other: '# errors' }),
  };
  return t`${{ lines: counts.lines }}, ${{ warnings: counts.warnings }}, ${{ errors: counts.errors }}`;
}
