import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it('leaves no half of a character', () => {
  expect(cutText('Pump', 4)).toBe('Pump');
  expect(cutText('Pumps', 4)).toBe('Pump');
  expect(cutText('Pum💧', 5)).toBe('Pum💧');
  expect(cutText('Pum💧', 4)).toBe('Pum');
});
