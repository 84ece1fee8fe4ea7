import { type DeviceRight, type DeviceRole, hasRight, type ShareRole } from '@cyno/contract';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { DeviceRequest } from '../../platform/http/index.ts';
import type { DeviceRecord } from './devices.directory.ts';

/**
 * The device of a request's path, or the one named, when the caller has the right that the route asks for (`config.right`, else
 * `own`). Throws a 404 when the device is none of theirs, a 403 when their role is too small.
 */
export type GetDevice = (request: DeviceRequest, espid?: string) => DeviceRecord;

/** Decides, for every channel, what an account may do with a device: its own, or one that is shared with it. */
export class DeviceAccess {
  readonly #deps: DeviceAccessDeps;

  constructor(deps: DeviceAccessDeps) {
    this.#deps = deps;
  }

  /** What the account is to the device; null: nothing. */
  roleOf(accountId: number, device: DeviceRecord): DeviceRole | null {
    return device.accountId === accountId ? 'owner' : this.#deps.shareRoleOf(accountId, device.id);
  }

  may(accountId: number, device: DeviceRecord, right: DeviceRight): boolean {
    const role = this.roleOf(accountId, device);
    return role !== null && hasRight(role, right);
  }

  /** The device when the account has the right to it; undefined also when there is none. */
  find(accountId: number, espid: string, right: DeviceRight): DeviceRecord | undefined {
    const device = this.#deps.find(espid);
    return device && this.may(accountId, device, right) ? device : undefined;
  }

  readonly getDevice: GetDevice = ({ account, params, routeOptions }, espid = params.espid) => {
    const device = this.#deps.find(espid);
    const role = device ? this.roleOf(account.id, device) : null;
    // What one has no part in is answered as if it did not exist.
    if (!device || role === null) throw notFound('device', espid);
    if (!hasRight(role, routeOptions.config.right ?? 'own')) throw forbidden(refusals[role]);
    return device;
  };
}

interface DeviceAccessDeps {
  find(espid: string): DeviceRecord | undefined;
  /** In which role the device is shared with the account now; null: it is not. */
  shareRoleOf(accountId: number, deviceId: number): ShareRole | null;
}

const refusals: Record<DeviceRole, string> = {
  viewer: 'You may look at this device. Ask its owner if you need to do more.',
  operator: 'You may look at this device and operate it. Ask its owner if you need to do more.',
  manager: 'Only the owner of the device may do this.',
  owner: 'Only the owner of the device may do this.',
};
