import { afterEach, expect, it } from 'vitest';
import { applyDisplaySettings, displaySettings, settingsOf } from './display-settings.ts';
import { formatDateTime } from './format.ts';

const at = Date.UTC(2026, 10, 21, 17, 5, 9);
afterEach(() => applyDisplaySettings({ timeZone: null, dateFormat: null }));

it.each([
  ['mm/dd/yy', '11/22/2026 00:05'],
  ['dd/mm/yy', '22/11/2026 00:05'],
  ['dd/mm/be', '22/11/2569 00:05'],
  ['yyyy-mm-dd', '2026-11-22 00:05'],
] as const)('instants follow the profile: %s', (dateFormat, text) => {
  applyDisplaySettings({ timeZone: 'Asia/Bangkok', dateFormat });
  expect(formatDateTime(at)).toBe(text);
});

it('falls back to the browser and the default where the profile has nothing or nothing usable', () => {
  applyDisplaySettings({ timeZone: 'Asia/Bangkok', dateFormat: 'yyyy-mm-dd' });
  applyDisplaySettings({ timeZone: null, dateFormat: null });
  expect(displaySettings()).toEqual({ timeZone: undefined, dateFormat: 'mm/dd/yy' });
  expect(settingsOf({ timeZone: 'Mars/Olympus', dateFormat: 'yy' })).toEqual(settingsOf(null));
  expect(settingsOf(null)).toEqual({ timeZone: undefined, dateFormat: undefined });
});
