import { expect, it } from 'vitest';
import { createTextLog } from './text-log.ts';

it('holds the changes of the view, however many came since', () => {
  const log = createTextLog();
  const textAt = (at: number) => (at % 2 === 0 ? 'open' : 'closed');
  for (let at = 1; at <= 288; at += 1) log.push(at, textAt(at));
  const hour = [1, 2, 3];
  log.load(hour, hour.map(textAt));
  const within = () => log.changes().filter(({ at }) => at <= 3);
  expect(within()).toHaveLength(3);
  for (let at = 289; at <= 600; at += 1) log.push(at, textAt(at));
  expect(within()).toHaveLength(3);
  expect(log.changes()).toHaveLength(203);
  expect(log.changes().at(-1)?.at).toBe(600);
});
