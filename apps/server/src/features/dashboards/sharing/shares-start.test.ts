import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { Shares } from './shares.ts';
import type { ShareRow } from './sharing.repository.ts';

test('a share that ends while all are listed at the start stays ended', async () => {
  const { database, drop } = await createTestDatabase();
  const thing = { kind: 'device', id: 2 } as const;
  const grant = { id: 1, thing, accountId: 3, ownerId: 4, role: 'viewer', playback: false, expiresAt: null } as const;
  let row: ShareRow | undefined = grant as object as ShareRow;
  const shares = new Shares({
    database,
    repository: {
      async listGrants() {
        row = undefined;
        await shares.changed(1);
        return [grant];
      },
      find: async () => row,
    },
    bus: new EventBus({ log: silentLogger }),
    clock: { now: () => 0 },
    log: silentLogger,
    mayBeUsed: () => true,
  });
  onTestFinished(async () => {
    await shares.stop();
    await drop();
  });
  await shares.start();
  expect(shares.roleOf(3, thing)).toBeNull();
});
