import { expect, test } from 'vitest';
import { momentLink } from './moment-link.ts';

const at = Date.UTC(2026, 10, 1, 6);
const minutes = (count: number) => count * 60_000;
const spanOf = (link: string) => {
  const { searchParams } = new URL(link, 'https://cyno.test');
  return [at - Number(searchParams.get('from')), Number(searchParams.get('to')) - at].map((ms) => ms / minutes(1));
};

test('leads to History of the device with the variable, where ids and names may hold anything', () => {
  const link = new URL(momentLink({ espid: 'ESP 1/ก', key: 'a&b:c', since: at, at }), 'https://cyno.test');
  expect(decodeURIComponent(link.pathname)).toBe('/device/ESP 1/ก/History');
  expect(link.pathname.split('/')).toHaveLength(4);
  expect(link.searchParams.getAll('v')).toEqual(['ESP 1/ก:a&b:c']);
});

test('names no variable for what is about the device itself', () => {
  expect(momentLink({ espid: 'E1', key: null, since: at, at })).not.toContain('v=');
});

test.each([
  ['what began just now', 0, [10, 10]],
  ['a short delay', 4, [14, 10]],
  ['what lasted', 120, [240, 120]],
])('shows %s with what was before and after it', (_, lasted, span) => {
  expect(spanOf(momentLink({ espid: 'E1', key: 'temp', since: at - minutes(lasted), at }))).toEqual(span);
});
