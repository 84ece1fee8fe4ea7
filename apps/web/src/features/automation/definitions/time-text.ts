import type { AutomationDefinition } from '@cyno/contract';
import { formatDateTime } from '../../../lib/format/format.ts';

const two = (count: number) => String(count).padStart(2, '0');

/** A second of the day on the clock: `07:00`, and with its seconds where it has some. */
export function clockText(secondOfDay: number): string {
  const clock = `${two(Math.floor(secondOfDay / 3600))}:${two(Math.floor(secondOfDay / 60) % 60)}`;
  return secondOfDay % 60 === 0 ? clock : `${clock}:${two(secondOfDay % 60)}`;
}

const durationUnits = [
  { seconds: 3600, word: 'hour' },
  { seconds: 60, word: 'minute' },
  { seconds: 1, word: 'second' },
] as const;

/** A length of time in the largest unit that it is whole in: `5 minutes`, `90 seconds`. */
export function durationText(seconds: number): string {
  const unit = durationUnits.find((each) => seconds % each.seconds === 0 && seconds > 0) ?? durationUnits[2];
  const count = seconds / unit.seconds;
  return `${count}\u00a0${unit.word}${count === 1 ? '' : 's'}`;
}

/** The days of the week, the first one as weeks start here. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Items joined as people do: `a`, `a and b`, `a, b and c`. */
function listText(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Which days of the week are meant (0 = Sunday), without a preposition: `weekdays`, `Monday and Friday`; null: all of them. */
export function daysText(days: readonly number[]): string | null {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const id = sorted.join('');
  if (id === '0123456') return null;
  if (id === '12345') return 'weekdays';
  if (id === '06') return 'weekends';
  const names = sorted.flatMap((day) => weekdays[day] ?? []);
  return listText(names.length > 2 ? names.map((name) => name.slice(0, 3)) : names);
}

/** How far the moment is ahead, roughly: `in 5 min`, `in 3 h`, `in 2 days`; nothing that is behind is described as ahead. */
export function aheadText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `in ${minutes} min`;
  if (minutes < 48 * 60) return `in ${Math.round(minutes / 60)} h`;
  return `in ${Math.round(minutes / 1440)} days`;
}

/** When a timer runs next: with the seconds that somebody chose, but not with those of the sun. */
export function nextText(at: number, definition: AutomationDefinition, timeZone: string): string {
  const isChosen = definition.kind === 'timer' && definition.at.type === 'time';
  return formatDateTime(at, { timeZone, seconds: isChosen && at % 60_000 !== 0 });
}
