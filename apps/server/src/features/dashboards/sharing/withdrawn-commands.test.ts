import { expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import type { Requester } from '../../boards/control/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { shareChanged } from './sharing.events.ts';
import { withdrawCommands } from './withdrawn-commands.ts';

const device = { id: 2, accountId: 4 } as DeviceRecord;
const byId: Requester[] = [
  { kind: 'person', name: 'guest@example.com', id: 3 },
  { kind: 'token', name: null, id: 3 },
  { kind: 'rule', name: 'Pump', id: 3 },
];
const byAddress: Requester = { kind: 'person', name: 'guest@example.com' };
const ofOthers: Requester[] = [
  { kind: 'person', name: 'owner@example.com', id: 4 },
  { kind: 'pass', name: 'Gate', id: 3 },
  { kind: 'rule', name: 'guest@example.com' },
];

/** Whose waiting commands are withdrawn when account 3 may no longer operate the device. */
async function withdrawn(find: () => Promise<{ email: string } | undefined>): Promise<Requester[]> {
  const waiting = new Set([...byId, byAddress, ...ofOthers]);
  const gone: Requester[] = [];
  const bus = new EventBus({ log: silentLogger });
  const read = Promise.withResolvers<void>();
  withdrawCommands({
    bus,
    accounts: { find: () => find().finally(() => read.resolve()) } as never,
    devices: { findById: () => device } as never,
    access: { may: () => false } as never,
    control: {
      withdraw(_, isTheirs) {
        for (const one of waiting) if (isTheirs(one) && waiting.delete(one)) gone.push(one);
      },
    },
  });
  bus.publish(shareChanged, { thing: { kind: 'device', id: 2 }, accountId: 3, ownerId: 4, role: null });
  await read.promise;
  await new Promise(setImmediate);
  return gone;
}

test('waiting commands of a person who lost the right to them are withdrawn', async () => {
  expect(await withdrawn(async () => ({ email: 'guest@example.com' }))).toEqual([...byId, byAddress]);
});

test('also when the address of that person cannot be read, which only commands of an earlier release need', async () => {
  const away = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  expect(await withdrawn(away)).toEqual(byId);
});
