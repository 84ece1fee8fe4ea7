import type { DateFormat, LogFile } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { displaySettings } from '../../../lib/format/display-settings.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { i18n } from '../../../lib/language/i18n.ts';

const dayMs = 24 * 3600 * 1000;

/** `Today`, `Yesterday`, `Thursday`, and the date for what is older than a week; a further file of a day has its number. */
export function fileLabel({ day, number, name }: LogFile, today: string, filesOfDay: number): string {
  if (day === null) return name;
  const daysAgo = Math.round((Date.parse(today) - Date.parse(day)) / dayMs);
  const date = dayName(day, daysAgo);
  return filesOfDay > 1 ? t`${date}, part ${number}` : date;
}

function dayName(day: string, daysAgo: number): string {
  if (daysAgo === 0) return t`Today`;
  if (daysAgo === 1) return t`Yesterday`;
  if (daysAgo < 0 || daysAgo > 6) return formatDay(day);
  return new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(day));
}

/** A day such as `2026-11-21` in the profile's format. */
export function formatDay(day: string, format: DateFormat = displaySettings().dateFormat): string {
  return formatDate(Date.parse(day), 'UTC', format);
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
  return [
    plural(lines, { one: '# line', other: '# lines' }),
    plural(warnings, { one: '# warning', other: '# warnings' }),
    plural(errors, { one: '# error', other: '# errors' }),
  ].join(', ');
}
