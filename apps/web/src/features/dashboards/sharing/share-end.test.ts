import { expect, test } from 'vitest';
import { endOf } from './share-end.ts';

const at = { now: Date.parse('2026-11-21T10:00:00Z'), timeZone: 'Asia/Bangkok' };

test('a share ends never, after a day or after a week', () => {
  expect(endOf('never', '', at)).toBeNull();
  expect(endOf('day', '', at)).toBe(Date.parse('2026-11-22T10:00:00Z'));
  expect(endOf('week', '', at)).toBe(Date.parse('2026-11-28T10:00:00Z'));
});

test('a chosen day is the last one, in the zone of who chose it', () => {
  expect(endOf('date', '2026-11-30', at)).toBe(Date.parse('2026-11-30T17:00:00Z'));
  expect(endOf('date', '2026-11-21', at)).toBe(Date.parse('2026-11-21T17:00:00Z'));
});

test('a day that is missing or over is no end', () => {
  expect(endOf('date', '', at)).toBeUndefined();
  expect(endOf('date', '2026-11-20', at)).toBeUndefined();
});
