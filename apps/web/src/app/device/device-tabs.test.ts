import { expect, it } from 'vitest';
import { findDeviceTab } from './device-tabs.ts';

it('finds a tab without regard to case', () => {
  expect(findDeviceTab('overview')).toBe('Overview');
  expect(findDeviceTab('HISTORY')).toBe('History');
});

it('knows no other page', () => {
  expect(findDeviceTab('constructor')).toBeUndefined();
  expect(findDeviceTab(undefined)).toBeUndefined();
});
