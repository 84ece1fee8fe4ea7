import type { SharedDevice } from '@cyno/contract';
import { expect, test } from 'vitest';
import { nextEndMs } from './device-queries.ts';

const ending = (...ends: (number | null)[]) => ends.map((expiresAt) => ({ expiresAt }) as SharedDevice);

test('shared devices are requested again when the first of them comes to its end', () => {
  expect(nextEndMs(ending(null, 90_000, 50_000), 20_000)).toBe(30_000);
});

test('what is over by this clock and not by that of the server is not requested without a pause', () => {
  expect(nextEndMs(ending(10_000), 20_000)).toBe(1_000);
});

test('nothing is requested without an end, and the far future in steps that a timer can wait', () => {
  expect(nextEndMs(ending(null), 0)).toBe(false);
  expect(nextEndMs(ending(1e13), 0)).toBe(86_400_000);
});
