import type { HistoryResponse, WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, useMemo } from 'react';
import { formatDateTime, formatDuration } from '../../../../../lib/format/format.ts';
import { formatList } from '../../../../../lib/format/format-list.ts';
import { variableKind } from '../../../../../lib/format/variable-kind.ts';
import { Skeleton } from '../../../../../ui/cards/skeleton.tsx';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';
import { endFormat } from './end-format.ts';
import { type StateFormat, type StateSpan, stateColours, stateSpans, timeByState } from './state-spans.ts';

type StatesWidgetProps = { content: Extract<WidgetContent, { type: 'states' }>; data: WidgetData };

const maxNamed = 8;

/** A band of time for each variable: which text or level was there. */
export function StatesWidget({ content: { title, keys, minutes, zones }, data }: StatesWidgetProps) {
  const { variables, histories, moment } = data;
  const history = histories.get(minutes);
  const age = useAge(variables.get(keys[0] ?? ''), data);
  const kinds = JSON.stringify(
    keys.map((key) => {
      const variable = variables.get(key);
      const isSwitch = variable !== undefined && variableKind(variable) === 'switch';
      return { key, label: variable?.label ?? key, isSwitch, decimals: variable?.decimals ?? null };
    }),
  );
  const rows = useMemo(() => {
    if (!history) return null;
    const visible: (Omit<StateFormat, 'zones'> & { key: string; label: string })[] = JSON.parse(kinds);
    return visible.map((row) => ({ ...row, spans: stateSpans(history, row.key, { ...row, zones }) }));
  }, [history, kinds, zones]);
  if (!history || !rows) {
    return (
      <WidgetFrame title={title} className="widget-states">
        <Skeleton height={40} width="auto" />
      </WidgetFrame>
    );
  }
  const states = rows.flatMap(({ spans }) => spans.map(({ state }) => state));
  const colours = stateColours(states, { zones });
  const format = endFormat(history.from, history.to);
  return (
    <WidgetFrame title={title} aside={<Age age={age} />} stale={age !== null} className="widget-states">
      {states.length === 0 ? (
        <p className="widget-nothing">{t`No data in this period`}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: many bands are scrolled with the arrow keys
        <section className="states" aria-label={t`${title}: states`} tabIndex={0}>
          {rows.map(({ key, label, spans }) => (
            <div key={key} className="states-row">
              {rows.length > 1 && <span title={label}>{label}</span>}
              <Band history={history} spans={spans} colours={colours} label={bandText(label, spans)} />
            </div>
          ))}
          <p className="states-times" aria-hidden="true">
            <span>{format(history.from)}</span>
            <span>{moment === null ? t`now` : format(history.to)}</span>
          </p>
          <Legend colours={colours} />
        </section>
      )}
    </WidgetFrame>
  );
}

type BandProps = {
  history: HistoryResponse;
  spans: readonly StateSpan[];
  colours: ReadonlyMap<string, string>;
  label: string;
};

function Band({ history: { from, to, offline }, spans, colours, label }: BandProps) {
  const place = (span: { from: number; to: number }) => ({
    x: ((span.from - from) / (to - from)) * 1000,
    width: Math.max(1.5, ((span.to - span.from) / (to - from)) * 1000),
    height: 20,
  });
  return (
    <svg viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className="widget-span-none" width={1000} height={20} />
      {offline.map((span) => (
        <rect key={`away ${span.from}`} className="widget-span-away" {...place(span)} />
      ))}
      {spans.map((span) => (
        <rect key={span.from} {...place(span)} style={{ fill: colours.get(span.state) }}>
          <title>{`${span.state}, ${formatDateTime(span.from)}, ${formatDuration(span.to - span.from)}`}</title>
        </rect>
      ))}
    </svg>
  );
}

function Legend({ colours }: { colours: ReadonlyMap<string, string> }) {
  const visible = [...colours].slice(0, maxNamed);
  return (
    <ul className="widget-legend states-legend">
      {visible.map(([state, colour]) => (
        <li key={state} style={{ '--c': colour } as CSSProperties}>
          <i aria-hidden="true" />
          {state}
        </li>
      ))}
      {colours.size > maxNamed && <li>{t`and ${{ count: colours.size - maxNamed }} more`}</li>}
    </ul>
  );
}

function bandText(label: string, spans: readonly StateSpan[]): string {
  const last = spans.at(-1);
  if (!last) return t`${label}: no data`;
  const times = timeByState(spans)
    .slice(0, maxNamed)
    .map(({ state, ms }) => t`${state} for ${{ duration: formatDuration(ms) }}`);
  return t`${label}: now ${{ state: last.state }}. ${{ times: formatList(times) }}`;
}
