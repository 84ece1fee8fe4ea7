import { expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { DeviceRegistry } from '../variables/index.ts';
import { Retention } from './retention.service.ts';

test('what is known of a device stays when it is added while the nightly job lists all', async () => {
  const clock = { now: () => 0 };
  const registry = new DeviceRegistry(clock, { changed: () => undefined });
  registry.get(1, 4);
  registry.get(2, 4);
  const retention = new Retention({
    repository: {
      removeOrphans: async () => undefined,
      async listDevices() {
        registry.get(3, 4);
        return [{ id: 2, accountId: 4 }];
      },
      removePresence: async () => undefined,
      listPartitions: async () => [],
    } as never,
    store: {} as never,
    registry,
    clock,
    log: silentLogger,
    limits: { rawDays: () => null, rollupDays: () => null } as never,
  });
  await retention.run();
  expect([...registry.all()].map(({ id }) => id)).toEqual([2, 3]);
});
