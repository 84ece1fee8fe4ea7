import { expect, test } from 'vitest';
import { AppError, forbidden, notFound } from '../../../platform/errors.ts';
import { Guests } from './guests.service.ts';

const guestsOf = (error: AppError) =>
  new Guests({
    dashboards: { find: () => Promise.reject(error) },
    devices: { find: () => undefined, findById: () => undefined, ofAccount: () => [] },
    dashboardRoleOf: () => null,
    dashboardPlaybackOf: () => false,
    noteVisit: () => {},
  });

test('only what is not shared opens nothing: a server that is busy knows nothing about it', async () => {
  for (const gone of [notFound('dashboard', '1'), forbidden('You may not do this.')])
    expect(await guestsOf(gone).openLive(1, 1)).toBeUndefined();
  const busy = new AppError(503, 'unavailable', 'The server is busy. Try again.');
  await expect(guestsOf(busy).openLive(1, 1)).rejects.toBe(busy);
});
