import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDateTime, formatSince } from '../../../../../lib/format/format.ts';
import { useLiveNow } from '../../../../../lib/live/live-client.ts';
import type { WidgetData } from '../widget-data.ts';
import { WidgetFrame } from '../widget-frame.tsx';
import { lengthText } from './length-text.ts';

type CountdownWidgetProps = { content: Extract<WidgetContent, { type: 'countdown' }>; data: WidgetData };

/** How long it is until a moment, or how long ago that was. */
export function CountdownWidget({ content: { title, until }, data: { moment } }: CountdownWidgetProps) {
  const liveNow = useLiveNow();
  const now = moment ?? liveNow;
  return (
    <WidgetFrame title={title} className="widget-clock widget-length">
      <p>
        <b>{lengthText(Math.abs(until - now))}</b>
        <span>
          {until > now ? t`until ${{ time: formatDateTime(until) }}` : t`since ${{ time: formatDateTime(until) }}`}
        </span>
      </p>
    </WidgetFrame>
  );
}

type UptimeWidgetProps = { content: Extract<WidgetContent, { type: 'uptime' }>; data: WidgetData };

/** For how long the board has been connected; while it is away, since when. */
export function UptimeWidget({ content: { title }, data: { device, moment } }: UptimeWidgetProps) {
  const liveNow = useLiveNow();
  const since = device.onlineChangedAt;
  const now = moment ?? liveNow;
  const isPast = since !== null && since > now;
  const textOf = (isOnline: boolean): string => {
    if (since === null && moment === null) return t`Never connected`;
    if (since === null || isPast) return t`Unknown`;
    return isOnline ? lengthText(now - since) : t`Offline`;
  };
  return (
    <WidgetFrame title={title} className="widget-clock widget-length" stale={!device.online}>
      <p>
        <b>{textOf(device.online)}</b>
        {since !== null && !isPast && (
          <span>{device.online ? t`connected ${{ since: formatSince(since, now) }}` : formatSince(since, now)}</span>
        )}
      </p>
    </WidgetFrame>
  );
}
