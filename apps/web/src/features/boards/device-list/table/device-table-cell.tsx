import type { Device, DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { formatAge, formatDateTime, formatExact, noValue } from '../../../../lib/format/format.ts';
import { isStale } from '../../../../lib/format/variable-kind.ts';
import { useServerNow } from '../../../../lib/live/use-server-now.ts';
import { Badge } from '../../../../ui/status/badge.tsx';
import { SignalBars } from '../../../../ui/status/signal-bars.tsx';
import { StatusDot } from '../../../../ui/status/status-dot.tsx';
import {
  DeviceIcon,
  DeviceMark,
  DeviceTags,
  devicePath,
  headlineVariables,
  lacksKey,
  NoKeyBadge,
} from '../../devices/index.ts';
import { cellText, type DeviceColumn } from '../device-columns.ts';

type DeviceTableCellProps = { column: DeviceColumn; device: Device; linkUp: boolean };

/** What stands in one cell of the table of devices. */
export function DeviceTableCell({ column, device, linkUp }: DeviceTableCellProps) {
  switch (column.id) {
    case 'name':
      return (
        <span>
          {device.icon && <DeviceIcon icon={device.icon} size={16} className="device-table-icon" />}
          <Link className="device-table-name" to={devicePath(device.espid)}>
            {device.name}
          </Link>{' '}
          <DeviceMark espid={device.espid} /> {device.virtual && <Badge shape="tag">{t`Virtual`}</Badge>}
          {device.paused && (
            <Badge shape="tag" tone="warning">
              {t`Paused`}
            </Badge>
          )}
          {lacksKey(device) && <NoKeyBadge />}
        </span>
      );
    case 'status':
      return <StatusDot state={linkUp ? (device.online ? 'online' : 'offline') : 'reconnecting'} withLabel />;
    case 'values':
      return (
        <span className="device-table-values">
          {headlineVariables(device).map((variable) => (
            <Value key={variable.key} device={device} variable={variable} named />
          ))}
        </span>
      );
    case 'lastSeen':
      return <LastSeen at={device.lastSeenAt} />;
    case 'signal':
      return device.rssi === null ? noValue : <SignalBars rssi={device.rssi} withValue />;
    case 'tags':
      return device.tags.length === 0 ? noValue : <DeviceTags tags={device.tags} />;
    case 'id':
      return <span className="mono">{device.espid}</span>;
    default:
      return <Plain column={column} device={device} />;
  }
}

function Plain({ column, device }: { column: DeviceColumn; device: Device }) {
  const variable = device.variables.find(({ key }) => column.id === `value:${key}`);
  if (variable) return <Value device={device} variable={variable} />;
  const value = column.read(device);
  return <span>{value === null ? noValue : cellText(column, value)}</span>;
}

function Value({ device, variable, named = false }: { device: Device; variable: DeviceVariable; named?: boolean }) {
  const now = useServerNow(10_000);
  const dim = !device.online || isStale(variable, now);
  const { label, unit, value, decimals } = variable;
  return (
    <span className={dim ? 'device-table-value device-table-dim' : 'device-table-value'}>
      {named && (
        <span className="device-table-variable" title={label}>
          {label}
        </span>
      )}
      <span className="device-table-figure">
        {formatExact(value, decimals)}
        {unit !== '' && value !== null && <span className="device-table-unit"> {unit}</span>}
      </span>
    </span>
  );
}

function LastSeen({ at }: { at: number | null }) {
  const now = useServerNow();
  return at === null ? t`Never` : <span title={formatDateTime(at, { seconds: true })}>{formatAge(now - at)}</span>;
}
