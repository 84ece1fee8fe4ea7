import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconBell, IconChevronDown, IconCpu, IconLayoutDashboard, IconStack2 } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useActiveAlerts } from '../../features/automation/alerts/index.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { DeviceEntry } from './device-entry.tsx';
import { MenuLink, MenuSection } from './side-menu-parts.tsx';

/** The side menu lists this many devices and then links to all of them (product specification, section 9). */
export const maxListed = 5;

type MyDevicesSectionProps = { devices: readonly Device[] | undefined; onRetry: () => void };

/** The first devices with their state and first value; `devices` is undefined when they could not be loaded. */
export function MyDevicesSection({ devices, onRetry }: MyDevicesSectionProps) {
  const [open, setOpen] = useState(true);
  const listId = useId();
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
        <li className="menu-group">
          <button
            type="button"
            className="menu-toggle"
            aria-label={open ? t`Fold the list of devices` : t`Unfold the list of devices`}
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            <Icon of={IconChevronDown} size={16} />
          </button>
          <ul className="menu-children" id={listId} hidden={!open}>
            {favouritesFirst(own)
              .slice(0, maxListed)
              .map((device) => (
                <DeviceEntry key={device.espid} device={device} />
              ))}
            {own.length > maxListed && (
              <MenuLink to="/device" className="menu-item-all" neverCurrent>{t`All Devices (${own.length})`}</MenuLink>
            )}
          </ul>
        </li>
      )}
      <MenuLink to="/dashboard" icon={IconLayoutDashboard}>
        {t`Dashboards`}
      </MenuLink>
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
const favouritesFirst = (devices: readonly Device[]) =>
  devices.toSorted((a, b) => Number(b.favourite) - Number(a.favourite));
