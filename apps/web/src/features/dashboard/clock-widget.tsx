import type { WidgetContent } from '@cyno/contract';
import { formatClock, formatDate } from '../../lib/format.ts';
import { useLiveNow } from '../../lib/live-client.ts';
import { WidgetFrame } from './widget-frame.tsx';

/** The time of the server in the time zone of the profile. */
export function ClockWidget({ content: { title } }: { content: Extract<WidgetContent, { type: 'clock' }> }) {
  const now = useLiveNow();
  return (
    <WidgetFrame title={title} className="widget-clock">
      <p>
        <b>{formatClock(now, { seconds: true })}</b>
        <span>{formatDate(now)}</span>
      </p>
    </WidgetFrame>
  );
}
