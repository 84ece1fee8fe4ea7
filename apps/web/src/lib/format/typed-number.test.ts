import { expect, it } from 'vitest';
import { typedNumber } from './typed-number.ts';

it.each([
  ['21.5', 21.5],
  [' 0,125 ', 0.125],
  ['−1,5', -1.5],
  ['-1e3', -1000],
  ['1000', 1000],
  ['12,5', 12.5],
])('reads %j', (text, number) => expect(typedNumber(text)).toBe(number));

it.each(['', ' ', 'warm', '21.5 °C', '1,000', '−12,345', '1,013.25', '1,000,000', '1.000,5', 'Infinity', '1e999'])(
  'takes %j for no number',
  (text) => expect(typedNumber(text)).toBeNaN(),
);
