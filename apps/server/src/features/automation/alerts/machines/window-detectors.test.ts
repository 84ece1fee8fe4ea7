import type { AlertCondition } from '@cyno/contract';
import { alertText } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { createMachine, unknownBefore } from './create-machine.ts';
import { trendOf } from './trend.ts';
import { UnusualDetector } from './unusual-detector.ts';
import { hoursIn, usualByHour } from './usual-by-hour.ts';

const names = { label: () => 'Level', unit: () => 'cm' };
const minute = 60;
const hour = 3_600;

/** What becomes due when values come each so many seconds, as `300 active Level …`. */
function stepsOf(
  condition: AlertCondition,
  everySeconds: number,
  valueAt: (seconds: number) => number | null,
  until: number,
) {
  const machine = createMachine(condition, { names, now: 0, known: unknownBefore });
  const found: string[] = [];
  const evaluate = (seconds: number) => {
    for (let move = machine.decide(seconds * 1_000); move; move = machine.decide(seconds * 1_000)) {
      machine.take(move);
      found.push(`${seconds} ${move.to} ${alertText(move.report, 'en')}`);
    }
  };
  for (let seconds = 0; seconds <= until; seconds += everySeconds) {
    for (
      let at = machine.wakeAt((seconds - everySeconds) * 1_000);
      at !== null && at < seconds * 1_000;
      at = machine.wakeAt(at)
    )
      evaluate(at / 1_000);
    const value = valueAt(seconds);
    if (value !== null && machine.observe(value, seconds * 1_000)) evaluate(seconds);
  }
  return found;
}

describe('a change', () => {
  const rises = { kind: 'change', key: 'level', direction: 'rises', amount: 5, seconds: 10 * minute } as const;

  test('that is fast enough is reported, and over when the value has been calm for as long', () => {
    const valueAt = (seconds: number) => (seconds < 1_000 ? 20 : Math.min(20 + (seconds - 1_000) / 60, 30));
    expect(stepsOf(rises, 10, valueAt, 3_000)).toEqual([
      '1300 active Level rose by 5 cm within 10 minutes, from 20 cm to 25 cm.',
      expect.stringMatching(/^190\d(\.\d+)? cleared Level moved by less than 5 cm within 10 minutes\.$/),
    ]);
  });

  test('that is slow, or goes the other way, is none', () => {
    expect(stepsOf(rises, 10, (seconds) => 20 + seconds / 200, 10_000)).toEqual([]);
    expect(stepsOf(rises, 10, (seconds) => 200 - seconds / 60, 5_000)).toEqual([]);
    const falls = stepsOf({ ...rises, direction: 'either' }, 10, (seconds) => 200 - seconds / 60, 5_000);
    expect(falls).toEqual(['300 active Level fell by 5 cm within 10 minutes, from 200 cm to 195 cm.']);
  });

  test('costs no more memory for a board that sends very often', () => {
    const week = { ...rises, amount: 1e9, seconds: 7 * 86_400 };
    expect(stepsOf(week, 10, (seconds) => seconds, 400_000)).toEqual([]);
  });
});

describe('a value that is stuck', () => {
  const stuck = { kind: 'stuck', key: 'level', tolerance: 0.5, seconds: hour } as const;

  test('is reported, until it moves', () => {
    const valueAt = (seconds: number) => (seconds < 3 * hour ? 20 + (seconds % 20 === 0 ? 0.4 : 0) : 22);
    expect(stepsOf(stuck, 10, valueAt, 3 * hour + 600)).toEqual([
      '3600 active Level has been reported as 20.4 cm for 1 hour.',
      '10800 cleared Level moves again: it was 22 cm.',
    ]);
  });

  test('is none while nothing is reported', () => {
    expect(stepsOf(stuck, 10, (seconds) => (seconds < 600 ? 20 : null), 5 * hour)).toEqual([]);
  });

  test('is none when it moves slowly, but moves', () => {
    expect(stepsOf(stuck, 10, (seconds) => 20 + seconds / hour, 12 * hour)).toEqual([]);
  });
});

describe('a forecast', () => {
  const empty = { kind: 'forecast', key: 'level', comparison: '<', threshold: 10, withinSeconds: 6 * hour } as const;
  /** Falls by 6 cm an hour, with noise. */
  const falling = (seconds: number) => 100 - seconds / 600 + (((seconds / 60) * 7919) % 11) / 10;

  test('reports that a tank will be empty in about six hours', () => {
    const [first, ...others] = stepsOf(empty, minute, falling, 10 * hour);
    expect(others).toEqual([]);
    expect(first).toMatch(
      /^\d+ active Level will be below 10 cm in about 6 hours: it is 4\d(\.\d+)? cm and falls by [56](\.\d)? cm an hour\.$/,
    );
    const at = Number(first?.split(' ')[0]) / hour;
    expect(at).toBeGreaterThan(8.4);
    expect(at).toBeLessThan(9.6);
  });

  test('is over when it is filled', () => {
    const steps = stepsOf(empty, minute, (seconds) => (seconds < 11 * hour ? falling(seconds) : 100), 20 * hour);
    expect(steps).toHaveLength(2);
    expect(steps[1]).toContain('cleared Level is not expected to be below 10 cm within 6 hours any more.');
  });

  test('is none of what only trembles, nor of what moves away', () => {
    const trembling = (seconds: number) => 12 + (((seconds / 60) * 7919) % 11) / 10;
    expect(stepsOf(empty, minute, trembling, 24 * hour)).toEqual([]);
    expect(stepsOf(empty, minute, (seconds) => 12 + seconds / 600, 24 * hour)).toEqual([]);
  });

  test('is not misled by a few outliers', () => {
    const points = Array.from({ length: 30 }, (_, index) => ({ at: index, value: index % 7 === 0 ? 500 : 2 * index }));
    expect(trendOf(points).slope).toBeCloseTo(2, 0);
  });
});

describe('what is unusual', () => {
  const days = 28;
  const condition = { kind: 'unusual', key: 'level', times: 4, forSeconds: 0 } as const;
  /** Warm at noon, cold at night, a little other each day, and one day that was broken. */
  const valueAt = (at: number) => {
    const day = Math.floor(at / (24 * hour));
    return day === 9 ? 90 : 20 + 8 * Math.sin(((at / hour - 6) / 12) * Math.PI) + (day % 5) / 4;
  };
  const starts = Array.from({ length: days * 24 }, (_, index) => index * hour * 1_000);
  const at = (value: (seconds: number) => number) => starts.map((start) => value(start / 1_000));
  const hours = { starts, means: at(valueAt), lows: at((s) => valueAt(s) - 0.5), highs: at((s) => valueAt(s) + 0.5) };
  const hourOf = hoursIn('UTC');

  const judge = (hourOfDay: number, value: number, byHour = usualByHour(hours, hourOf)) => {
    const machine = createMachine(condition, { names, now: 0, known: unknownBefore });
    if (machine.detector instanceof UnusualDetector) machine.detector.learn({ byHour, hourOf });
    const now = (days * 24 + hourOfDay) * hour * 1_000;
    machine.observe(value, now);
    const move = machine.decide(now);
    return move ? alertText(move.report, 'en') : undefined;
  };

  test('depends on the hour of the day', () => {
    expect(judge(13, 28)).toBeUndefined();
    expect(judge(1, 28)).toMatch(
      /^Level was 28 cm, outside of \d+(\.\d+)? cm to 1\d(\.\d+)? cm, which is usual at this hour\.$/,
    );
    expect(judge(1, 12)).toBeUndefined();
    expect(judge(13, 12)).toBeDefined();
  });

  test('is not learned from a day that was broken, nor from too few', () => {
    expect(judge(13, 90)).toBeDefined();
    const few = Object.fromEntries(Object.entries(hours).map(([key, column]) => [key, column.slice(0, 6 * 24)]));
    expect(judge(13, 90, usualByHour(few as typeof hours, hourOf))).toBeUndefined();
  });

  test('is counted in hours of the zone of the device', () => {
    expect(hoursIn('Asia/Bangkok')(0)).toBe(7);
    expect(hoursIn('Asia/Kathmandu')(15 * minute * 1_000)).toBe(5);
    expect(hoursIn('Asia/Kathmandu')(14 * minute * 1_000)).toBe(5);
    expect(hoursIn('Asia/Kathmandu')(30 * minute * 1_000)).toBe(6);
  });
});
