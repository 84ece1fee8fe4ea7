import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { asAccount } from '../../../../test/requesters.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { currentRequester } from '../../../platform/requester.ts';
import { Shares } from './shares.ts';
import { shareChanged } from './sharing.events.ts';
import type { ShareRow } from './sharing.repository.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

/** Shares of which one, from account 4 to account 3, ends a second after the clock began. */
function startShares() {
  const clock = { at: 0, now: () => clock.at };
  const thing = { kind: 'device', id: 2 } as const;
  const row = { id: 1, thing, accountId: 3, ownerId: 4, role: 'viewer', expiresAt: 1_000 };
  const published: { role: string | null; by: string }[] = [];
  const bus = new EventBus({ log: silentLogger });
  bus.subscribe(shareChanged, 'test', ({ role }) => void published.push({ role, by: currentRequester().key }));
  const repository = { listGrants: async () => [], find: async () => row as ShareRow };
  const database = {} as Database;
  const shares = new Shares({ database, repository, bus, clock, log: silentLogger, mayBeUsed: () => true });
  const roles = () => published.map(({ role }) => role);
  return { clock, shares, published, roles, role: () => shares.roleOf(3, thing) };
}

test('whose share is written before others end does not pay for what follows from that', async () => {
  const { clock, shares, published } = startShares();
  await asAccount(async () => {
    await shares.changed(1);
    clock.at = 1_000;
    vi.advanceTimersByTime(1_000);
  });
  expect(published.at(-1)).toEqual({ role: null, by: 'server' });
});

test('a share that ended by a clock that was wrong lasts again when that is set right, and ends at its end', async () => {
  const { clock, shares, roles, role } = startShares();
  await shares.changed(1);
  clock.at = 10_000;
  vi.advanceTimersByTime(1_000);
  expect([role(), roles()]).toEqual([null, ['viewer', null]]);
  clock.at = 500;
  expect(role()).toBe('viewer');
  vi.advanceTimersByTime(3_600_000);
  expect(roles()).toEqual(['viewer', null, 'viewer']);
  clock.at = 1_000;
  vi.advanceTimersByTime(500);
  expect([role(), roles()]).toEqual([null, ['viewer', null, 'viewer', null]]);
});
