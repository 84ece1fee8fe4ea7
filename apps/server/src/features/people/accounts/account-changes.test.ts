import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import { asAccount, watchRequesters } from '../../../../test/requesters.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { AccountChangesRepository } from './account-changes.repository.ts';
import { AccountChanges } from './account-changes.ts';
import { accountChangesMissed } from './accounts.events.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** The changes of accounts as a server follows them. */
function followChanges() {
  const bus = new EventBus({ log: silentLogger });
  const nothing = () => undefined;
  const holders = { forget: nothing, sessionsEnded: nothing, tokensRevoked: nothing };
  const changes = new AccountChanges({ database: db.database, log: silentLogger, bus, holders });
  onTestFinished(() => changes.stop());
  const missed = vi.fn();
  bus.subscribe(accountChangesMissed, 'test', missed);
  return { changes, missed };
}
const query = async (text: string) => (await db.database.pool.query(text)).rows;

test('who changes an account does not read how all others stand that changed', async () => {
  const { changes } = followChanges();
  const requesters = watchRequesters(db.database.pool);
  await Promise.all([asAccount(() => changes.changed(1)), changes.changed(2)]);
  expect(requesters).toEqual(new Set(['server']));
});

test('an account that is enabled while the disabled ones are listed at the start may be used', async () => {
  const [{ id }] = await query(
    `insert into accounts (email, disabled_at) values ('a@example.com', now()) returning id`,
  );
  const { changes } = followChanges();
  const list = AccountChangesRepository.prototype.blocked;
  const listing = vi.spyOn(AccountChangesRepository.prototype, 'blocked').mockImplementationOnce(async function (
    this: AccountChangesRepository,
  ) {
    const before = await list.call(this);
    await query('update accounts set disabled_at = null');
    await changes.changed(id);
    return before;
  });
  onTestFinished(() => listing.mockRestore());
  await changes.start();
  expect(changes.mayBeUsed(id)).toBe(true);
});

test('what may have been missed is checked in the end although single accounts cannot be read either', async () => {
  const { changes, missed } = followChanges();
  await changes.start();
  const away = new Error('Connection terminated unexpectedly');
  const standings = vi.spyOn(AccountChangesRepository.prototype, 'standings').mockRejectedValueOnce(away);
  const listing = vi.spyOn(AccountChangesRepository.prototype, 'blocked').mockImplementationOnce(async () => {
    setImmediate(() => void changes.changed(1));
    throw away;
  });
  onTestFinished(() => {
    standings.mockRestore();
    listing.mockRestore();
  });
  await query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'cyno listener%'`);
  await expect.poll(() => missed.mock.calls.length).toBe(1);
});

test('open connections whose proofs could not be read are checked again', async () => {
  const { changes, missed } = followChanges();
  await changes.start();
  await query('alter table sessions rename to away');
  await expect(changes.endMissing({ sessions: [{ accountId: 1, sessionId: 1 }], tokens: [] })).rejects.toThrow();
  await query('alter table away rename to sessions');
  await expect.poll(() => missed.mock.calls.length).toBe(1);
});
