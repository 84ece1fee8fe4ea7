import { t } from '@lingui/core/macro';
import type { DeviceTab } from './device-tabs.ts';

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
