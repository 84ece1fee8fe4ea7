import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatAge } from '../../../../../lib/format/format.ts';
import { useLiveNow } from '../../../../../lib/live/live-client.ts';
import { SignalBars } from '../../../../../ui/status/signal-bars.tsx';
import { StatusDot } from '../../../../../ui/status/status-dot.tsx';
import type { WidgetData } from '../widget-data.ts';
import { WidgetFrame } from '../widget-frame.tsx';
import { hiddenDevicesText } from './warnings-widget.tsx';

type DevicesWidgetProps = { content: Extract<WidgetContent, { type: 'devices' }>; data: WidgetData };

/** The boards of the dashboard: connected or since when not, and how strong their signal is. */
export function DevicesWidget({ content: { title }, data: { places, hiddenCount, moment } }: DevicesWidgetProps) {
  const liveNow = useLiveNow();
  const now = moment ?? liveNow;
  const devices = places.map(({ device }) => device);
  // Of the past it is not known whether a board had ever been there.
  const neverSeen = moment === null ? t`never connected` : t`Offline`;
  const online = devices.filter((device) => device.online).length;
  return (
    <WidgetFrame
      title={title}
      aside={<span className="widget-figure">{t`${online} of ${{ count: devices.length }} online`}</span>}
      className="widget-list"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lists are scrolled with the arrow keys */}
      <ul tabIndex={0} aria-label={title}>
        {devices.map(({ espid, name, online: isOnline, lastSeenAt, rssi }) => (
          <li key={espid}>
            <StatusDot state={isOnline ? 'online' : 'offline'} />
            <span>{name}</span>
            {isOnline ? (
              <SignalBars rssi={rssi} />
            ) : (
              <small>{lastSeenAt === null ? neverSeen : formatAge(now - lastSeenAt)}</small>
            )}
          </li>
        ))}
      </ul>
      {devices.length === 0 && <p className="widget-nothing">{t`No devices yet`}</p>}
      {hiddenCount > 0 && <p className="widget-hidden-count">{hiddenDevicesText(hiddenCount, moment !== null)}</p>}
    </WidgetFrame>
  );
}
