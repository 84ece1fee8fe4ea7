import type { AutomationDefinition } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { formatDateTime, formatDuration } from '../../../lib/format/format.ts';
import { formatList } from '../../../lib/format/format-list.ts';
import { currentLanguage } from '../../../lib/language/language.ts';

const two = (count: number) => String(count).padStart(2, '0');

/** A second of the day on the clock: `07:00`, and with its seconds where it has some. */
export function clockText(secondOfDay: number): string {
  const clock = `${two(Math.floor(secondOfDay / 3600))}:${two(Math.floor(secondOfDay / 60) % 60)}`;
  return secondOfDay % 60 === 0 ? clock : `${clock}:${two(secondOfDay % 60)}`;
}

/** A length of time in the largest unit that it is whole in: `5 minutes`, `90 seconds`. */
export function durationText(seconds: number): string {
  if (seconds > 0 && seconds % 3600 === 0)
    return plural({ hours: seconds / 3600 }, { one: '#\u00a0hour', other: '#\u00a0hours' });
  if (seconds > 0 && seconds % 60 === 0)
    return plural({ minutes: seconds / 60 }, { one: '#\u00a0minute', other: '#\u00a0minutes' });
  return plural(seconds, { one: '#\u00a0second', other: '#\u00a0seconds' });
}

// 2023 began with a Sunday.
const sunday = Date.UTC(2023, 0, 1);

/** A day of the week (0 = Sunday): `Monday`, and in `short` `Mon`. */
export const weekdayName = (day: number, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: length, timeZone: 'UTC' }).format(sunday + day * 86_400_000);

/** Which days of the week are meant (0 = Sunday), without a preposition: `weekdays`, `Monday and Friday`; null: all of them. */
export function daysText(days: readonly number[]): string | null {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const id = sorted.join('');
  if (id === '0123456') return null;
  if (id === '12345') return t`weekdays`;
  if (id === '06') return t`weekends`;
  return formatList(sorted.map((day) => weekdayName(day, sorted.length > 2 ? 'short' : 'long')));
}

/** How far the moment is ahead, roughly: `in 5 min`, `in 3 h`, `in 2 days`; nothing that is behind is described as ahead. */
export const aheadText = (ms: number): string => t`in ${{ duration: formatDuration(Math.max(60_000, ms)) }}`;

/** When a timer runs next: with the seconds that somebody chose, but not with those of the sun. */
export function nextText(at: number, definition: AutomationDefinition, timeZone: string): string {
  const isChosen = definition.kind === 'timer' && definition.at.type === 'time';
  return formatDateTime(at, { timeZone, seconds: isChosen && at % 60_000 !== 0 });
}
