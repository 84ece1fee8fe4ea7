import type { DeviceVariable, HistoryResponse, WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, useMemo, useState } from 'react';
import { displaySettings } from '../../../../../lib/format/display-settings.ts';
import { formatDate, formatDateTime, formatDay, formatExact, formatValue } from '../../../../../lib/format/format.ts';
import { Skeleton } from '../../../../../ui/cards/skeleton.tsx';
import { LinesChart, type LinesData } from '../../../../../ui/charts/lines-chart.tsx';
import { notesIn } from '../../../../../ui/charts/plot/chart-notes.ts';
import { pointUnder } from '../../../../../ui/charts/plot/chart-points.ts';
import { smallestSpan } from '../../../../../ui/charts/plot/smallest-span.ts';
import { useWidgetBands, useWidgetLimits } from '../widget-alerts.tsx';
import type { WidgetData } from '../widget-data.ts';
import { WidgetFrame } from '../widget-frame.tsx';
import { brokenColumns } from './broken-columns.ts';

const shortestSpanMs = 60_000;

type ChartWidgetProps = { content: Extract<WidgetContent, { type: 'chart' }>; data: WidgetData };

/** The last hours of some variables; the legend shows the values under the pointer. */
export function ChartWidget({ content, data: given }: ChartWidgetProps) {
  const { variables, histories } = given;
  const { title, keys, minutes, style = 'line', right, limits } = content;
  const history = histories.get(minutes);
  const bands = useWidgetBands(content, given);
  const alertLimits = useWidgetLimits(content, given);
  const [pointed, setPointed] = useState<number | null>(null);
  // Each new value makes new variables; the chart depends only on their styles.
  // The first line's axis is the left one.
  const ordered = right ? [...keys].sort((a, b) => Number(right.includes(a)) - Number(right.includes(b))) : keys;
  const styles = JSON.stringify(stylesOf(ordered, variables));
  const lines = useMemo((): LineStyle[] => JSON.parse(styles), [styles]);
  // Each history is drawn up to the values that were the newest when it came.
  const [drawn, setDrawn] = useState({ history, variables });
  if (drawn.history !== history) setDrawn({ history, variables });
  const data = useMemo(
    () =>
      drawn.history && {
        ...linesOf(drawn.history, lines, { style, right, variables: drawn.variables }),
        limits: [
          ...(limits ?? []).map(toLine),
          ...alertLimits.flatMap(({ key, espid: _, ...limit }) => {
            const line = lines.find((one) => one.key === key);
            return line ? [{ ...limit, unit: axisOf(line, right) }] : [];
          }),
        ],
        notes: bands,
      },
    [drawn, lines, style, right, limits, alertLimits, bands],
  );
  const under = lines.map((_, index) => {
    const columns = data?.lines[index]?.columns;
    return pointed !== null && data && columns ? pointUnder(columns, pointed, data.view) : null;
  });
  const pointAt = nearestTime(under, pointed);
  const legend = (
    <ul className="widget-legend">
      {lines.map(({ key, label, unit, hue, decimals }, index) => {
        const near = under[index];
        return (
          <li key={key} style={{ '--c': `var(--c-${hue})` } as CSSProperties}>
            <i aria-hidden="true" />
            {label} {near ? `${formatValue(near.value, decimals)} ${unit}` : unit}
          </li>
        );
      })}
    </ul>
  );
  return (
    <WidgetFrame
      title={pointAt === null ? title : `${title}: ${formatDateTime(pointAt)}`}
      aside={legend}
      className="widget-chart"
    >
      {data ? (
        <LinesChart
          data={data}
          label={[
            describeLines(title, lines, data),
            ...(limits ?? []).map(describeLimit),
            ...alertLimits.map(({ word }) => word),
            ...notesIn(bands, data.view),
          ].join('. ')}
          times={{ timeZone: displaySettings().timeZone, day: formatDay, date: formatDate }}
          onPoint={setPointed}
          className="widget-lines"
        />
      ) : (
        <Skeleton height={140} width="auto" />
      )}
    </WidgetFrame>
  );
}

type LineStyle = { key: string; label: string; unit: string; hue: number; decimals: number | null };

/** Variables of one kind have one colour; next to each other they need their own. */
function stylesOf(keys: readonly string[], variables: ReadonlyMap<string, DeviceVariable>): LineStyle[] {
  const taken = new Set<number>();
  return keys.map((key) => {
    const { label = key, unit = '', decimals = null, hue = 1 } = variables.get(key) ?? {};
    let own = hue;
    while (taken.has(own) && taken.size < 8) own = (own % 8) + 1;
    taken.add(own);
    return { key, label, unit, decimals, hue: own };
  });
}

type Drawing = {
  style: 'line' | 'area' | 'steps';
  right: readonly string[] | undefined;
  variables: WidgetData['variables'];
};
type Limit = NonNullable<ChartWidgetProps['content']['limits']>[number];

/** Lines of one unit share an axis; where sides were chosen, these stand for the units. */
function axisOf({ key, unit }: Pick<LineStyle, 'key' | 'unit'>, right: readonly string[] = []): string {
  if (right.length === 0) return unit;
  return right.includes(key) ? 'right' : 'left';
}

const toLine = ({ value, tone, word }: Limit) => ({ value, tone, word });
const describeLimit = ({ value, word }: Limit) => {
  const limit = t`Limit at ${{ value: formatExact(value) }}`;
  return word ? `${limit}: ${word}` : limit;
};

function linesOf(history: HistoryResponse, styles: readonly LineStyle[], drawing: Drawing): LinesData {
  const { style, right = [], variables } = drawing;
  const { times, series, from, to, offline } = history;
  const lines = styles.map(({ key, unit, hue, decimals }) => {
    const values = times.map((_at, index) => {
      const value = series[key]?.value[index];
      return typeof value === 'number' ? value : null;
    });
    return {
      key,
      hue,
      smallestSpan: smallestSpan({ unit, decimals }),
      unit: axisOf({ key, unit }, right),
      filled: style === 'area',
      stepped: style === 'steps',
      values,
      columns: brokenColumns(history, values, variables.get(key)),
    };
  });
  // A young board's few minutes would be a stroke at the edge of a day.
  const since = Math.min(times[0] ?? from, offline[0]?.from ?? to, to - shortestSpanMs);
  return { times, lines, view: { from: Math.max(from, since), to }, offline };
}

function describeLines(title: string, styles: readonly LineStyle[], { lines }: LinesData): string {
  const ranges = styles.map(({ label, unit, decimals }, index) => {
    const values = lines[index]?.values.filter((value) => value !== null) ?? [];
    if (values.length === 0) return t`${label}: no data`;
    const low = values.reduce((a, b) => Math.min(a, b));
    const high = values.reduce((a, b) => Math.max(a, b));
    return t`${label}: ${{ low: formatValue(low, decimals) }} to ${{ high: `${formatValue(high, decimals)} ${unit}`.trim() }}`;
  });
  return `${title}. ${ranges.join('. ')}`;
}

/** When the point was that is nearest to an instant; the instant itself where there is none. */
function nearestTime(points: readonly ({ at: number } | null)[], at: number | null): number | null {
  if (at === null) return null;
  const times = points.flatMap((point) => (point ? [point.at] : []));
  return times.sort((one, other) => Math.abs(one - at) - Math.abs(other - at))[0] ?? at;
}
