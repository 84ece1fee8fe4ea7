import { expect, test } from 'vitest';
import { formOf, isUsual, rangeProblem, settingsOf } from './variable-form.ts';

const usual = { label: 'Temperature', unit: '°C', hue: 2 };
const nothing = { label: null, unit: null, hue: null, decimals: null, range: null };

test('what is left as it is stays as usual', () => {
  const form = formOf({ settings: nothing, usual });
  expect(form).toEqual({ label: 'Temperature', unit: '°C', hue: 2, decimals: 'auto', min: '', max: '' });
  expect(settingsOf(form, usual)).toEqual(nothing);
  expect(isUsual(nothing)).toBe(true);
});

test('what is set comes back as it was, with no unit as a choice of its own', () => {
  const settings = { label: 'Sea', unit: '', hue: 6, decimals: 0, range: { min: -2.5, max: 40 } };
  expect(settingsOf(formOf({ settings, usual }), usual)).toEqual(settings);
  expect(isUsual(settings)).toBe(false);
});

test('an empty name is the usual one, and a range takes a decimal comma', () => {
  const form = { ...formOf({ settings: nothing, usual }), label: '  ', min: '−1,5', max: '2' };
  expect(settingsOf(form, usual)).toEqual({ ...nothing, range: { min: -1.5, max: 2 } });
});

test.each([
  ['', '', null],
  ['0', '1', null],
  ['-1,5', '-1.4', null],
  ['', '1', 'Enter two numbers, or leave both empty.'],
  ['a', '1', 'Enter numbers, such as 1000 or 21.5.'],
  ['0', '1e300', 'Enter numbers, such as 1000 or 21.5.'],
  ['0', '1,000', 'Enter numbers, such as 1000 or 21.5.'],
  ['1', '1', 'The maximum must be above the minimum.'],
  ['10', '9', 'The maximum must be above the minimum.'],
])('a range from %j to %j', (min, max, problem) => {
  expect(rangeProblem({ min, max })).toBe(problem);
});
