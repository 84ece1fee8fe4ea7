import { type Device, type DeviceRight, type DeviceRole, hasRight, type ShareRole } from '@cyno/contract';
import { because, forbidden, notFound } from '../../../platform/errors.ts';
import type { DeviceRequest } from '../../../platform/http/index.ts';
import { unsetInList } from './device-settings.ts';
import type { DeviceRecord } from './devices.directory.ts';

/**
 * The device of a request's path, or the one named, when the caller has the right that the route requires (`config.right`, else
 * `own`). Throws a 404 when the device is none of theirs, a 403 when their role is too small.
 */
export type GetDevice = (request: DeviceRequest, espid?: string) => DeviceRecord;

/** Decides, for every channel, what an account may do with a device: its own, or one that is shared with it. */
export class DeviceAccess {
  readonly #find: (espid: string) => DeviceRecord | undefined;
  #shares: SharedDevices | undefined;

  constructor(find: (espid: string) => DeviceRecord | undefined) {
    this.#find = find;
  }

  /** Lets those in from now on with whom devices are shared. */
  useShares(shares: SharedDevices): void {
    this.#shares = shares;
  }

  /** What the account is to the device; null: nothing. */
  roleOf(accountId: number, device: DeviceRecord): DeviceRole | null {
    return device.accountId === accountId ? 'owner' : (this.#shares?.roleOf(accountId, device) ?? null);
  }

  may(accountId: number, device: DeviceRecord, right: DeviceRight): boolean {
    const role = this.roleOf(accountId, device);
    return role !== null && hasRight(role, right);
  }

  /** The device when the account has the right to it; undefined also when there is none. */
  find(accountId: number, espid: string, right: DeviceRight): DeviceRecord | undefined {
    const device = this.#find(espid);
    return device && this.may(accountId, device, right) ? device : undefined;
  }

  /** Every account that has the right to the device now, its owner first. */
  *audience(device: DeviceRecord, right: DeviceRight): Generator<number> {
    yield device.accountId;
    for (const accountId of this.#shares?.accountsOf(device) ?? [])
      if (this.may(accountId, device, right)) yield accountId;
  }

  /** The devices of others that are shared with the account now, by name. */
  sharedWith(accountId: number): DeviceRecord[] {
    return [...(this.#shares?.sharedWith(accountId) ?? [])]
      .filter((device) => device.accountId !== accountId && this.may(accountId, device, 'view'))
      .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  }

  /** Finds devices of the same owner, by espid, as far as the account may look at them. */
  besides(accountId: number, device: DeviceRecord): (espid: string) => DeviceRecord | undefined {
    return (espid) => {
      const other = this.find(accountId, espid, 'view');
      return other?.accountId === device.accountId ? other : undefined;
    };
  }

  readonly getDevice: GetDevice = ({ account, params, routeOptions }, espid = params.espid) => {
    const device = this.#find(espid);
    const role = device ? this.roleOf(account.id, device) : null;
    // What one has no part in gets the same response as if it did not exist.
    if (!device || role === null) throw notFound('device', espid);
    if (!hasRight(role, routeOptions.config.right ?? 'own')) throw forbidden(refusals[role], because('not_allowed'));
    this.#shares?.visited(account.id, device, role);
    return device;
  };
}

/** What owners share with others. */
interface SharedDevices {
  /** In which role its owner shares the device with the account now; null: not at all. */
  roleOf(accountId: number, device: DeviceRecord): ShareRole | null;
  /** The accounts with which the device is shared. */
  accountsOf(device: DeviceRecord): Iterable<number>;
  /** The devices that are shared with the account. */
  sharedWith(accountId: number): Iterable<DeviceRecord>;
  /** Called when an account looks at a device. */
  visited(accountId: number, device: DeviceRecord, role: DeviceRole): void;
}

/** The device as somebody in this role sees it: what belongs to the owner's list alone is empty, and some is for managers only. */
export function visibleTo(role: DeviceRole, device: Device): Device {
  if (role === 'owner') return device;
  const shared = { ...device, order: 0, ...unsetInList };
  return hasRight(role, 'manage') ? shared : { ...shared, notes: '', tags: [], ip: null, ssid: null };
}

const refusals: Record<DeviceRole, string> = {
  viewer: 'You may only view this device. Ask its owner if you need to do more.',
  operator: 'You may only view and operate this device. Ask its owner if you need to do more.',
  manager: 'Only the owner of the device may do this.',
  owner: 'Only the owner of the device may do this.',
};
