import { t } from '@lingui/core/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatClock } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { MonitorView } from './serial-monitor.ts';

const lineHeight = 20;
/** Anyone who is this near to the end follows it. */
const nearEndPx = 40;

type MonitorLinesProps = { view: MonitorView; withTime: boolean };

/** What the board wrote, newest at the end, which it follows until one scrolls up. */
export function MonitorLines({ view, withTime }: MonitorLinesProps) {
  const frameRef = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const virtual = useVirtualizer({
    count: view.count,
    getScrollElement: () => frameRef.current,
    estimateSize: () => lineHeight,
    overscan: 10,
  });
  const toEnd = useEffectEvent(() => {
    const frame = frameRef.current;
    if (frame) frame.scrollTop = frame.scrollHeight;
  });
  useEffect(() => {
    if (follows && view.count > 0) toEnd();
  }, [follows, view]);
  const onScroll = () => {
    const frame = frameRef.current;
    if (frame) setFollows(frame.scrollHeight - frame.scrollTop - frame.clientHeight < nearEndPx);
  };
  return (
    <div className="monitor-frame">
      <div
        ref={frameRef}
        className="monitor-scroll"
        onScroll={onScroll}
        role="log"
        aria-live="off"
        aria-label={t`Lines from the board`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        tabIndex={0}
      >
        <div className="monitor-lines" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = view.line(index);
            return (
              line && (
                <div key={index} className="monitor-line" style={{ transform: `translateY(${start}px)` }}>
                  {withTime && <time>{clockOf(line.at)}</time>}
                  {line.text || ' '}
                </div>
              )
            );
          })}
        </div>
      </div>
      {!follows && (
        <Button className="monitor-end" size="small" onClick={() => setFollows(true)}>
          {t`Go to newest`}
        </Button>
      )}
    </div>
  );
}

/** `13:45:10.250` */
export const clockOf = (at: number): string =>
  `${formatClock(at, { seconds: true })}.${String(at % 1000).padStart(3, '0')}`;
