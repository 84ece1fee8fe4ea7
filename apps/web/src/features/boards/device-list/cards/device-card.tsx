import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAge, formatClock, formatDate, formatDateTime, formatDuration } from '../../../../lib/format/format.ts';
import { Badge } from '../../../../ui/status/badge.tsx';
import { SignalBars } from '../../../../ui/status/signal-bars.tsx';
import { StatusDot } from '../../../../ui/status/status-dot.tsx';
import type { SeenDevice } from '../../devices/index.ts';
import { DeviceIcon, devicePath } from '../../devices/index.ts';
import './device-card.css';
import { useServerNow } from '../../../../lib/live/use-server-now.ts';
import { DeviceMark, DeviceTags, headlineVariables, lacksKey, NoKeyBadge, Reading } from '../../devices/index.ts';
import { useStartVirtualBoard } from '../../virtual-boards/index.ts';
import { ChooseBox } from '../choose-box.tsx';

type DeviceCardProps = {
  device: Device;
  /** False while this browser's own live connection is down: nobody knows what the board does now. */
  linkUp: boolean;
  /** Stands in the place of the usual last line. */
  foot?: ReactNode;
  /** Undefined while nothing is chosen: the card then leads to the device. */
  isChosen?: boolean | undefined;
  onToggle?: ((espid: string, range: boolean) => void) | undefined;
};

/** A device at a glance: name, state, up to three values with their last hour, id, age and signal. */
export const DeviceCard = memo(function DeviceCard({ device, linkUp, foot, isChosen, onToggle }: DeviceCardProps) {
  const now = useServerNow();
  const variables = headlineVariables(device);
  return (
    <article className={isChosen ? 'card device-card device-card-chosen' : 'card device-card'} aria-label={device.name}>
      <div className="device-card-top">
        {isChosen !== undefined && onToggle && (
          <ChooseBox device={device} isChosen={isChosen} onToggle={onToggle} className="device-card-choose" />
        )}
        {device.icon && <DeviceIcon icon={device.icon} size={16} className="device-card-icon" />}
        <Link
          className="device-card-name device-card-link"
          to={devicePath(device.espid)}
          draggable={false}
          title={device.name}
        >
          {device.name}
        </Link>
        <DeviceMark espid={device.espid} />
        {device.virtual && <Badge shape="tag">{t`Virtual`}</Badge>}
        {device.paused && (
          <Badge shape="tag" tone="warning">
            {t`Paused`}
          </Badge>
        )}
        {lacksKey(device) && <NoKeyBadge className="device-card-key" />}
        <StatusDot state={linkUp ? (device.online ? 'online' : 'offline') : 'reconnecting'} withLabel />
      </div>
      {variables.length === 0 ? (
        <p className="device-card-nothing">{nothingYet(device)}</p>
      ) : (
        <div className={`device-card-readings device-card-${variables.length}`}>
          {variables.map((variable) => (
            <Reading
              key={variable.key}
              espid={device.espid}
              variable={variable}
              online={device.online}
              beside={variables}
              now={now}
            />
          ))}
        </div>
      )}
      {device.tags.length > 0 && <DeviceTags tags={device.tags} />}
      {foot ?? <CardFoot device={device} now={now} />}
    </article>
  );
});

/** Why a card has no values, and what to do about it. */
function nothingYet({ paused, online, owner }: SeenDevice): string {
  if (paused && owner) return t`Paused: the owner’s plan has no room for this device.`;
  if (paused) return t`Paused: your plan has no room for this device. Choose active devices on the Plan page.`;
  return online ? t`Connected. Waiting for the first values…` : t`No values yet.`;
}

function CardFoot({ device, now }: { device: Device; now: number }) {
  if (device.virtual) return <VirtualFoot device={device} now={now} />;
  if (!device.online) return <p className="device-card-foot">{offlineSentence(device, now)}</p>;
  return (
    <div className="device-card-foot">
      <span className="mono" title={device.espid}>
        {device.espid}
      </span>
      {device.lastSeenAt !== null && <span>{formatAge(now - device.lastSeenAt)}</span>}
      <SignalBars rssi={device.rssi} />
    </div>
  );
}

function VirtualFoot({ device, now }: { device: Device; now: number }) {
  const start = useStartVirtualBoard();
  const runs = device.online && device.virtualUntil !== null && device.virtualUntil > now;
  return (
    <div className="device-card-foot">
      <span>
        {runs && device.virtualUntil !== null
          ? t`Stops in ${{ duration: formatDuration(device.virtualUntil - now) }}`
          : t`Stopped after one hour.`}
      </span>
      <button
        type="button"
        className="device-card-restart link"
        aria-disabled={start.isPending}
        onClick={() => start.isPending || start.mutate()}
      >
        {t`Restart`}
      </button>
      {runs && <SignalBars rssi={device.rssi} />}
    </div>
  );
}

/** "Last seen today 12:14. Values are 2 h old." */
function offlineSentence(device: Device, now: number): string {
  const { lastSeenAt } = device;
  if (lastSeenAt === null) return t`Never connected.`;
  const today = formatDate(lastSeenAt) === formatDate(now);
  const seen = today
    ? t`Last seen today ${{ time: formatClock(lastSeenAt) }}.`
    : t`Last seen ${{ date: formatDateTime(lastSeenAt) }}.`;
  const newest = Math.max(...device.variables.map((variable) => variable.at ?? 0));
  return newest > 0 ? `${seen} ${t`Values are ${{ age: formatDuration(now - newest) }} old.`}` : seen;
}
