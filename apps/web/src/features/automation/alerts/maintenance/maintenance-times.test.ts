import { expect, it } from 'vitest';
import { newTimes, timesOf, windowText } from './maintenance-times.ts';

const now = Date.parse('2026-11-21T10:20:00Z');
const minute = 60_000;
const hour = 60 * minute;
const times = newTimes(now, 'Asia/Bangkok');

it.each([
  ['hour', { from: null, until: now + hour }],
  ['hours', { from: null, until: now + 4 * hour }],
  ['today', { from: null, until: Date.parse('2026-11-21T17:00:00Z') }],
  ['until', { from: null, until: Date.parse('2026-11-21T13:00:00Z') }],
  ['planned', { from: Date.parse('2026-11-21T11:00:00Z'), until: Date.parse('2026-11-21T13:00:00Z') }],
] as const)('of length %s begins and ends on the reader’s clock', (length, expected) => {
  expect(timesOf({ ...times, length }, now, 'Asia/Bangkok')).toEqual({ ...expected, weekly: false });
});

it.each([
  [{ length: 'until', until: { day: '', second: 0 } }, 'Enter the days and the times.'],
  [{ length: 'until', until: { day: '2026-11-20', second: 0 } }, 'The end must be after the start.'],
  [{ length: 'planned', from: times.until, until: times.from }, 'The end must be after the start.'],
] as const)('refuses %j', (change, problem) => {
  expect(timesOf({ ...times, ...change }, now, 'Asia/Bangkok')).toBe(problem);
});

it('repeats only what is planned', () => {
  expect(timesOf({ ...times, weekly: true }, now)).toMatchObject({ weekly: false });
  expect(timesOf({ ...times, length: 'planned', weekly: true }, now)).toMatchObject({ weekly: true });
});

it('is read as short as it stays clear', () => {
  const at = (clock: string) => new Date(`2026-11-21T${clock}:00`).getTime();
  const window = {
    id: 1,
    scope: { kind: 'tag', tag: 'x' },
    weekly: false,
    running: true,
    devices: 1,
    mayEnd: true,
  } as const;
  expect(windowText({ ...window, from: at('10:00'), until: at('18:00') }, at('12:00'))).toBe('Until 18:00');
  expect(
    windowText({ ...window, running: false, weekly: true, from: at('17:00'), until: at('18:00') }, at('12:00')),
  ).toMatch(/17:00 to 18:00, every week$/);
});
