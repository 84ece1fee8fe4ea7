import { expect, it } from 'vitest';
import { endFormat } from './end-format.ts';

const at = (text: string) => new Date(text).getTime();

it('writes the ends of a time as an axis writes its days, with the year only where there are two', () => {
  const ends = (from: string, to: string) => [from, to].map((end) => endFormat(at(from), at(to))(at(end)));
  expect(ends('2026-11-30T08:00', '2026-11-30T12:00')).toEqual(['08:00', '12:00']);
  expect(ends('2026-11-30T12:00', '2026-12-01T11:00')).toEqual(['11/30 12:00', '12/01 11:00']);
  expect(ends('2026-12-31T12:00', '2027-01-01T11:00')).toEqual(['12/31/2026 12:00', '01/01/2027 11:00']);
});
