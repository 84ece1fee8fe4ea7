import { expect, it } from 'vitest';
import { browserZone, timeZoneOptions, zoneLabel } from './time-zones.ts';

const winter = Date.UTC(2026, 0, 15);
const summer = Date.UTC(2026, 6, 15);

it.each([
  ['Asia/Bangkok', winter, 'Asia/Bangkok, UTC+07:00'],
  ['Asia/Ho_Chi_Minh', winter, 'Asia/Ho Chi Minh, UTC+07:00'],
  ['America/St_Johns', winter, 'America/St Johns, UTC-03:30'],
  ['Europe/Berlin', summer, 'Europe/Berlin, UTC+02:00'],
  ['Europe/Berlin', winter, 'Europe/Berlin, UTC+01:00'],
])('%s at %i is %s', (zone, at, label) => {
  expect(zoneLabel(zone, at)).toBe(label);
});

it('offers the zone of the browser first, and every other one once', () => {
  const options = timeZoneOptions(winter);
  expect(options[0]?.id).toBe(browserZone);
  expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
  expect(options.length).toBeGreaterThan(300);
});
