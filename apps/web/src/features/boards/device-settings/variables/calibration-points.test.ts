import { expect, test } from 'vitest';
import {
  calibrationThen,
  displayedFor,
  fromNumbers,
  fromOnePoint,
  fromTwoPoints,
  rawOf,
} from './calibration-points.ts';

const point = (reading: string, truly: string) => ({ reading, truly });

test('one point gives the offset and keeps the scale', () => {
  expect(fromOnePoint(point('20,5', '21'), 1)).toEqual({ calibration: { offset: 0.5, scale: 1 }, problem: null });
  expect(fromOnePoint(point('10', '21'), 2).calibration).toEqual({ offset: 1, scale: 2 });
});

test('two points give a line through both, without the noise of the last bits', () => {
  const { calibration } = fromTwoPoints(point('0.3', '0'), point('99.1', '100'));
  expect(calibration).toEqual({ offset: -0.303643724697, scale: 1.01214574899 });
  if (!calibration) return;
  expect(displayedFor(0.3, calibration)).toBeCloseTo(0, 9);
  expect(displayedFor(99.1, calibration)).toBeCloseTo(100, 9);
  expect(rawOf(100, calibration)).toBeCloseTo(99.1, 9);
});

test.each([
  ['nothing typed yet', fromTwoPoints(point('', ''), point('1', '2')), null],
  ['a word', fromOnePoint(point('warm', '21'), 1), 'Enter numbers, such as 1000 or 21.5.'],
  ['the same point twice', fromTwoPoints(point('1', '2'), point('1', '3')), 'The two board readings must differ'],
  ['one truth for both', fromTwoPoints(point('1', '2'), point('3', '2')), 'The two meter readings must differ'],
  ['a scale of 0', fromNumbers('1', '0'), 'The scale must not be 0.'],
  ['a scale that is hardly one', fromNumbers('1', '1e-16'), 'The scale must not be 0.'],
  ['digits in threes', fromOnePoint(point('1,013', '1,020'), 1), 'Enter numbers, such as 1000 or 21.5.'],
  ['no number', fromNumbers('NaN', '1'), 'Enter numbers, such as 1000 or 21.5.'],
  ['an infinite number', fromNumbers('Infinity', '1'), 'Enter numbers, such as 1000 or 21.5.'],
  ['a number beyond bounds', fromNumbers('1e308', '1'), 'Enter numbers, such as 1000 or 21.5.'],
  ['a line that is too steep', fromTwoPoints(point('0', '0'), point('0.000001', '1e14')), 'too far apart'],
])('%s gives none', (_, { calibration, problem }, text) => {
  expect(calibration).toBeNull();
  if (text === null) expect(problem).toBeNull();
  else expect(problem).toContain(text);
});

test('what held at an instant is the newest change before it, of the same variable', () => {
  const changes = [
    { key: 'a', since: 10, offset: 1, scale: 1 },
    { key: 'a', since: 20, offset: 2, scale: 1 },
    { key: 'b', since: 15, offset: 9, scale: 9 },
  ];
  expect([9, 10, 19, 20].map((at) => calibrationThen(changes, 'a', at).offset)).toEqual([0, 1, 1, 2]);
});
