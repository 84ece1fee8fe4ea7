import type { SharedDevice } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { DeviceEntry } from './device-entry.tsx';
import { MenuLink, MenuSection, maxListed } from './side-menu-parts.tsx';

/** The first devices that others share with this account, and the way to all of them. */
export function SharedDevicesSection({ devices }: { devices: readonly SharedDevice[] }) {
  return (
    <MenuSection title={t`Shared Devices`}>
      {devices.slice(0, maxListed).map((device) => (
        <DeviceEntry key={device.espid} device={device} />
      ))}
      {devices.length > maxListed && (
        <MenuLink
          to="/device#shared"
          className="menu-item-all"
          neverCurrent
        >{t`All Shared Devices (${devices.length})`}</MenuLink>
      )}
    </MenuSection>
  );
}
