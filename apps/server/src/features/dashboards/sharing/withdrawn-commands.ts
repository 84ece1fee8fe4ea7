import { hasRight } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Control, Requester } from '../../boards/control/index.ts';
import type { DeviceAccess, Devices } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import { sharingEnded } from '../../people/admin/index.ts';
import { shareChanged } from './sharing.events.ts';

interface WithdrawDeps {
  readonly bus: EventBus;
  readonly accounts: Accounts;
  readonly devices: Devices;
  readonly access: DeviceAccess;
  readonly control: Pick<Control, 'withdraw'>;
}

/** Withdraws commands whose author lost the right to them. */
export function withdrawCommands({ bus, accounts, devices, access, control }: WithdrawDeps): void {
  bus.subscribe(shareChanged, 'waiting commands', async ({ thing, accountId, ownerId, role }) => {
    if (role !== null && hasRight(role, 'operate')) return;
    const email = (await accounts.find(accountId))?.email;
    // Commands of an earlier release name only the address that requested them.
    const isTheirs = ({ kind, name, id }: Requester) => {
      if (kind === 'person' || kind === 'token') return id === undefined ? name === email : id === accountId;
      return (kind === 'rule' || kind === 'timer') && id === accountId;
    };
    const device = thing.kind === 'device' ? devices.findById(thing.id) : undefined;
    // What a dashboard had of its owner's devices need not be known: commands through one wait for seconds.
    for (const one of thing.kind === 'device' ? (device ? [device] : []) : devices.ofAccount(ownerId)) {
      if (access.may(accountId, one, 'operate')) continue;
      control.withdraw(one, isTheirs, 'The person who sent it may no longer operate this device.');
    }
  });
  bus.subscribe(sharingEnded, 'waiting commands', ({ accountId }) => {
    devices.listChanged(accountId);
    const isGuests = ({ kind }: Requester) => kind === 'pass' || kind === 'link';
    for (const device of devices.ofAccount(accountId)) {
      control.withdraw(device, isGuests, 'An administrator ended all sharing of this account.');
    }
  });
}
