import type { DryRun, RuleDefinition } from '@cyno/contract';
import { expect, test } from 'vitest';
import { countText, dryRunSource, hasHistory, levelsOf, marksOf } from './dry-run-text.ts';

const run: DryRun = {
  from: 0,
  to: 100,
  count: 1,
  firings: [
    { at: 10, phase: 'start', why: '', whyReport: [], steps: [] },
    { at: 20, phase: 'limit', why: '', whyReport: [], steps: [] },
    { at: 30, phase: 'back', why: '', whyReport: [], steps: [] },
  ],
  series: [{ espid: 'a', key: 'soil', points: [[0, null]] }],
  note: null,
  noteReport: [],
};

test.each([
  [0, '7', 'Would not have run in the last 7 days.'],
  [1, '1', 'Would have run once in the last day.'],
  [2, '30', 'Would have run 2 times in the last 30 days.'],
  [14, '7', 'Would have run 14 times in the last 7 days.'],
] as const)('%i times in %s days', (count, days, longLabel) => {
  expect(countText({ ...run, count, to: Number(days) * 86_400_000 })).toBe(longLabel);
});

test('a series without a value is no history', () => {
  expect(hasHistory(run)).toBe(false);
  expect(hasHistory({ ...run, series: [{ espid: 'a', key: 'soil', points: [[0, 0]] }] })).toBe(true);
});

test('only a start is a beginning, and ends do not hide it', () => {
  expect(marksOf(run)).toEqual([
    { at: 20, kind: 'end' },
    { at: 30, kind: 'end' },
    { at: 10, kind: 'start' },
  ]);
});

test('the limits of a variable lie across its own chart only', () => {
  const soil = { espid: 'a', key: 'soil', comparison: '<', threshold: 20, release: 35 } as const;
  const rule: RuleDefinition = {
    kind: 'rule',
    conditions: [soil, { ...soil, espid: 'b', threshold: 7 }, { ...soil, release: null }],
    forSeconds: 0,
    action: { kind: 'event', name: 'led', value: '1' },
    back: null,
    limit: null,
    activeHours: null,
  };
  expect(levelsOf(rule, 'a', 'soil')).toEqual([20, 35]);
  expect(levelsOf(rule, 'a', 'temp')).toEqual([]);
});

test('a chart draws the points as they are, with what lies on top', () => {
  const source = dryRunSource(
    [
      [1, 5],
      [2, null],
      [3, 6],
    ],
    { levels: [4] },
  );
  expect(source.read()).toMatchObject({ columns: { at: [1, 2, 3], value: [5, null, 6] }, levels: [4] });
});
