import { expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import type { ClaimedDelivery } from './deliveries.repository.ts';
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
  const sent = dispatcher.sendNow(7).then(() => order.push('responded'));
  claimedByLoop.resolve([{ delivery: { id: 7, accountId: 1, log: [], attempts: 1 } } as unknown as ClaimedDelivery]);
  await loop;
  stored.resolve();
  await sent;
  expect(order).toEqual(['stored', 'responded']);
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
  await dispatcher.sendNow(7);
  expect(settled).toHaveBeenCalledWith(delivery, expect.objectContaining({ state: 'queued', nextAt: 10_000 }));
});
