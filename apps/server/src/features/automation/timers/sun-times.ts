import type { DeviceLocation, TimerAt } from '@cyno/contract';
import { getTimes } from 'suncalc';
import { instantAt, type LocalDate } from './local-time.ts';

const noonSecond = 12 * 3_600;

type SunAt = Extract<TimerAt, { type: 'sun' }>;

/**
 * When the sun rises or sets at a place, moved by the offset, in ms since the epoch and whole seconds. The sun's day is the one whose
 * noon is nearest to noon of `date` in the zone, so that each date has one; null: the sun does not rise or set on it.
 */
export function sunInstant(
  at: SunAt,
  date: LocalDate,
  place: { zone: string; location: DeviceLocation },
): number | null {
  const { latitude, longitude } = place.location;
  const times = getTimes(new Date(instantAt(date, noonSecond, place.zone)), latitude, longitude);
  const event = times[at.event];
  if (event === null) return null;
  const instant = event.getTime() + at.offsetMinutes * 60_000;
  return instant - (instant % 1_000);
}
