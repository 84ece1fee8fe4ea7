import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import { type ClaimedDelivery, deliveriesRepository } from './deliveries.repository.ts';
import { Dispatcher, type DispatcherDeps } from './dispatcher.ts';

test('who sends one at once waits for what came of it, also where it was being sent already', async () => {
  const claimedByLoop = Promise.withResolvers<ClaimedDelivery[]>();
  const stored = Promise.withResolvers<void>();
  const order: string[] = [];
  const dispatcher = new Dispatcher({
    clock: { now: () => 0 },
    log: silentLogger,
    contacts: { of: async () => [] },
    contactRows: {},
    deliveries: {
      claimDue: () => claimedByLoop.promise,
      claim: async () => undefined,
      async settle() {
        await stored.promise;
        order.push('stored');
      },
    },
  } as unknown as DispatcherDeps);
  const loop = dispatcher.dispatch();
  const sent = dispatcher.sendNow(1, 7).then(() => order.push('responded'));
  const delivery = { id: 7, accountId: 1, log: [], attempts: 1 };
  claimedByLoop.resolve([{ delivery, message: {} } as unknown as ClaimedDelivery]);
  await loop;
  stored.resolve();
  await sent;
  expect(order).toEqual(['stored', 'responded']);
});

test('one account takes no more slots by hand than its share: the others stay queued', async () => {
  const released = Promise.withResolvers<void>();
  const claim = vi.fn(async (id: number) => ({
    delivery: { id, accountId: 1, log: [], attempts: 1 },
    message: {},
  }));
  const dispatcher = new Dispatcher({
    clock: { now: () => 0 },
    log: silentLogger,
    contacts: { of: () => released.promise.then(() => []) },
    contactRows: {},
    deliveries: { claim, settle: async () => undefined },
  } as unknown as DispatcherDeps);
  const sent = [1, 2, 3, 4].map((id) => dispatcher.sendNow(1, id));
  await expect.poll(() => dispatcher.sending).toBe(4);
  await dispatcher.sendNow(1, 5);
  expect(claim).toHaveBeenCalledTimes(4);
  released.resolve();
  await Promise.all(sent);
});

test('a message that could not be written, as while the database is away, is tried again', async () => {
  const settled = vi.fn();
  const delivery = { id: 7, accountId: 1, contact: 'c', log: [], attempts: 1 };
  const dispatcher = new Dispatcher({
    clock: { now: () => 0 },
    log: silentLogger,
    contacts: { of: async () => [{ id: 'c', kind: 'line', problem: null }] },
    contactRows: { failed: async () => undefined },
    deliveries: { claim: async () => ({ delivery, message: {} }), settle: settled },
    tokens: { give: async () => ({ action: null, receipt: null }) },
    visibleContent: async () => ({ link: '/alerts', events: [] }),
    heldUntil: async () => null,
    addressOf: (path: string) => path,
    send: () => Promise.reject(new Error('Connection terminated unexpectedly')),
  } as unknown as DispatcherDeps);
  await dispatcher.sendNow(1, 7);
  expect(settled).toHaveBeenCalledWith(delivery, expect.objectContaining({ state: 'queued', nextAt: 10_000 }));
});

test('a mail server that does not respond holds up no other service, not even for an account with much mail', async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  await database.pool.query(`
    WITH account AS (
      INSERT INTO accounts (email) SELECT n || '@example.com' FROM generate_series(1, 20) AS n RETURNING id
    ), message AS (
      INSERT INTO notification_messages (account_id, severity, kind, content, at)
      SELECT id, 'critical', 'active', '{}', 0 FROM account RETURNING id, account_id
    )
    INSERT INTO notification_deliveries (message_key, message_id, account_id, contact, kind, name, state, next_at)
    SELECT gen_random_uuid(), message.id, account_id, kind, kind, kind, 'queued', next_at
    FROM message, (SELECT 'email' AS kind, n AS next_at FROM generate_series(1, 9) AS n UNION ALL SELECT 'line', 10) AS one`);
  const released = Promise.withResolvers<void>();
  const begun: string[] = [];
  const dispatcher = new Dispatcher({
    clock: { now: () => 100 },
    log: silentLogger,
    contacts: { of: async () => ['email', 'line'].map((kind) => ({ id: kind, kind, problem: null })) },
    contactRows: { works: async () => undefined },
    deliveries: deliveriesRepository(database),
    tokens: { give: async () => ({ action: null, receipt: null }) },
    visibleContent: async () => ({ link: '/alerts', events: [] }),
    addressOf: (path: string) => path,
    async send(_accountId: number, { kind }: { kind: string }) {
      begun.push(kind);
      if (kind === 'email') await released.promise;
      return { ok: true, result: 'It took it.' };
    },
  } as unknown as DispatcherDeps);
  const count = (kind: string) => begun.filter((one) => one === kind).length;
  await dispatcher.dispatch();
  await dispatcher.dispatch();
  // Sixteen accounts have a mail on its way, and wait for that.
  await expect.poll(() => [count('email'), count('line')]).toEqual([16, 4]);
  released.resolve();
  await dispatcher.settled();
});
