import { expect, it } from 'vitest';
import { instantOf } from '../../../../ui/fields/local-instant.ts';
import { filterQuery, isFiltered, readFilter, writeFilter } from './alert-filter.ts';

const now = 1_000_000_000_000;
const clockIn = (zone: string) => ({
  now,
  instantOf: (day: string, second: number) => instantOf({ day, second }, zone),
});
const clock = clockIn('UTC');
const read = (address: string) => readFilter(new URLSearchParams(address));

it('stands in the address as it was chosen', () => {
  const address = 'show=history&severity=critical&device=ESP32-1&rule=7&time=days&from=2026-11-01&to=2026-11-02';
  expect(writeFilter(read(address)).toString()).toBe(address);
  expect(writeFilter(read('')).toString()).toBe('');
});

it('ignores what makes no sense', () => {
  const filter = read('show=all&severity=worst&rule=-1&time=never&from=today');
  expect(filter).toEqual(read(''));
  expect(isFiltered(filter)).toBe(false);
});

it('requests whole days, and spans that end now', () => {
  expect(filterQuery(read('time=days&from=2026-11-01&to=2026-11-02'), clock)).toMatchObject({
    from: Date.parse('2026-11-01T00:00:00Z'),
    to: Date.parse('2026-11-03T00:00:00Z') - 1,
  });
  expect(filterQuery(read('time=24h'), clock)).toMatchObject({ from: clock.now - 86_400_000, to: undefined });
  expect(filterQuery(read(''), clock)).toEqual({ show: 'open' });
});

it.each([
  ['25', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['23', '2027-03-28', '2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z'],
])('requests a day of %s hours whole', (_, day, from, end) => {
  expect(filterQuery(read(`time=days&from=${day}&to=${day}`), clockIn('Europe/Berlin'))).toMatchObject({
    from: Date.parse(from),
    to: Date.parse(end) - 1,
  });
});
