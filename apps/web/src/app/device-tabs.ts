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

/** Finds a tab by its name in the address, without regard to case; undefined when there is none. */
export function findDeviceTab(page: string | undefined): DeviceTab | undefined {
  return deviceTabs.find((tab) => tab.toLowerCase() === page?.toLowerCase());
}
