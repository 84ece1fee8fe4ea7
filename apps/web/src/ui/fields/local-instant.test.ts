import { expect, test } from 'vitest';
import { instantOf, localPartsOf } from './local-instant.ts';

test.each(['Asia/Bangkok', 'America/New_York', 'UTC'])('there and back in %s', (zone) => {
  for (const at of [Date.UTC(2026, 2, 8, 12), Date.UTC(2026, 10, 1, 12), Date.UTC(2026, 0, 1)]) {
    expect(instantOf(localPartsOf(at, zone), zone)).toBe(at);
  }
});

test('a part that is missing gives no instant', () => {
  expect(instantOf({ day: '', second: 0 })).toBeNull();
  expect(instantOf({ day: '2026-01-01', second: null })).toBeNull();
});
