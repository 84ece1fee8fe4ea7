import { expect, test } from 'vitest';
import { refusesMeasurement } from './analytics.ts';

test.each([
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: 'yes' }, true],
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '0', globalPrivacyControl: true }, true],
  [{}, false],
  [{ doNotTrack: null }, false],
  [{ doNotTrack: 'unspecified', globalPrivacyControl: false }, false],
])('%o refuses: %s', (browser, refuses) => {
  expect(refusesMeasurement(browser)).toBe(refuses);
});
