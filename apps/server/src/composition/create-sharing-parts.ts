import { hasRight } from '@cyno/contract';
import type { Control, Requester } from '../features/boards/control/index.ts';
import { DeviceAccess, type DeviceLog, type DeviceRecord, type Devices } from '../features/boards/devices/index.ts';
import { createSharing, type ShareChange } from '../features/dashboards/sharing/index.ts';
import type { Accounts } from '../features/people/accounts/index.ts';
import type { Plans } from '../features/people/billing/index.ts';
import { type Core, coreFor } from './core.ts';

/** Sharing, and the one place that decides what an account may do with a device. */
export function createSharingParts(
  core: Core,
  {
    accounts,
    plans,
    devices,
    deviceLog,
    moved,
  }: {
    accounts: Accounts;
    plans: Plans;
    devices: Devices;
    deviceLog: DeviceLog;
    /** Called when a device has come to another account. */
    moved(device: DeviceRecord): Promise<void>;
  },
) {
  const sharing = createSharing({
    ...coreFor(core, 'sharing'),
    devices,
    deviceLog,
    moved,
    planOf: (accountId) => plans.planOf(accountId),
    mayBeUsed: (accountId) => accounts.changes.mayBeUsed(accountId),
    notifyFormerOwner: (accountId, handed) => accounts.notices.handedOver(accountId, handed),
    mail: (mail) => accounts.notices.offer({ ...mail, signup: core.config.signup }),
  });
  const { shares } = sharing;
  const access = new DeviceAccess({
    find: (espid) => devices.find(espid),
    shareRoleOf: (accountId, device) => sharing.roleOf(accountId, device),
    sharedTo: ({ id }) => shares.of({ kind: 'device', id }).map(({ accountId }) => accountId),
    *sharedWith(accountId) {
      for (const { thing } of shares.with(accountId)) {
        const device = thing.kind === 'device' ? devices.findById(thing.id) : undefined;
        if (device) yield device;
      }
    },
    visited: (accountId, device, role) => sharing.noteVisit(accountId, device, role),
  });
  return { sharing, access };
}

/** A command requested while its author had the right must not run after the right is gone. */
export async function withdrawCommands(
  { thing, accountId, ownerId, role }: ShareChange,
  {
    accounts,
    access,
    devices,
    control,
  }: {
    accounts: Accounts;
    access: DeviceAccess;
    devices: Devices;
    control: Pick<Control, 'withdraw'>;
  },
): Promise<void> {
  if (role !== null && hasRight(role, 'operate')) return;
  const email = (await accounts.find(accountId))?.email;
  // Commands of an earlier release name only the address that requested them.
  const isTheirs = ({ kind, name, id }: Requester) =>
    (kind === 'person' || kind === 'token') && (id === undefined ? name === email : id === accountId);
  const device = thing.kind === 'device' ? devices.findById(thing.id) : undefined;
  // What a dashboard had of its owner's devices need not be known: commands through one wait for seconds.
  for (const one of thing.kind === 'device' ? (device ? [device] : []) : devices.ofAccount(ownerId)) {
    if (access.may(accountId, one, 'operate')) continue;
    control.withdraw(one, isTheirs, 'Whoever wished it may not operate this device any more.');
  }
}
