import {
  type Alert,
  type DeviceRight,
  hasRight,
  type LivePoint,
  type LiveServerMessage,
  showsAlert,
} from '@cyno/contract';
import { stateWithoutNames, type VisibleTargets, visibleControl } from '../../boards/control/index.ts';
import type { DeviceAccess, DeviceRecord, Devices } from '../../boards/devices/index.ts';

export type DeviceMessage = Extract<LiveServerMessage, { espid: string }>;

/** Decides what a viewer may see of devices, at each message, so that nothing outlives the right to it. */
export interface Filter {
  /** What is visible of a point, and what the viewer calls the device; undefined: nothing. */
  point(device: DeviceRecord, point: LivePoint): { readonly espid: string; readonly point: LivePoint } | undefined;
  /** What is visible of a message; undefined: nothing. `keys` names the variables that it is about. */
  message(device: DeviceRecord, message: DeviceMessage, keys: readonly string[]): DeviceMessage | undefined;
}

interface AccountFilterDeps {
  readonly devices: Pick<Devices, 'ofAccount'>;
  readonly access: Pick<DeviceAccess, 'find' | 'may' | 'roleOf' | 'sharedWith'>;
}

/** All devices of an account, and in their role those that are shared with it. */
export class AccountFilter implements Filter {
  readonly #accountId: number;
  readonly #deps: AccountFilterDeps;

  constructor(accountId: number, deps: AccountFilterDeps) {
    this.#accountId = accountId;
    this.#deps = deps;
  }

  devices(): DeviceRecord[] {
    return [...this.#deps.devices.ofAccount(this.#accountId), ...this.#deps.access.sharedWith(this.#accountId)];
  }

  find(espid: string, right: DeviceRight): DeviceRecord | undefined {
    return this.#deps.access.find(this.#accountId, espid, right);
  }

  point(device: DeviceRecord, point: LivePoint) {
    return this.#deps.access.may(this.#accountId, device, 'view') ? { espid: device.espid, point } : undefined;
  }

  /** The network of a device, who switched it, and its event log are for managers. */
  message(device: DeviceRecord, message: DeviceMessage): DeviceMessage | undefined {
    const role = this.#deps.access.roleOf(this.#accountId, device);
    if (role === null) return undefined;
    if (hasRight(role, 'manage')) return message;
    if (message.type === 'log') return undefined;
    if (message.type === 'info') return { ...message, ip: null, ssid: null };
    if (message.type === 'control') return stateWithoutNames(message);
    return message;
  }
}

/** What a dashboard opens to somebody who is not its owner. */
export interface LiveScope {
  /** Viewers through the same link, or of the same account, share a channel. */
  readonly channel: string;
  readonly dashboardId: number;
  readonly ownerId: number;
  /** When it ends, ms since the epoch; null: by itself never. */
  readonly expiresAt: number | null;
  /** Whether a tag or a group decides which devices it shows. */
  readonly follows: boolean;
  /** Another one disconnects the viewers: they have to join again. */
  readonly etag: string | null;
  /** The widgets that may be operated. */
  readonly exposed: ReadonlySet<string>;
  readonly byDeviceId: ReadonlyMap<number, ScopedDevice>;
}

/** What is visible of a device: variables, and controls if it has `targets`. */
interface ScopedDevice {
  /** What viewers call it. */
  readonly number: string;
  readonly keys: ReadonlySet<string>;
  readonly targets: VisibleTargets['targets'];
}

/** What one dashboard shows now, and nothing beside it. */
export class ScopeFilter implements Filter {
  scope: LiveScope;

  constructor(scope: LiveScope) {
    this.scope = scope;
  }

  point(device: DeviceRecord, { values, ...point }: LivePoint) {
    const scoped = this.#find(device);
    const visible = scoped ? Object.entries(values).filter(([key]) => scoped.keys.has(key)) : [];
    if (!scoped || visible.length === 0) return undefined;
    return { espid: scoped.number, point: { ...point, values: Object.fromEntries(visible) } };
  }

  message(device: DeviceRecord, message: DeviceMessage, keys: readonly string[]): DeviceMessage | undefined {
    const scoped = this.#find(device);
    if (!scoped) return undefined;
    const espid = scoped.number;
    switch (message.type) {
      case 'presence':
        return { ...message, espid };
      case 'control': {
        const { targets } = scoped;
        const { exposed } = this.scope;
        return targets.length > 0
          ? { type: 'control', espid, ...visibleControl({ exposed, targets }, message) }
          : undefined;
      }
      // Of variables that the dashboard does not show nobody learns that there are any.
      case 'variables':
        return keys.some((key) => scoped.keys.has(key)) ? { type: 'variables', espid } : undefined;
      default:
        return undefined;
    }
  }

  /** Whether an alert of the device is one of what is shown. */
  alert(device: DeviceRecord, alert: Pick<Alert, 'key' | 'kind'>): boolean {
    const scoped = this.#find(device);
    return scoped !== undefined && showsAlert(scoped.keys, alert);
  }

  /** A device that has become somebody else's is not shown until the scope is read again. */
  #find(device: DeviceRecord): ScopedDevice | undefined {
    return device.accountId === this.scope.ownerId ? this.scope.byDeviceId.get(device.id) : undefined;
  }

  /** Until it is known what the dashboard shows now. */
  clear(): void {
    this.scope = { ...this.scope, byDeviceId: new Map() };
  }
}
