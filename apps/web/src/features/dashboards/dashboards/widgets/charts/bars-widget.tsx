import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { formatDate, formatDateTime, formatValue, noValue } from '../../../../../lib/format/format.ts';
import { Skeleton } from '../../../../../ui/cards/skeleton.tsx';
import { BarPlot, type PlotBar } from '../../../../../ui/charts/bar-plot.tsx';
import { zoneOf } from '../../../../../ui/charts/gauges/gauge.tsx';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';
import { binsOf } from './bar-bins.ts';
import { endFormat } from './end-format.ts';
import { pointsOf } from './history-points.ts';
import { toneColour } from './state-spans.ts';
import { hourStart } from './zone-time.ts';

type BarsContent = Extract<WidgetContent, { type: 'bars' }>;
type BarsWidgetProps = { content: BarsContent; data: WidgetData };

/** The unit of a figure: a value times hours has another one than the value. */
function unitOf({ figure, unit: own }: BarsContent, unit: string): string {
  if (figure !== 'total' || own !== undefined) return unit;
  return unit === '' ? 'h' : `${unit}${/^(k|M)?W$|^m?A$/.test(unit) ? 'h' : '·h'}`;
}

/** A bar for each hour or day. */
export function BarsWidget({ content, data }: BarsWidgetProps) {
  const { title, key, by, figure, minutes, zones } = content;
  const variable = data.variables.get(key);
  const history = data.histories.get(minutes);
  const age = useAge(variable, data);
  const [pointed, setPointed] = useState<PlotBar | null>(null);
  const unit = unitOf(content, variable?.unit ?? '');
  const decimals = variable?.decimals ?? null;
  const bars = useMemo(() => {
    if (!history) return null;
    const nameOf = by === 'day' ? (at: number) => formatDate(at) : (at: number) => formatDateTime(hourStart(at));
    return binsOf(pointsOf(history, key), { ...history, by, figure }).map(({ at, value }): PlotBar => {
      const zone = value === null ? undefined : zoneOf(zones, value);
      const digits = decimals ?? digitsFor(value);
      const text = value === null ? t`no data` : `${formatValue(value, digits)} ${unit}`.trim();
      return { id: at, name: nameOf(at), value, text, ...(zone && { colour: toneColour[zone.tone] }) };
    });
  }, [history, key, by, figure, zones, decimals, unit]);
  if (!bars) {
    return (
      <WidgetFrame title={title} className="widget-bars">
        <Skeleton height={120} width="auto" />
      </WidgetFrame>
    );
  }
  const isEmpty = bars.every(({ value }) => value === null);
  const middle = Math.floor((bars.length - 1) / 2);
  const last = bars.at(-1);
  const endName = endFormat(hourStart(Number(bars[0]?.id)), hourStart(Number(last?.id)));
  const ends = bars
    .filter((_, index) => index === 0 || index === bars.length - 1 || (bars.length > 4 && index === middle))
    .map(({ id, name }) => ({ id, name: by === 'hour' ? endName(hourStart(Number(id))) : name }));
  const latest = last?.text ?? noValue;
  const figureName = figureNameOf(figure);
  const aside = (
    <span className="widget-figure">
      {pointed
        ? `${pointed.name}: ${pointed.text}`
        : data.moment !== null
          ? `${last?.name}: ${latest}`
          : by === 'day'
            ? t`Today: ${latest}`
            : t`This hour: ${latest}`}
    </span>
  );
  return (
    <WidgetFrame title={title} aside={isEmpty ? <Age age={age} /> : aside} className="widget-bars">
      {isEmpty ? (
        <p className="widget-nothing">{t`No data in this period`}</p>
      ) : (
        <BarPlot
          label={by === 'day' ? t`${title}: ${figureName} by day` : t`${title}: ${figureName} by hour`}
          bars={bars}
          hue={variable?.hue ?? 8}
          ends={ends}
          onBar={setPointed}
        />
      )}
    </WidgetFrame>
  );
}

function figureNameOf(figure: BarsContent['figure']): string {
  switch (figure) {
    case 'average':
      return t`average`;
    case 'lowest':
      return t`lowest value`;
    case 'highest':
      return t`highest value`;
    case 'rise':
      return t`increase`;
    case 'total':
      return t`value × hours`;
  }
}

/** A mean has no natural end: about three digits are enough. */
function digitsFor(value: number | null): number {
  const size = Math.abs(value ?? 0);
  return size >= 100 ? 0 : size >= 10 ? 1 : 2;
}
