import { plural, t } from '@lingui/core/macro';
import { IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import type { LineSource } from '../lines/line-source.ts';
import { type LogEntry, readEntry } from '../log-entry.ts';
import { LogRow } from './log-row.tsx';
import { useRowHeight } from './use-row-height.ts';
import { useTallList } from './use-tall-list.ts';

type LogListProps = {
  source: LineSource;
  /** Each line has its date. */
  showsDay: boolean;
  query: string;
  /** The number of the line that is open; null: none. */
  openLine: number | null;
  onOpen: (line: number | null) => void;
  onShow: (firstPlace: number, lastPlace: number, count: number) => void;
  onRequest: (request: string) => void;
  onContext: ((line: number) => void) | undefined;
};

/** The lines, newest first, as many as the file has; only those in sight exist. */
export function LogList(props: LogListProps) {
  const { source, showsDay, query, openLine, onOpen, onShow, onRequest, onContext } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  /** Where the focus is about to go: the next key may come before it is there. */
  const nextFocusRef = useRef<number>(undefined);
  const list = useTallList(boxRef, source, useRowHeight());
  const [current, setCurrent] = useState<number | null>(null);
  const [seenLines, setSeenLines] = useState(source.count);
  const { first, last, isAtTop } = list;
  const newLines = isAtTop ? 0 : Math.max(0, source.count - seenLines);
  if (isAtTop && seenLines !== source.count) setSeenLines(source.count);

  const show = useEffectEvent(onShow);
  useEffect(() => show(first, last, source.count), [first, last, source.count]);
  useRevealOnce(openLine, source, (place) => list.reveal(place, 'middle'));

  const toggle = (line: number) => {
    setCurrent(line);
    onOpen(line === openLine ? null : line);
  };
  const goTo = (place: number) => {
    const line = source.lineAt(Math.min(source.count - 1, Math.max(0, place)))?.line;
    if (line === undefined) return;
    setCurrent(line);
    list.reveal(source.placeOf(line), 'nearest');
    nextFocusRef.current = line;
    requestAnimationFrame(() => {
      if (nextFocusRef.current === line) nextFocusRef.current = undefined;
      boxRef.current?.querySelector<HTMLElement>(`[data-line="${line}"] .log-row`)?.focus();
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = nextFocusRef.current ?? lineOf(event.target);
    const place = line === undefined ? -1 : source.placeOf(line);
    const target = keyTarget(event, place, source.count);
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(target);
  };

  const places = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  const focusable = current ?? source.lineAt(first)?.line;
  return (
    <div className={showsDay ? 'log-list log-list-days' : 'log-list'}>
      <section className="log-view" ref={boxRef} aria-label={t`Log lines`} onKeyDown={onKeyDown}>
        <div className="log-spacer" style={{ height: list.height }}>
          {places.map((at) => {
            const line = source.lineAt(at);
            return (
              <div
                key={line?.line ?? `place ${at}`}
                className="log-place"
                data-line={line?.line}
                style={{ transform: `translateY(${list.topOf(at)}px)` }}
              >
                {line === undefined ? (
                  <WaitingRow />
                ) : (
                  <LogRow
                    entry={entryOf(line)}
                    showsDay={showsDay}
                    query={query}
                    isOpen={line.line === openLine}
                    isCurrent={line.line === focusable}
                    onToggle={toggle}
                    onRequest={onRequest}
                    onContext={onContext}
                  />
                )}
              </div>
            );
          })}
        </div>
      </section>
      {newLines > 0 && (
        <Button className="log-new" size="small" variant="primary" icon={IconArrowUp} onClick={list.scrollToTop}>
          {plural(newLines, { one: '# new line', other: '# new lines' })}
        </Button>
      )}
    </div>
  );
}

const entries = new WeakMap<object, LogEntry>();

/** Reading a line costs more than drawing it, and a list is drawn at every movement. */
function entryOf(line: Parameters<typeof readEntry>[0]): LogEntry {
  const entry = entries.get(line) ?? readEntry(line);
  entries.set(line, entry);
  return entry;
}

/** A line that an address names is brought into sight when it is known where it stands. */
function useRevealOnce(line: number | null, source: LineSource, reveal: (place: number) => void) {
  const [wanted, setWanted] = useState(line);
  const isKnown = wanted !== null && source.count > 0 && source.placeOf(wanted) >= 0;
  const revealNow = useEffectEvent(() => {
    if (wanted !== null) reveal(source.placeOf(wanted));
    setWanted(null);
  });
  useEffect(() => {
    if (isKnown) revealNow();
  }, [isKnown]);
}

/** The number of the line that an element belongs to. */
function lineOf(element: EventTarget): number | undefined {
  const line = element instanceof Element ? element.closest<HTMLElement>('[data-line]')?.dataset.line : undefined;
  return line === undefined ? undefined : Number(line);
}

function keyTarget({ key }: KeyboardEvent, place: number, count: number): number | undefined {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return place + 1;
    case 'k':
    case 'ArrowUp':
      return Math.max(0, place - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function WaitingRow() {
  return (
    <div className="log-row" aria-hidden="true">
      <Skeleton width={76} height={9} />
      <Skeleton width={40} height={9} />
      <Skeleton width={52} height={9} />
      <Skeleton width="60%" height={9} />
    </div>
  );
}
