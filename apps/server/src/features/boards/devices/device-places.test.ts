import { maxDevices } from '@cyno/contract';
import { expect, test } from 'vitest';
import { DevicePlaces } from './device-places.ts';

const noLimits = { planName: 'Self-hosted', devices: null, newPerHour: null };

test('a plan without a limit ends at 10,000 devices, those that are joining included', async () => {
  let count = maxDevices - 2;
  const places = new DevicePlaces({
    clock: { now: () => 0 },
    capacityOf: () => noLimits,
    countOf: () => count,
    silentOf: () => [],
  });
  const added = Promise.withResolvers<void>();
  const joining = [places.hold(1, () => added.promise), places.hold(1, () => added.promise)];
  await expect(places.hold(1, async () => {})).rejects.toMatchObject({ status: 403, code: 'limit_reached' });
  added.resolve();
  await Promise.all(joining);
  expect(places.refusal(1)).toBeNull();
  count = maxDevices;
  expect(places.refusal(1)?.message).toBe('An account has at most 10,000 devices. Delete one you no longer need.');
});

test('boards that were added while the clock was ahead keep no others out', async () => {
  const clock = { at: 86_400_000, now: () => clock.at };
  const places = new DevicePlaces({
    clock,
    capacityOf: () => ({ ...noLimits, newPerHour: 1 }),
    countOf: () => 1,
    silentOf: () => [],
  });
  await places.hold(1, async () => 'a board');
  expect(places.refusal(1)).toMatchObject({ status: 429 });
  clock.at = 0;
  expect(places.refusal(1)).toBeNull();
});

test('a device that returns needs room in the plan, and is not limited as new ones are', async () => {
  let count = 1;
  const silent = Array.from({ length: 60 }, () => ({ online: false, addedAt: 0 }));
  const places = new DevicePlaces({
    clock: { now: () => 3_600_000 },
    capacityOf: () => ({ planName: 'Free', devices: 2, newPerHour: 1 }),
    countOf: () => count,
    silentOf: () => silent,
  });
  await expect(places.hold(1, async () => 'new')).rejects.toMatchObject({ status: 403 });
  silent.length = 0;
  await places.hold(1, async () => 'new');
  expect(await places.hold(1, async () => 'returned', { isNew: false })).toBe('returned');
  count = 2;
  await expect(places.hold(1, async () => 'returned', { isNew: false })).rejects.toMatchObject({ status: 403 });
});
