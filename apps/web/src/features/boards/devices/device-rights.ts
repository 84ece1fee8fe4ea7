import type { Device, DeviceRight, DeviceRole, SharedDevice } from '@cyno/contract';
import { hasRight } from '@cyno/contract/device-rights';

/** A device as this account sees it: its own, or one of another account that is shared with it. */
export type SeenDevice = Device & Partial<Pick<SharedDevice, 'owner' | 'role' | 'expiresAt'>>;

/** What this account is to the device. */
export const roleOf = ({ role }: SeenDevice): DeviceRole => role ?? 'owner';

/** Whether this account may do with the device what needs the right; the server decides the same. */
export const may = (device: SeenDevice, right: DeviceRight): boolean => hasRight(roleOf(device), right);
