import type { DeviceGroup } from '@cyno/contract';
import type { Clock } from '../../../../platform/clock.ts';
import type { ControlFeature } from '../../../boards/control/index.ts';
import type { DeviceGroups } from '../../../boards/device-groups/index.ts';
import type { DeviceRecord, DevicesFeature } from '../../../boards/devices/index.ts';
import type { Accounts } from '../../../people/accounts/index.ts';
import type { Telemetry } from '../../../telemetry/telemetry/index.ts';
import type { Alerts } from '../../alerts/index.ts';
import type { ScenesFeature } from '../../scenes/index.ts';

/** What chats can request of the product. */
export interface ChatWorld {
  readonly accounts: Pick<Accounts, 'find' | 'timeZoneOf' | 'languageOf' | 'changes'>;
  readonly devices: Pick<DevicesFeature, 'devices' | 'access'>;
  readonly groups: Pick<DeviceGroups, 'list'>;
  readonly control: Pick<ControlFeature, 'control' | 'targets'>;
  readonly alerts: Pick<Alerts, 'list' | 'find'>;
  readonly scenes: Pick<ScenesFeature, 'scenes' | 'findRun'>;
  readonly telemetry: Pick<Telemetry, 'variables' | 'reader'>;
  readonly clock: Clock;
}

/** A group of devices of the account. */
export interface ChatGroup extends DeviceGroup {
  readonly devices: readonly DeviceRecord[];
}

/** The devices that the account may see now: its own in its order, then those that are shared with it. */
export const visibleDevices = ({ devices }: ChatWorld, accountId: number): DeviceRecord[] => [
  ...devices.devices.ofAccount(accountId),
  ...devices.access.sharedWith(accountId),
];

/** The device of an id that came from a button; undefined also when the account may not see it. */
export function visibleDevice({ devices }: ChatWorld, accountId: number, deviceId: number): DeviceRecord | undefined {
  const device = devices.devices.findById(deviceId);
  return device && devices.access.may(accountId, device, 'view') ? device : undefined;
}

/** The groups of the account that have devices. */
export async function groupsOf({ groups, devices }: ChatWorld, accountId: number): Promise<ChatGroup[]> {
  const own = devices.devices.ofAccount(accountId);
  const all = (await groups.list(accountId)).map((group) => ({
    ...group,
    devices: own.filter(({ groupId }) => groupId === group.id),
  }));
  return all.filter((group) => group.devices.length > 0);
}
