import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconUsers } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { MaintenanceBadge } from '../../features/automation/alerts/index.ts';
import {
  DeviceIcon,
  devicePath,
  FavouriteButton,
  lacksKey,
  NoKeyBadge,
  roleOf,
  type SeenDevice,
} from '../../features/boards/devices/index.ts';
import { formatAge, formatSince } from '../../lib/format/format.ts';
import { useLiveNow, useLiveState } from '../../lib/live/live-client.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { SignalBars } from '../../ui/status/signal-bars.tsx';
import { StatusDot } from '../../ui/status/status-dot.tsx';
import { roleText } from './role-text.ts';

const familyNames: Record<Device['family'], string | null> = {
  esp8266: 'ESP8266',
  esp32: 'ESP32',
  'esp32-s2': 'ESP32-S2',
  'esp32-s3': 'ESP32-S3',
  'esp32-c3': 'ESP32-C3',
  other: null,
};

/** Name, state and since when, id, signal and what runs on the board. */
export function DeviceHeader({ device }: { device: SeenDevice }) {
  const board = [familyNames[device.family], device.firmware && t`library ${{ version: device.firmware }}`].filter(
    Boolean,
  );
  const facts = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={isOpen ? 'device-head device-head-open' : 'device-head'}>
      <div className="device-head-name">
        {device.icon && <DeviceIcon icon={device.icon} />}
        <h1 title={device.name}>{device.name}</h1>
        {!device.owner && <FavouriteButton key={device.espid} device={device} />}
        <ConnectionBadge device={device} />
        {device.virtual && <Badge shape="tag">{t`Virtual`}</Badge>}
        <Button
          variant="ghost"
          className="device-head-more"
          aria-expanded={isOpen}
          aria-controls={facts}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`Less` : t`Details`}
        </Button>
      </div>
      {device.paused && <PausedNote owner={device.owner} />}
      <div id={facts} className="device-head-facts">
        <MaintenanceBadge espid={device.espid} />
        {lacksKey(device) && <NoKeyBadge />}
        <div className="device-head-details">
          {device.owner && <SharedBy device={device} />}
          <CopyButton text={device.espid} label={t`Copy the id`} className="device-head-id">
            <span className="mono">{device.espid}</span>
          </CopyButton>
          {device.online && <SignalBars rssi={device.rssi} withValue />}
          <LastUpdate device={device} />
          {device.ip && <span>{device.ip}</span>}
          {board.length > 0 && <span>{board.join(', ')}</span>}
        </div>
      </div>
    </header>
  );
}

function SharedBy({ device }: { device: SeenDevice }) {
  return (
    <Link className="device-head-owner link" to={devicePath(device.espid, 'Sharing')}>
      <Icon of={IconUsers} size={14} />
      <span>{t`Shared by ${{ owner: device.owner ?? '' }}, you are ${{ role: roleText(roleOf(device)) }}`}</span>
    </Link>
  );
}

function PausedNote({ owner }: { owner: string | undefined }) {
  if (owner) {
    return (
      <p className="device-head-paused">{t`Paused: the plan of ${owner} has no room for this device. New values are not stored.`}</p>
    );
  }
  return (
    <p className="device-head-paused">
      {t`Paused: your plan has no room for this device. New values are not stored.`}{' '}
      <Link className="link" to="/bill">
        {t`Choose devices or change the plan`}
      </Link>
    </p>
  );
}

function ConnectionBadge({ device }: { device: Device }) {
  const now = useLiveNow(60_000);
  const live = useLiveState();
  if (live === 'down') {
    return (
      <Badge>
        <StatusDot state="reconnecting" withLabel />
      </Badge>
    );
  }
  const since = device.onlineChangedAt !== null && formatSince(device.onlineChangedAt, now);
  return (
    <Badge tone={device.online ? 'success' : 'neutral'}>
      <StatusDot state={device.online ? 'online' : 'offline'} withLabel />
      {since && <span className="device-head-since">{since}</span>}
    </Badge>
  );
}

function LastUpdate({ device }: { device: Device }) {
  const now = useLiveNow();
  const newest = Math.max(...device.variables.map((variable) => variable.at ?? 0), 0);
  if (newest === 0) return <span>{t`No values yet`}</span>;
  return <span>{t`Updated ${{ age: formatAge(now - newest) }}`}</span>;
}
