import { expect, test } from 'vitest';
import { peopleText, roleAllows } from './sharing-text.ts';

test('with a limit of the plan, how much of it is used', () => {
  expect(peopleText(1, 2)).toBe('Shared with 1 of 2 people');
  expect(peopleText(0, 1)).toBe('Shared with 0 of 1 person');
});

test('without one, how many there are', () => {
  expect(peopleText(1, null)).toBe('Shared with 1 person');
  expect(peopleText(100, null)).toBe('Shared with 100 people');
});

test('a role allows something else with a dashboard than with a device', () => {
  expect(roleAllows('manager')).toContain('automations');
  expect(roleAllows('manager', 'dashboard')).not.toContain('automations');
});
