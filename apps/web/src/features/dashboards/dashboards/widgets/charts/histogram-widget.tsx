import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { formatShort } from '../../../../../lib/format/variable-kind.ts';
import { Skeleton } from '../../../../../ui/cards/skeleton.tsx';
import { BarPlot, type PlotBar } from '../../../../../ui/charts/bar-plot.tsx';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';
import { sharesOf } from './histogram-bins.ts';
import { pointsOf } from './history-points.ts';

/** `from` and `to` are where it begins and ends, as text. */
type Bar = PlotBar & { from: string; to: string };
type HistogramWidgetProps = { content: Extract<WidgetContent, { type: 'histogram' }>; data: WidgetData };

/** How much of the time a value was how high. */
export function HistogramWidget({ content: { title, key, minutes, bins }, data }: HistogramWidgetProps) {
  const variable = data.variables.get(key);
  const history = data.histories.get(minutes);
  const age = useAge(variable, data);
  const [pointed, setPointed] = useState<PlotBar | null>(null);
  const { unit = '', hue = 8 } = variable ?? {};
  const decimals = variable?.decimals ?? null;
  const bars = useMemo(() => {
    if (!history) return null;
    return sharesOf(pointsOf(history, key), bins).map(({ from: low, to: high, share }): Bar => {
      const digits = decimals ?? (high - low >= 1 ? 1 : 2);
      const [from, to] = [formatShort(low, digits), formatShort(high, digits)];
      const span = low === high ? from : t`${from} to ${to}`;
      return { id: low, from, to, name: `${span} ${unit}`.trim(), value: share * 100, text: percentText(share) };
    });
  }, [history, key, bins, decimals, unit]);
  return (
    <WidgetFrame
      title={title}
      aside={
        pointed ? (
          <span className="widget-figure">
            {pointed.name}: {pointed.text}
          </span>
        ) : (
          <Age age={age} />
        )
      }
      className="widget-bars"
    >
      {!bars ? (
        <Skeleton height={120} width="auto" />
      ) : bars.length === 0 ? (
        <p className="widget-nothing">{t`No data in this period`}</p>
      ) : (
        <BarPlot
          label={t`${title}: percent of the time`}
          bars={bars}
          hue={hue}
          ends={endsOf(bars, unit)}
          onBar={setPointed}
        />
      )}
    </WidgetFrame>
  );
}

/** Where the first bar begins and where the last one ends: `22 to 23 °C` … `31 to 32 °C` is `22` … `32 °C`. */
function endsOf(bars: readonly Bar[], unit: string): Pick<PlotBar, 'id' | 'name'>[] {
  const end = { id: 'last', name: `${bars.at(-1)?.to ?? ''} ${unit}`.trim() };
  return bars.length > 1 ? [{ id: 'first', name: bars[0]?.from ?? '' }, end] : [end];
}

const percentText = (share: number) =>
  share > 0 && share < 0.01 ? t`less than 1 % of the time` : t`${{ percent: Math.round(share * 100) }} % of the time`;
