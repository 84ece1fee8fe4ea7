import { beforeEach, expect, test } from 'vitest';
import type { Problem } from '../../../../platform/health/index.ts';
import { ProblemHistory } from './problem-history.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const disk = (level: number): Problem => ({
  part: 'disk',
  severity: level === 9 ? 'failing' : 'warning',
  reason: 'disk_filling',
  values: { disk: 'data', percent: 80 + level, freeBytes: 1 },
  topic: 'disk',
  about: 'data',
  level,
  since: 0,
});

let now: number;
let history: ProblemHistory;
let notified: string[];
beforeEach(() => {
  now = Date.UTC(2026, 0, 1);
  history = new ProblemHistory(new Map());
  notified = [];
});

/** Lets time pass with these problems, in steps of ten seconds. */
function pass(ms: number, ...problems: Problem[]): void {
  for (let passed = 0; passed < ms; passed += 10 * second) {
    now += 10 * second;
    const changes = history.step(problems, { now, steady: now });
    for (const { kind, known } of changes) notified.push(`${kind} ${known.level}`);
    history.settle(changes, { isStored: true });
  }
}

test('notifies of a problem that holds for a minute, once, and that it is over when it was away for ten', () => {
  pass(minute, disk(1));
  expect(notified).toEqual([]);
  pass(10 * second, disk(1));
  expect(notified).toEqual(['began 1']);
  pass(5 * hour, disk(1));
  pass(10 * minute);
  expect(notified).toEqual(['began 1']);
  pass(10 * second);
  expect(notified).toEqual(['began 1', 'over 0']);
});

test('notifies again when it gets worse, and not when it gets better', () => {
  pass(2 * minute, disk(1));
  pass(2 * minute, disk(2));
  pass(2 * minute, disk(9));
  pass(5 * minute, disk(1));
  pass(2 * minute, disk(2));
  expect(notified).toEqual(['began 1', 'worse 2', 'worse 9']);
});

test('what was better for long may get worse again', () => {
  pass(2 * minute, disk(2));
  pass(25 * minute, disk(1));
  pass(2 * minute, disk(2));
  expect(notified).toEqual(['began 2', 'worse 2']);
});

test('what passes within a minute is not worth a message', () => {
  for (let time = 0; time < 20; time++) {
    pass(50 * second, disk(1));
    pass(10 * second);
  }
  expect(notified).toEqual([]);
});

test('what comes and goes all day long is a few messages, and what then stays is still told', () => {
  for (let time = 0; time < 48; time++) {
    pass(15 * minute, disk(1));
    pass(15 * minute);
  }
  expect(notified.length).toBeLessThan(12);
  const before = notified.length;
  pass(3 * hour);
  pass(3 * hour, disk(9));
  expect(notified.slice(before)).toEqual(expect.arrayContaining([expect.stringMatching(/ 9$/)]));
});

test('a restart notifies of nothing twice, and knows what is over', () => {
  pass(2 * minute, disk(1));
  const [known] = history.step([], { now, steady: now }).map((change) => change.known);
  expect(known).toBeUndefined();
  const stored = new Map([['disk:data', { level: 1, begins: [now], problem: disk(1) }]]);
  history = new ProblemHistory(stored);
  pass(hour, disk(1));
  expect(notified).toEqual(['began 1']);
  pass(hour);
  expect(notified).toEqual(['began 1', 'over 0']);
});

test('of something that only happened, that it is mentioned no longer is no news', () => {
  pass(2 * minute, { ...disk(1), isEvent: true });
  pass(hour);
  expect(notified).toEqual(['began 1']);
  expect([...history.dirty.values()]).toMatchObject([{ level: 0 }]);
});

test('quiet problems are shown to nobody, and of very many only the first ones', () => {
  pass(2 * minute, { ...disk(1), quiet: true });
  expect(notified).toEqual([]);
  const many = Array.from({ length: 500 }, (_, index) => ({ ...disk(1), about: String(index) }));
  pass(2 * minute, ...many);
  expect(notified).toHaveLength(200);
});

test('what could not be stored is due again, and what was mailed instead is stored later', () => {
  for (let step = 0; step < 9; step++) {
    now += 10 * second;
    history.step([disk(9)], { now, steady: now });
  }
  const due = history.step([disk(9)], { now, steady: now });
  expect(due).toMatchObject([{ kind: 'began', key: 'disk:data' }]);
  history.settle(due, { isStored: false });
  expect(history.step([disk(9)], { now, steady: now })).toEqual([]);
  expect([...history.dirty]).toMatchObject([['disk:data', { level: 9 }]]);
  history.stored(['disk:data']);
  expect(history.dirty.size).toBe(0);
});

test('what is due has the same instant until it is settled, since it may be stored although that was not heard', () => {
  const due = (...problems: Problem[]) => {
    now += 10 * second;
    return history.step(problems, { now, steady: now });
  };
  pass(minute, disk(1));
  const [first] = due(disk(1));
  expect(due(disk(1))).toEqual([first]);
  const [worse] = due(disk(2));
  expect([worse?.known.level, worse?.at]).toEqual([2, now]);
  history.settle(due(disk(2)), { isStored: true });
  pass(10 * minute);
  const [over] = due();
  expect(due()).toEqual([{ ...over, lastedMs: over?.lastedMs }]);
});

test('a problem that went away before its notice was stored begins when it comes back', () => {
  const untilDue = (...problems: Problem[]) => {
    for (let steps = 0; steps < 30; steps += 1) {
      now += 10 * second;
      const [change] = history.step(problems, { now, steady: now });
      if (change) return change;
    }
    return undefined;
  };
  pass(2 * minute, disk(1));
  pass(11 * minute);
  expect(untilDue(disk(1))?.at).toBe(now);
  pass(2 * hour);
  expect(untilDue(disk(1))?.at).toBe(now);
});
