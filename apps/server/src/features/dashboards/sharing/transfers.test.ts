import { expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { OfferRow } from './sharing.repository.ts';
import { Transfers } from './transfers.ts';

test('what fails after a device has moved keeps nothing else from being done', async () => {
  const done: string[] = [];
  const device = { id: 2, accountId: 4, espid: 'ESP-1', name: 'Pond', virtual: false } as DeviceRecord;
  const note = (what: string) => () => void done.push(what);
  const fail = (what: string) => async () => {
    done.push(what);
    throw new Error('The database is away.');
  };
  const transfers = new Transfers({
    repository: { move: async () => ({ order: 0, verifiedKeyId: null, ended: [7, 8] }) },
    clock: { now: () => 0 },
    log: silentLogger,
    devices: {
      findById: () => device,
      async handOver(_device, _to, write) {
        await write();
      },
    },
    shares: { changed: (id) => fail(`share ${id}`)() },
    deviceLog: { append: note('log') },
    notifyFormerOwner: note('mail'),
    withdraw: note('commands'),
    moved: fail('automations'),
    notify: (accountId) => void done.push(`notify ${accountId}`),
  });
  const offer = { id: 1, thing: { kind: 'device', id: 2 }, ownerId: 4, owner: 'a@example.com', email: 'b@example.com' };
  await transfers.accept(offer as OfferRow, 3);
  expect(done).toEqual(['commands', 'log', 'mail', 'automations', 'share 7', 'share 8', 'notify 3', 'notify 4']);
});
