import type { WidgetContent } from '@cyno/contract';
import { formatClock, formatDate } from '../../../../../lib/format/format.ts';
import { useLiveNow } from '../../../../../lib/live/live-client.ts';
import type { WidgetData } from '../widget-data.ts';
import { WidgetFrame } from '../widget-frame.tsx';

type ClockWidgetProps = { content: Extract<WidgetContent, { type: 'clock' }>; data: WidgetData };

/** The time of the server in the time zone of the profile. */
export function ClockWidget({ content: { title }, data: { moment } }: ClockWidgetProps) {
  const liveNow = useLiveNow();
  const now = moment ?? liveNow;
  return (
    <WidgetFrame title={title} className="widget-clock">
      <p>
        <b>{formatClock(now, { seconds: true })}</b>
        <span>{formatDate(now)}</span>
      </p>
    </WidgetFrame>
  );
}
