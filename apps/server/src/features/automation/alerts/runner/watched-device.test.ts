import type { AlertCondition } from '@cyno/contract';
import { expect, test, vi } from 'vitest';
import { createMachine, unknownBefore } from '../machines/create-machine.ts';
import { UnusualDetector } from '../machines/unusual-detector.ts';
import type { Followed } from './followed.ts';
import { WatchedDevice } from './watched-device.ts';

const names = { label: () => 'Level', unit: () => 'cm' };
const about = { key: 'level' } as const;
const limit = {
  kind: 'limit',
  ...about,
  comparison: '>',
  threshold: 60,
  release: 55,
  forSeconds: 0,
  clearSeconds: 0,
} as const;
const change = { kind: 'change', ...about, direction: 'either', amount: 30, seconds: 60 } as const;
const cases: Record<string, { condition: AlertCondition; points: () => Point[] }> = {
  above: { condition: limit, points: wandering },
  below: { condition: { ...limit, comparison: '<', threshold: 20, release: null }, points: wandering },
  'above for long': {
    condition: { ...limit, threshold: 50, release: null, forSeconds: 20, clearSeconds: 5 },
    points: plateaus,
  },
  change: { condition: change, points: plateaus },
  rise: { condition: { ...change, direction: 'rises', amount: 20, seconds: 120 }, points: plateaus },
  fall: { condition: { ...change, direction: 'falls', amount: 20, seconds: 120 }, points: plateaus },
  stuck: { condition: { kind: 'stuck', ...about, tolerance: 0.2, seconds: 90 }, points: wandering },
  forecast: {
    condition: { kind: 'forecast', ...about, comparison: '>', threshold: 70, withinSeconds: 1_200 },
    points: ramp,
  },
  unusual: { condition: { kind: 'unusual', ...about, times: 5, forSeconds: 0 }, points: wandering },
};

/** A rule's machine with what became due on it, as `12345 active`. */
function follow(condition: AlertCondition) {
  const machine = createMachine(condition, { names, now: 0, known: unknownBefore });
  if (machine.detector instanceof UnusualDetector) {
    machine.detector.learn({ byHour: [{ center: 40, spread: 3 }], hourOf: () => 0 });
  }
  const steps: string[] = [];
  const decide = (now: number) => {
    for (let move = machine.decide(now); move; move = machine.decide(now)) {
      machine.take(move);
      steps.push(`${now} ${move.to}`);
    }
  };
  const wake = (from: number, to: number, before: () => void) => {
    for (let at = machine.wakeAt(from); at !== null && at < to; at = machine.wakeAt(at)) {
      before();
      decide(at);
    }
  };
  return { machine, steps, decide, wake, rule: { condition }, isWarming: false };
}

/** The same numbers at each run: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

type Point = { at: number; value: number };

const pointsOf = (count: number, everyMs: number, valueAt: (at: number) => number): Point[] =>
  Array.from({ length: count }, (_, index) => ({ at: index * everyMs, value: valueAt(index * everyMs) }));

/** A level that wanders, stands still, jumps and comes back, ten times a second. */
function wandering(): Point[] {
  const random = numbersFrom(7);
  let [level, still] = [40, 0];
  return pointsOf(20_000, 100, () => {
    if (random() < 0.001) still = 1_500;
    still -= 1;
    if (still < 0) level += (40 - level) / 200 + (random() - 0.5) * 3 + (random() < 0.002 ? (random() - 0.5) * 80 : 0);
    return level;
  });
}

/** Levels that last for longer than the windows of the rules, so that it is clear when each change is over. */
function plateaus(): Point[] {
  const random = numbersFrom(3);
  const levels = [40, 80, 42, 45, 90, 20, 22, 60];
  return pointsOf(12_000, 100, (at) => (levels[Math.floor(at / 150_000)] ?? 0) + random() - 0.5);
}

function ramp(): Point[] {
  const random = numbersFrom(5);
  return pointsOf(15_000, 200, (at) => 60 - Math.abs(1_500_000 - at) / 37_500 + random() / 10);
}

/** What becomes due when each value is judged, and when the device judges only those that may matter. */
function both(watched: readonly AlertCondition[], points: readonly Point[]) {
  const each = watched.map(follow);
  const calm = watched.map(follow);
  let now = 0;
  const due = (followed: unknown) => (followed as (typeof calm)[number]).decide(now);
  const device = new WatchedDevice(due);
  for (const one of calm) device.add(one as unknown as Followed, 'level');
  const observations = calm.map(({ machine }) => vi.spyOn(machine.detector, 'observe'));
  for (const { at, value } of points) {
    for (const one of each) {
      one.wake(now, at, () => undefined);
      if (one.machine.observe(value, at)) one.decide(at);
    }
    for (const one of calm) one.wake(now, at, () => device.settle(one as unknown as Followed));
    now = at;
    device.observe({ level: value }, at);
  }
  return { each: each.map(({ steps }) => steps), calm: calm.map(({ steps }) => steps), observations };
}

const instants = (steps: readonly string[]) => steps.map((step) => Number(step.split(' ')[0]));
const kinds = (steps: readonly string[]) => steps.map((step) => step.split(' ')[1]);

test.each(Object.entries(cases))('a rule that is "%s" does the same as if it looked at each value', (_name, given) => {
  const { condition } = given;
  const points = given.points();
  const { each, calm, observations } = both([condition], points);
  const [expected = [], found = []] = [each[0], calm[0]];
  expect(expected.length).toBeGreaterThan(0);
  expect(kinds(found)).toEqual(kinds(expected));
  // Windows are divided by 256, and two of them meet here.
  const stepMs = 'seconds' in condition ? ((condition.seconds ?? 0) * 1_000) / 128 : 0;
  for (const [index, at] of instants(expected).entries()) {
    expect(Math.abs((instants(found)[index] ?? 0) - at)).toBeLessThanOrEqual(stepMs);
  }
  expect(observations[0]?.mock.calls.length).toBeLessThan(points.length);
});

test('what falls and rises by an amount between two looks is a change', () => {
  const condition = { kind: 'change', ...about, direction: 'either', amount: 30, seconds: 600 } as const;
  const points = [40, 40, 26, 40, 54, 56, 40].map((value, index) => ({ at: index * 100, value }));
  expect(both([condition], points).calm).toEqual([['500 active', '600 cleared']]);
});

test('however many rules read a variable, a calm value is given to none of them', () => {
  const calm = Array.from({ length: 1_000 }, (_, index) => ({ at: index, value: 40 + (index % 7) / 10 }));
  const rules = ['above', 'below', 'change', 'forecast'].flatMap((name) => cases[name]?.condition ?? []);
  const { observations } = both(rules, calm);
  expect(Math.max(...observations.map(({ mock }) => mock.calls.length))).toBeLessThan(20);
});

test('late values are left out, texts are looked at, and other variables are none of it', () => {
  const one = follow(limit);
  const device = new WatchedDevice(() => one.decide(5_000));
  device.add(one as unknown as Followed, 'level');
  device.observe({ level: 40 }, 1_000);
  device.observe({ level: 41 }, 2_000);
  device.observe({ level: 90 }, 1_500);
  device.observe({ other: 90 }, 2_500);
  expect(one.steps).toEqual([]);
  device.observe({ level: 90 }, 3_000);
  expect(one.steps).toEqual(['5000 active']);
  device.observe({ level: 'off' }, 4_000);
  expect(one.steps).toEqual(['5000 active', '5000 cleared']);
});

test('a rule that comes or goes leaves the others what came before', () => {
  const [one, other] = [follow(limit), follow({ ...limit, key: 'other' })];
  const third = follow({ ...limit, comparison: '<', threshold: 20 });
  const device = new WatchedDevice((followed) => (followed as unknown as typeof one).decide(9_000));
  device.add(one as unknown as Followed, 'level');
  device.add(other as unknown as Followed, 'other');
  for (const at of [1_000, 2_000, 3_000]) device.observe({ level: 40, other: 1 }, at);
  device.add(third as unknown as Followed, 'level');
  device.remove(one as unknown as Followed, 'level');
  device.remove(third as unknown as Followed, 'level');
  device.observe({ level: 90, other: 99 }, 4_000);
  expect([one.steps, other.steps]).toEqual([[], ['9000 active']]);
  device.remove(other as unknown as Followed, 'other');
  expect(device.isEmpty).toBe(true);
});
