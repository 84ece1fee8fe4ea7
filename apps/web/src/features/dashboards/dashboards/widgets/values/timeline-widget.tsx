import type { WidgetContent } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { type CSSProperties, useMemo } from 'react';
import { formatDateTime, formatDuration } from '../../../../../lib/format/format.ts';
import { Skeleton } from '../../../../../ui/cards/skeleton.tsx';
import { endFormat } from '../charts/end-format.ts';
import { type OnSpan, onSpans } from '../on-spans.ts';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';

type TimelineWidgetProps = { content: Extract<WidgetContent, { type: 'timeline' }>; data: WidgetData };

/** A band of time on which it shows when a value was on. */
export function TimelineWidget({ content, data }: TimelineWidgetProps) {
  const { variables, histories } = data;
  const { title, key, onFrom, minutes } = content;
  const variable = variables.get(key);
  const age = useAge(variable, data);
  const history = histories.get(minutes);
  const spans = useMemo(() => history && onSpans(history, key, onFrom), [history, key, onFrom]);
  if (!history || !spans) {
    return (
      <WidgetFrame title={title} className="widget-timeline">
        <Skeleton height={40} width="auto" />
      </WidgetFrame>
    );
  }
  const { from, to, offline } = history;
  const bar = (span: OnSpan, tone: string) => (
    <rect
      key={`${tone} ${span.from}`}
      className={`widget-span-${tone}`}
      x={((span.from - from) / (to - from)) * 1000}
      width={Math.max(2, ((span.to - span.from) / (to - from)) * 1000)}
      height={20}
    />
  );
  const format = endFormat(from, to);
  return (
    <WidgetFrame title={title} aside={<Age age={age} />} stale={age !== null} className="widget-timeline">
      <svg
        viewBox="0 0 1000 20"
        preserveAspectRatio="none"
        role="img"
        aria-label={spansText(spans, to)}
        style={{ '--c': `var(--c-${variable?.hue ?? 8})` } as CSSProperties}
      >
        <rect className="widget-span-none" width={1000} height={20} />
        {offline.map((span) => bar(span, 'away'))}
        {spans.map((span) => bar(span, 'on'))}
      </svg>
      <p>
        <span>{format(from)}</span>
        <b>{spansText(spans, to)}</b>
        <span>{data.moment === null ? t`Now` : format(to)}</span>
      </p>
    </WidgetFrame>
  );
}

function spansText(spans: readonly OnSpan[], now: number): string {
  const last = spans.at(-1);
  if (!last) return t`Not on in this time`;
  if (last.to >= now) return t`On for ${{ duration: formatDuration(now - last.from) }}`;
  const until = formatDateTime(last.to);
  return plural({ count: spans.length }, { one: `On once, until ${until}`, other: `On # times, last until ${until}` });
}
