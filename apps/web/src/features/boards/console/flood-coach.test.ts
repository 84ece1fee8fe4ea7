import { expect, test } from 'vitest';
import { variableOf } from '../../../../test/devices.ts';
import { tooFast } from './flood-coach.tsx';

const variable = (key: string, intervalMs: number | null) => variableOf(key, { value: 1, at: 0, intervalMs });

test('names the variable that comes most often, when that is more often than is stored', () => {
  const variables = [variable('humid', 2_000), variable('temp', 500), variable('new', null)];
  expect(tooFast(variables, [], 5_000)).toEqual({ key: 'temp', intervalMs: 500 });
});

test.each([
  ['as fast as is stored', [variable('temp', 5_000)], 5_000],
  ['a little early, as boards are', [variable('temp', 400)], 500],
  ['nothing known yet', [variable('temp', null)], 5_000],
])('says nothing about %s', (_, variables, storedIntervalMs) => {
  expect(tooFast(variables, [], storedIntervalMs)).toBeNull();
});

test('says nothing about what a formula makes of several messages', () => {
  expect(tooFast([variable('temp', 5_000), variable('dew', 500)], [{ key: 'dew' }], 5_000)).toBeNull();
});
