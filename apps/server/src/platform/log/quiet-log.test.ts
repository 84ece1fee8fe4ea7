import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQuietLog, type QuietLog } from './quiet-log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

let lines: { msg: string; number?: number; suppressed?: number }[];
let log: QuietLog;

beforeEach(() => {
  lines = [];
  log = createQuietLog(pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) }));
});

test('writes 10 lines of a kind in 10 s, and then how many it left out', () => {
  for (let number = 1; number <= 500; number += 1) log('debug', 'one kind', { number });
  log('warn', 'another kind', {});
  expect(lines.map(({ msg }) => msg)).toEqual([...Array(10).fill('one kind'), 'another kind']);
  lines.length = 0;
  vi.advanceTimersByTime(10_000);
  log('debug', 'one kind', { number: 501 });
  expect(lines).toMatchObject([{ suppressed: 490 }, { number: 501 }]);
});

test('writes one line a minute about somebody, and then how many it left out', () => {
  for (let number = 1; number <= 50; number += 1) log('warn', 'refused', { number }, '192.0.2.1');
  log('warn', 'refused', { number: 51 }, '192.0.2.2');
  log('warn', 'slowed down', { number: 52 }, '192.0.2.1');
  expect(lines).toMatchObject([{ number: 1 }, { number: 51 }, { number: 52 }]);
  lines.length = 0;
  vi.advanceTimersByTime(60_000);
  log('warn', 'refused', { number: 53 }, '192.0.2.1');
  expect(lines).toMatchObject([{ suppressed: 49, about: '192.0.2.1' }, { number: 53 }]);
});

test('what was left out about many leaves ten lines of a kind as well', () => {
  const refuseAll = () => {
    for (let number = 1; number <= 4_900; number += 1) log('warn', 'refused', {}, `made up ${number}`);
  };
  refuseAll();
  refuseAll();
  lines.length = 0;
  vi.advanceTimersByTime(60_000);
  refuseAll();
  // One more reports how many of the kind were left out.
  expect(lines).toHaveLength(11);
  expect(lines[0]).toEqual(expect.objectContaining({ suppressed: 4_890 }));
});

test('many whom lines are about leave ten lines of a kind', () => {
  for (let number = 1; number <= 50; number += 1) log('warn', 'refused', {}, `192.0.2.${number}`);
  expect(lines).toHaveLength(10);
});
