import { afterEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { asAccount } from '../../../../test/requesters.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { currentRequester } from '../../../platform/requester.ts';
import { Shares } from './shares.ts';
import type { ShareRow } from './sharing.repository.ts';

afterEach(() => vi.useRealTimers());

test('whose share is written before others end does not pay for removing these', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const clock = { at: 0, now: () => clock.at };
  const row = { id: 1, thing: { kind: 'device', id: 2 }, accountId: 3, ownerId: 4, role: 'viewer', expiresAt: 1_000 };
  const requesters: string[] = [];
  const shares = new Shares({
    database: {} as Database,
    repository: {
      listGrants: async () => [],
      find: async () => row as ShareRow,
      removeOver: async () => void requesters.push(currentRequester().key),
    },
    bus: new EventBus({ log: silentLogger }),
    clock,
    log: silentLogger,
    mayBeUsed: () => true,
  });
  await asAccount(async () => {
    await shares.changed(1);
    clock.at = 1_000;
    vi.advanceTimersByTime(1_000);
  });
  expect(requesters).toEqual(['server']);
});
