import type { DeviceRight } from '@cyno/contract';

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
