import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQuietLog } from './quiet-log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('writes 10 lines of a kind in 10 s, and then how many it left out', () => {
  const lines: { msg: string; number?: number; suppressed?: number }[] = [];
  const log = createQuietLog(pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) }));
  for (let number = 1; number <= 500; number += 1) log('debug', 'one kind', { number });
  log('warn', 'another kind', {});
  expect(lines.map(({ msg }) => msg)).toEqual([...Array(10).fill('one kind'), 'another kind']);
  lines.length = 0;
  vi.advanceTimersByTime(10_000);
  log('debug', 'one kind', { number: 501 });
  expect(lines).toMatchObject([{ suppressed: 490 }, { number: 501 }]);
});
