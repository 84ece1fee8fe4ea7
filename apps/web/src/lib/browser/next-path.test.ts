import { expect, it } from 'vitest';
import { loginPath, safeNextPath } from './next-path.ts';

const origin = 'https://cyno.example';

it.each(['/device', '/device/ESP32%20(rev%201)/History?range=1h#temp', '/bill'])('keeps %s', (path) => {
  expect(safeNextPath(path, origin)).toBe(path);
});

it.each([
  null,
  '',
  'device',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/auth/login',
  '/auth/login?next=%2Fauth%2Flogin',
])('refuses %j', (path) => {
  expect(safeNextPath(path, origin)).toBeUndefined();
});

it('leads back to the page, unless it is the first one anyway', () => {
  expect(loginPath('/profile')).toBe('/auth/login?next=%2Fprofile');
  expect(loginPath('/device')).toBe('/auth/login');
  expect(loginPath()).toBe('/auth/login');
});
