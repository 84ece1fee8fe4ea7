import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { writtenDegrees } from '../../../../ui/fields/place-fields.tsx';
import { StatusDot } from '../../../../ui/status/status-dot.tsx';
import { DeviceIcon, devicePath } from '../../devices/index.ts';
import { headlineColumn } from '../device-columns.ts';
import { DeviceTableCell } from '../table/device-table-cell.tsx';
import '../table/device-table.css';

type MapCardProps = { device: Device; linkUp: boolean; onPlace: () => void; onClose: () => void };

/** What a device on the map is: its state, its values, where it stands, and the way to it. */
export function MapCard({ device, linkUp, onPlace, onClose }: MapCardProps) {
  const { espid, name, icon, online, location } = device;
  return (
    <section className="map-card" aria-label={name}>
      <div className="map-card-top">
        <DeviceIcon icon={icon} size={16} />
        <h2>{name}</h2>
        <StatusDot state={linkUp ? (online ? 'online' : 'offline') : 'reconnecting'} withLabel />
        <IconButton label={t`Close`} size="small" icon={IconX} onClick={onClose} />
      </div>
      <DeviceTableCell column={headlineColumn()} device={device} linkUp={linkUp} />
      <div className="map-card-foot">
        <span className="num">
          {location && `${writtenDegrees(location.latitude)}, ${writtenDegrees(location.longitude)}`}
        </span>
        <Button size="small" onClick={onPlace}>
          {t`Change location`}
        </Button>
        <Link className="button button-primary button-small" to={devicePath(espid)}>
          {t`Open`}
        </Link>
      </div>
    </section>
  );
}
