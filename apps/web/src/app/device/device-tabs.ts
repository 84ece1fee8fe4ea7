import type { DeviceRight } from '@cyno/contract';
import { t } from '@lingui/core/macro';

/** The pages of a device, in the order of their tabs; the name is the last part of the address. */
export const deviceTabs = [
  'Overview',
  'Dashboard',
  'History',
  'Control',
  'Automation',
  'Alerts',
  'Firmware',
  'Console',
  'Sharing',
  'Settings',
] as const;
export type DeviceTab = (typeof deviceTabs)[number];

const labels: Record<DeviceTab, () => string> = {
  Overview: () => t`Overview`,
  Dashboard: () => t`Dashboard`,
  History: () => t`History`,
  Control: () => t`Control`,
  Automation: () => t`Automation`,
  Alerts: () => t`Alerts`,
  Firmware: () => t`Firmware`,
  Console: () => t`Console`,
  Sharing: () => t`Sharing`,
  Settings: () => t`Settings`,
};

/** The name of a tab on the screen. */
export const tabLabel = (tab: DeviceTab): string => labels[tab]();

/** What some tabs need of somebody with whom the device is shared; the others are for everybody who may see it. */
const neededRights: Partial<Record<DeviceTab, DeviceRight>> = {
  Firmware: 'manage',
  Console: 'manage',
  Settings: 'manage',
};

/** What a tab needs of who opens it. */
export const rightForTab = (tab: DeviceTab): DeviceRight => neededRights[tab] ?? 'view';

/** Finds a tab by its name in the address, without regard to case; undefined when there is none. */
export function findDeviceTab(page: string | undefined): DeviceTab | undefined {
  return deviceTabs.find((tab) => tab.toLowerCase() === page?.toLowerCase());
}
