import { beforeEach, expect, test } from 'vitest';
import type { DeviceRecord } from '../devices.directory.ts';
import { createBoardClock } from './board-clock.ts';

let now: number;
let setAheadMs: number;
let zone: string;
let isNear: boolean;
let sent: string[];
const board = { id: 1, accountId: 1, espid: 'A', online: true } as DeviceRecord;
let clock: ReturnType<typeof createBoardClock>;

beforeEach(() => {
  zone = 'Europe/Berlin';
  isNear = false;
  setAheadMs = 0;
  sent = [];
  clock = createBoardClock({
    broker: { publishToBoard: (espid, subtopic, payload) => sent.push(`${espid} ${subtopic} ${payload}`) > 0 },
    clock: { now: () => now + setAheadMs },
    monotonic: () => now,
    timeZoneOf: () => zone,
    find: () => board,
  });
  clock.avoidTimers(() => isNear);
});
/** Sends the board the time as on its connection, then checks the clocks again at another instant. */
function textsAt(connectedAt: string, at: string): string[] {
  now = Date.parse(connectedAt);
  Array.from(clock.connectStep.messages(board, 'back', { readsEventsInIo: true }));
  clock.keep([board]);
  now = Date.parse(at);
  clock.keep([board]);
  clock.keep([board]);
  return sent;
}

test('the same day needs no other time', () => {
  expect(textsAt('2026-03-28T10:00:00Z', '2026-03-28T22:59:59Z')).toEqual([]);
});

test('after midnight the time is sent once, also from Saturday to Sunday', () => {
  expect(textsAt('2026-03-28T10:00:00Z', '2026-03-28T23:00:03Z')).toEqual(['A timestamps 3']);
});

test('summer time begins and ends', () => {
  expect(textsAt('2026-03-29T00:59:00Z', '2026-03-29T01:00:02Z')).toEqual(['A timestamps 10802']);
  expect(textsAt('2026-10-25T00:59:00Z', '2026-10-25T01:00:02Z').at(-1)).toBe('A timestamps 7202');
});

test('another zone of the account', () => {
  now = Date.parse('2026-03-25T12:00:00Z');
  Array.from(clock.connectStep.messages(board, 'back', { readsEventsInIo: true }));
  zone = 'Asia/Bangkok';
  clock.keep([board]);
  expect(sent).toEqual([`A timestamps ${3 * 86_400 + 19 * 3_600}`]);
});

test('not around a timer, but as soon as it is over', () => {
  isNear = true;
  expect(textsAt('2026-03-28T10:00:00Z', '2026-03-28T23:00:03Z')).toEqual([]);
  isNear = false;
  clock.keep([board]);
  expect(sent).toHaveLength(1);
});

test('not to a board that is away, which is notified when it comes', () => {
  clock.keep([{ ...board, online: false }]);
  expect(textsAt('2026-03-28T10:00:00Z', '2026-03-28T10:00:05Z')).toEqual([]);
});

test.each([
  ['on', '2026-03-25T08:00:00Z', 7, 16],
  ['back', '2026-03-25T15:00:00Z', -7, 9],
])('after the clock was set %s within its day the time is sent once', (_, connectedAt, hours, localHour) => {
  now = Date.parse(connectedAt);
  Array.from(clock.connectStep.messages(board, 'back', { readsEventsInIo: true }));
  now += 60_000;
  setAheadMs = hours * 3_600_000;
  isNear = true;
  clock.keep([board]);
  expect(sent).toEqual([]);
  isNear = false;
  for (let time = 0; time < 2; time += 1) clock.keep([board]);
  expect(sent).toEqual([`A timestamps ${3 * 86_400 + localHour * 3_600 + 60}`]);
});

test('a time server that corrects a second needs no other time', () => {
  now = Date.parse('2026-03-25T12:00:00Z');
  Array.from(clock.connectStep.messages(board, 'back', { readsEventsInIo: true }));
  setAheadMs = 1_000;
  clock.keep([board]);
  expect(sent).toEqual([]);
});
