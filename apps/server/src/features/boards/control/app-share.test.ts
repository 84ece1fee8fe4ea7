import { expect, test, vi } from 'vitest';
import type { AppSession } from '../../../platform/broker/index.ts';
import { DatabaseBusy } from '../../../platform/database/database-busy.ts';
import { currentRequester } from '../../../platform/requester.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { AppCommands } from './app-commands.ts';

const sessionOf = (accountId: number): AppSession => ({
  kind: 'app',
  accountId,
  tokenId: 1,
  scope: 'control',
  remoteAddress: '::1',
});

/** Forty boards that several accounts may operate; `write` is what writing a command down does. */
function makeApps(write: () => Promise<unknown>) {
  const lines: string[] = [];
  const clock = { at: 0, now: () => clock.at };
  const nameOf = vi.fn(async () => 'ann@example.com');
  const setAll = vi.fn(async () => void (await write()));
  const commands = new AppCommands({
    control: { setAll },
    deviceLog: { append: (_id, _kind, text) => void lines.push(text) },
    clock,
    find: (_accountId, espid) => ({ id: Number(espid), espid, family: 'esp32' }) as DeviceRecord,
    nameOf,
  });
  const publish = (accountId: number, espid: number | string) =>
    commands.take(sessionOf(accountId), { topic: `/${espid}/io`, payload: Buffer.from('2:digit:1') });
  return { clock, lines, nameOf, publish, setAll };
}

test('what an app publishes is done with the share of its account, which is named once for many messages', async () => {
  const requesters = new Set<string>();
  const { clock, nameOf, publish } = makeApps(async () => requesters.add(currentRequester().key));
  await Promise.all(Array.from({ length: 400 }, (_, n) => publish(5, n % 40)));
  expect(requesters).toEqual(new Set(['account 5']));
  expect(nameOf).toHaveBeenCalledTimes(1);
  clock.at = 60_000;
  await publish(5, 1);
  expect(nameOf).toHaveBeenCalledTimes(2);
});

test('an app of many boards has a thousand messages waiting, and keeps nobody else from these boards', async () => {
  const held = Promise.withResolvers<void>();
  const { lines, publish, setAll } = makeApps(async () => {
    if (currentRequester().key === 'account 5') await held.promise;
  });
  const taken = Array.from({ length: 2_000 }, (_, n) => publish(5, n % 40));
  expect(lines).toHaveLength(1_000);
  expect(lines[0]).toContain('too many messages at once');
  await publish(6, 1);
  expect(setAll).toHaveBeenCalledTimes(41);
  held.resolve();
  await Promise.all(taken);
  await publish(5, 1);
  expect(lines).toHaveLength(1_000);
});

test.each([
  ['who has no share of the database left is told so', 'share', 'fulfilled', 1],
  ['a database that is busy for all is nobody’s fault, and the app sends it again', 'full', 'rejected', 0],
] as const)('%s', async (_, why, outcome, replies) => {
  const busy = new DatabaseBusy(why);
  const { lines, publish } = makeApps(() => Promise.reject(new Error('Failed query', { cause: busy })));
  const [settled] = await Promise.allSettled([publish(5, 1)]);
  expect(settled?.status).toBe(outcome);
  expect(lines).toHaveLength(replies);
});
