import { devicePath } from '../../features/boards/devices/index.ts';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { LaterNotice } from '../../ui/status/later-notice.tsx';
import type { DeviceTab } from './device-tabs.ts';

type LaterTabName = Exclude<
  DeviceTab,
  'Overview' | 'Dashboard' | 'History' | 'Control' | 'Automation' | 'Firmware' | 'Console' | 'Sharing' | 'Settings'
>;

const plans: Record<LaterTabName, string[]> = {
  Alerts: ['A message when a value leaves its range or the board goes offline', 'By e-mail and in the browser'],
};

type LaterTabProps = { tab: LaterTabName; espid: string };

/** A tab that is not built yet: what will be there, and the way to what is. */
export function LaterTab({ tab, espid }: LaterTabProps) {
  return (
    <LaterNotice
      title={tab}
      items={plans[tab]}
      action={<ButtonLink to={devicePath(espid)}>Show the live values</ButtonLink>}
    />
  );
}
