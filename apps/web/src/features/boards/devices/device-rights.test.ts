import { expect, test } from 'vitest';
import { may, roleOf, type SeenDevice } from './device-rights.ts';

const own = {} as SeenDevice;
const shared = (role: 'viewer' | 'operator' | 'manager') => ({ role }) as SeenDevice;

test('a device without a role is an own one, with which everything may be done', () => {
  expect(roleOf(own)).toBe('owner');
  expect(may(own, 'own')).toBe(true);
});

test.each([
  ['viewer', ['view']],
  ['operator', ['view', 'operate']],
  ['manager', ['view', 'operate', 'manage']],
] as const)('a %s may %j', (role, rights) => {
  const all = ['view', 'operate', 'manage', 'own'] as const;
  expect(all.filter((right) => may(shared(role), right))).toEqual(rights);
});
