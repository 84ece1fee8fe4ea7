import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { AlertMark } from '../../features/automation/alerts/index.ts';
import type { SeenDevice } from '../../features/boards/devices/index.ts';
import { DeviceIcon } from '../../features/boards/devices/index.ts';
import { formatAge, formatValue } from '../../lib/format/format.ts';
import { isStale } from '../../lib/format/variable-kind.ts';
import { useLiveNow, useLiveState } from '../../lib/live/live-client.ts';
import { StatusDot } from '../../ui/status/status-dot.tsx';
import { MenuLink } from './side-menu-parts.tsx';

/** A device in the side menu, with its state and the first of its values that still come, or its age. */
export function DeviceEntry({ device }: { device: SeenDevice }) {
  const isLive = useLiveState() !== 'down';
  const state = device.online ? 'online' : 'offline';
  return (
    <MenuLink
      to={`/device/${encodeURIComponent(device.espid)}`}
      before={
        <>
          <StatusDot state={isLive ? state : 'reconnecting'} />
          {device.icon && <DeviceIcon icon={device.icon} size={16} className="menu-item-icon" />}
        </>
      }
      after={
        <span className="menu-item-value">
          <AlertMark espids={[device.espid]} />{' '}
          <span className="menu-item-reading">
            {device.online ? <FirstValue device={device} /> : <LastSeen device={device} />}
          </span>
        </span>
      }
    >
      {device.name}
      {device.favourite && <span className="sr-only"> {t`(favourite)`}</span>}
      {device.owner && <span className="sr-only">{t`(shared by ${device.owner})`}</span>}
    </MenuLink>
  );
}

function FirstValue({ device }: { device: Device }) {
  const now = useLiveNow(10_000);
  const first = device.variables.find((variable) => variable.value !== null && !isStale(variable, now));
  if (!first) return null;
  return `${formatValue(first.value, first.decimals)} ${first.unit}`.trimEnd();
}

function LastSeen({ device }: { device: Device }) {
  const now = useLiveNow(10_000);
  return device.lastSeenAt === null ? t`not seen yet` : formatAge(now - device.lastSeenAt);
}
