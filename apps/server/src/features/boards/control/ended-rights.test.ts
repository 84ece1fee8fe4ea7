import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench } from '../../../../test/automation.ts';

const guest = { kind: 'person', name: 'guest@example.com', id: 2 } as const;
const owner = { kind: 'person', name: 'owner@example.com', id: 1 } as const;
const isGuests = ({ id }: { id?: number }) => id === guest.id;
let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(Date.UTC(2026, 10, 1, 6));
  server = await bench.startServer();
});
afterEach(() => bench.close());

const stored = async () => {
  await server.control.saved();
  const { rows } = await bench.database.pool.query('select target, state, reason from commands order by id');
  return rows;
};
const request = (by: typeof guest | typeof owner, pin: string) =>
  server.control.switchOutputs(server.deviceOf('A'), { pins: [{ pin, mode: 'digit', value: 1 }] }, by);
const refused = { status: 403, code: 'forbidden' };

test('a command that is stored while its right ends is not sent, and those of others are', async () => {
  const requests = [request(guest, 'D1'), request(owner, 'D2'), request(guest, 'D3')];
  server.control.withdraw(server.deviceOf('A'), isGuests, 'The pass was revoked.');
  expect(await Promise.allSettled(requests)).toMatchObject([
    { status: 'rejected', reason: refused },
    { status: 'fulfilled' },
    { status: 'rejected', reason: refused },
  ]);
  server.connect('A');
  await bench.time.pass(2_000);
  expect(server.sent.filter((one) => one.includes('io'))).toEqual(['A io D2:digit:1']);
  expect(await stored()).toMatchObject([
    { target: 'D1', state: 'failed', reason: 'The pass was revoked.' },
    { target: 'D2' },
    { target: 'D3', state: 'failed', reason: 'The pass was revoked.' },
  ]);
});

test('nor is an event', async () => {
  const event = server.control.sendEvent(server.deviceOf('A'), { name: 'led', value: '1' }, guest);
  server.control.withdraw(server.deviceOf('A'), isGuests, 'The pass was revoked.');
  await expect(event).rejects.toMatchObject(refused);
  expect(await stored()).toMatchObject([{ target: 'led', state: 'failed' }]);
});

test.each([
  ["becomes somebody else's", 'The device was handed over to another account.', (id: number) => id + 1],
  ['is deleted', 'The device was deleted.', () => undefined],
])('nor is one whose device %s meanwhile, on whichever server', async (_, reason, heirOf) => {
  const device = server.deviceOf('A');
  const requests = request(owner, 'D1');
  const accountId = heirOf(device.accountId);
  server.devices.refile(device, accountId === undefined ? undefined : { ...device, accountId });
  await expect(requests).rejects.toMatchObject({ ...refused, message: reason });
  expect(await stored()).toEqual([{ target: 'D1', state: 'failed', reason }]);
});
