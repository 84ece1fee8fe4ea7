import type { DeviceLocation, RunStatement, TimerDefinition } from '@cyno/contract';
import { addDays, hasDate, instantAt, type LocalDate, localDateOf, weekdayOf } from './local-time.ts';
import { sunInstant } from './sun-times.ts';

const noonSecond = 12 * 3_600;
/** Far enough for a yearly night, and for 29 February of a weekly timer's day. */
const searchedDays = 400;

/** What a timer's times depend on. */
export interface TimerPlace {
  readonly zone: string;
  readonly location: DeviceLocation | null;
}

/** One time of a timer. `skip` describes why there is nothing to do on its day; such a time is noon. */
export interface Due {
  readonly at: number;
  readonly date: LocalDate;
  readonly skip: RunStatement | null;
}

const noSun = { sunrise: 'no_sunrise', sunset: 'no_sunset' } as const;

/** The time of a timer that belongs to a date, or null when it does not run on it. */
function dueOn(timer: TimerDefinition, date: LocalDate, place: TimerPlace): Due | null {
  const { at, repeat } = timer;
  if (repeat.type === 'once' && repeat.date !== date) return null;
  if (repeat.type === 'weekly' && !repeat.days.includes(weekdayOf(date))) return null;
  const { zone, location } = place;
  if (at.type === 'time') {
    const instant = instantAt(date, at.secondOfDay, zone);
    // Looking at the calendar costs as much again, and only an instant on another date gives a reason to.
    return localDateOf(instant, zone) === date || hasDate(date, zone) ? { at: instant, date, skip: null } : null;
  }
  if (!hasDate(date, zone)) return null;
  const instant = location && sunInstant(at, date, { zone, location });
  if (instant !== null) return { at: instant, date, skip: null };
  return { at: instantAt(date, noonSecond, zone), date, skip: { code: location ? noSun[at.event] : 'no_location' } };
}

/** The first time of a timer after an instant; null: there is none any more. */
export function nextDue(timer: TimerDefinition, place: TimerPlace, after: number): Due | null {
  let date = localDateOf(after, place.zone);
  // Sunset and its offset may lie on the next day.
  if (timer.at.type === 'sun') date = addDays(date, -1);
  if (timer.repeat.type === 'once') date = timer.repeat.date;
  for (let day = 0; day < searchedDays; day += 1) {
    const due = dueOn(timer, date, place);
    if (due && due.at > after) return due;
    if (timer.repeat.type === 'once') return null;
    date = addDays(date, 1);
  }
  return null;
}

/** All times of a timer after `from` up to and with `to`, oldest first. */
export function* duesBetween(timer: TimerDefinition, place: TimerPlace, [from, to]: readonly [number, number]) {
  for (let due = nextDue(timer, place, from); due && due.at <= to; due = nextDue(timer, place, due.at)) yield due;
}

/** When a timer really runs next, ms since the epoch; null: never again, or not as long as the device has no location. */
export function nextRunAt(timer: TimerDefinition, place: TimerPlace, after: number): number | null {
  if (timer.at.type === 'sun' && place.location === null) return null;
  let due = nextDue(timer, place, after);
  for (let day = 0; due?.skip && day < searchedDays; day += 1) due = nextDue(timer, place, due.at);
  return due?.skip === null ? due.at : null;
}

/**
 * What a timer does only once: its time of a date. It names the date and not the instant, because another time zone moves
 * the instant; and the time, so that a timer that was moved to a later hour runs at that hour too.
 */
export function occasionOf({ at }: TimerDefinition, date: LocalDate): string {
  return at.type === 'time' ? `${date} ${at.secondOfDay}` : `${date} ${at.event} ${at.offsetMinutes}`;
}
