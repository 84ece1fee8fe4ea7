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

const isPerson = (kind: Requester['kind']) => kind === 'person' || kind === 'token';
const isAccounts = (kind: Requester['kind']) => isPerson(kind) || kind === 'rule' || kind === 'timer';

/** Withdraws commands whose author lost the right to them. */
export function withdrawCommands({ bus, accounts, devices, access, control }: WithdrawDeps): void {
  bus.subscribe(shareChanged, 'waiting commands', async ({ thing, accountId, ownerId, role }) => {
    if (role !== null && hasRight(role, 'operate')) return;
    const device = thing.kind === 'device' ? devices.findById(thing.id) : undefined;
    const withdraw = (isTheirs: (requester: Requester) => boolean) => {
      // What a dashboard had of its owner's devices need not be known: commands through one wait for seconds.
      for (const one of thing.kind === 'device' ? (device ? [device] : []) : devices.ofAccount(ownerId)) {
        if (access.may(accountId, one, 'operate')) continue;
        control.withdraw(one, isTheirs, 'The person who sent it may no longer operate this device.');
      }
    };
    withdraw(({ kind, id }) => isAccounts(kind) && id === accountId);
    // Commands of an earlier release name only the address that requested them.
    const email = (await accounts.find(accountId))?.email;
    withdraw(({ kind, name, id }) => isPerson(kind) && id === undefined && name === email);
  });
  bus.subscribe(sharingEnded, 'waiting commands', ({ accountId }) => {
    devices.listChanged(accountId);
    const isGuests = ({ kind }: Requester) => kind === 'pass' || kind === 'link';
    for (const device of devices.ofAccount(accountId)) {
      control.withdraw(device, isGuests, 'An administrator ended all sharing of this account.');
    }
  });
}
