import type { ControlState, DeviceLogLine } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatClock, formatDate, formatDateTime } from '../../../lib/format/format.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { MoreButton, type MoreButtonProps } from '../../../ui/buttons/more-button.tsx';
import { commandText } from './command-line.ts';
import { kindLabels, lineText } from './console-lines.ts';

const usualHeight = 24;
/** Anyone who is this near to the end follows it. */
const nearEndPx = 40;

type ConsoleListProps = {
  /** Oldest first. */
  lines: readonly DeviceLogLine[];
  search: string;
  /** What the outputs and events of the device are called. */
  named: Pick<ControlState, 'outputs' | 'events'>;
  /** Fetches older lines. */
  query: MoreButtonProps['query'];
};

/** The lines, newest at the end, which it follows until one scrolls up. */
export function ConsoleList({ lines, search, named, query }: ConsoleListProps) {
  const frameRef = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frameRef.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 20,
  });
  const newest = lines.at(-1)?.id;
  const oldest = lines[0]?.id;
  const toEnd = useEffectEvent(() => virtual.scrollToIndex(lines.length - 1, { align: 'end' }));
  useEffect(() => {
    if (follows && newest !== undefined) toEnd();
  }, [follows, newest]);
  useStayAtLine(oldest, (id) => {
    const index = lines.findIndex((line) => line.id === id);
    if (index > 0) virtual.scrollToIndex(index, { align: 'start' });
  });
  const onScroll = () => {
    const frame = frameRef.current;
    if (frame) setFollows(frame.scrollHeight - frame.scrollTop - frame.clientHeight < nearEndPx);
  };
  return (
    <div className="console-frame">
      <div
        ref={frameRef}
        className="console-scroll"
        onScroll={onScroll}
        role="log"
        aria-live="off"
        aria-label={t`Console lines`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        tabIndex={0}
      >
        <MoreButton query={query} size="small">
          {t`Older lines`}
        </MoreButton>
        <div className="console-lines" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index];
            return (
              line && (
                <div
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className="console-place"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {startsDay(line, lines[index - 1]) && <p className="console-day">{formatDate(line.at)}</p>}
                  <Line line={line} search={search} named={named} />
                </div>
              )
            );
          })}
        </div>
      </div>
      {!follows && (
        <Button className="console-end" size="small" onClick={() => setFollows(true)}>
          {t`Jump to newest`}
        </Button>
      )}
    </div>
  );
}

const startsDay = (line: DeviceLogLine, before: DeviceLogLine | undefined): boolean =>
  before === undefined || formatDate(before.at) !== formatDate(line.at);

type LineProps = Pick<ConsoleListProps, 'search' | 'named'> & { line: DeviceLogLine };

function Line({ line, search, named }: LineProps) {
  const { label, tone } = kindLabels[line.kind];
  const meaning = commandText(line, named);
  return (
    <div className={`console-line console-${tone}`}>
      <time dateTime={new Date(line.at).toISOString()} title={formatDateTime(line.at, { seconds: true })}>
        {formatClock(line.at, { seconds: true })}
      </time>
      <span className="console-kind">{i18n._(label)}</span>
      <span className="console-text">
        {meaning !== null && <span className="console-meaning">{meaning}</span>}
        <span className={meaning === null ? undefined : 'console-payload'}>
          <Found text={lineText(line)} search={search} />
        </span>
        {line.raw !== null && <span className="console-raw">{line.raw}</span>}
      </span>
    </div>
  );
}

/** A text with the places marked where a search found something. */
function Found({ text, search }: { text: string; search: string }) {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  );
}

/** When older lines were put before the oldest one, `stay` gets which that was. */
function useStayAtLine(oldest: number | undefined, stay: (id: number) => void): void {
  const beforeRef = useRef(oldest);
  const onStay = useEffectEvent(stay);
  useEffect(() => {
    const before = beforeRef.current;
    beforeRef.current = oldest;
    if (before !== undefined && oldest !== undefined && oldest < before) onStay(before);
  }, [oldest]);
}
