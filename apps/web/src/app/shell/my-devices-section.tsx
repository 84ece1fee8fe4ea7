import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconBell, IconCpu, IconStack2 } from '@tabler/icons-react';
import { useActiveAlerts } from '../../features/automation/alerts/index.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DashboardsEntry } from './dashboards-entry.tsx';
import { DeviceEntry } from './device-entry.tsx';
import { MenuFold, MenuLink, MenuSection, maxListed } from './side-menu-parts.tsx';

type MyDevicesSectionProps = { devices: readonly Device[] | undefined; onRetry: () => void };

/** The first devices with their state and first value; `devices` is undefined when they could not be loaded. */
export function MyDevicesSection({ devices, onRetry }: MyDevicesSectionProps) {
  const active = useActiveAlerts();
  const own = devices?.filter((device) => !device.pending) ?? [];
  const waiting = (devices?.length ?? 0) - own.length;
  return (
    <MenuSection title={t`My Devices`}>
      <MenuLink
        to="/device"
        icon={IconCpu}
        className={own.length > 0 ? 'menu-item-parent' : undefined}
        after={waiting > 0 && <span className="menu-item-count">{t`${waiting} waiting`}</span>}
      >
        {t`Device`}
      </MenuLink>
      {own.length > 0 && (
        <MenuFold foldLabel={t`Fold the list of devices`} unfoldLabel={t`Unfold the list of devices`}>
          {favouritesFirst(own)
            .slice(0, maxListed)
            .map((device) => (
              <DeviceEntry key={device.espid} device={device} />
            ))}
          {own.length > maxListed && (
            <MenuLink to="/device" className="menu-item-all" neverCurrent>{t`All Devices (${own.length})`}</MenuLink>
          )}
        </MenuFold>
      )}
      <DashboardsEntry />
      <MenuLink
        to="/alerts"
        icon={IconBell}
        after={
          active.worst !== null && (
            <span className={`menu-item-count menu-item-${active.worst} num`}>{active.count}</span>
          )
        }
      >
        {t`Alerts`}
      </MenuLink>
      <MenuLink to="/scenes" icon={IconStack2}>
        {t`Scenes`}
      </MenuLink>
      {!devices && (
        <li className="menu-problem">
          {t`Your devices did not load.`}
          <Button size="small" onClick={onRetry}>{t`Try again`}</Button>
        </li>
      )}
    </MenuSection>
  );
}

/** In their own order otherwise. */
const favouritesFirst = (devices: readonly Device[]) => [
  ...devices.filter(({ favourite }) => favourite),
  ...devices.filter(({ favourite }) => !favourite),
];
