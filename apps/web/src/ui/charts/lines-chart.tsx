import { useEffect, useMemo, useState } from 'react';
import { ChartGroup } from './plot/chart-group.ts';
import type { AxisTimes } from './plot/chart-ticks.ts';
import type { PlotLine, PlotLines } from './plot/lines-plot.ts';
import type { SeriesColumns, TimeSpan } from './plot/series-buffer.ts';
import './time-chart.css';
import { useLinesPlot } from './plot/use-lines-plot.ts';

/** Lines over the same times: `values[i]` belongs to `times[i]`, ms since the epoch, ascending. */
export type LinesData = Omit<PlotLines, 'lines'> & {
  times: readonly number[];
  /** `columns`: the line as it is drawn, broken where values are missing; without them it breaks at each null. */
  lines: readonly (Omit<PlotLine, 'columns'> & { values: readonly (number | null)[]; columns?: SeriesColumns })[];
  view: TimeSpan;
};

type LinesChartProps = {
  data: LinesData;
  /** What it shows with the range of each line, for screen readers. */
  label: string;
  times: AxisTimes;
  /** Hears where the pointer is, ms since the epoch, or null. */
  onPoint: (at: number | null) => void;
  className?: string;
};

/** Several variables over one time axis; for a glance, without zoom. */
export function LinesChart({ data, label, times, onPoint, className }: LinesChartProps) {
  const [group] = useState(() => new ChartGroup({ view: data.view, onZoom: () => undefined, now: () => 0 }));
  const lines = useMemo((): PlotLines => {
    const at = [...data.times];
    const drawn = data.lines.map(({ values, columns, ...line }) => ({
      ...line,
      columns: columns ?? { at, value: [...values], min: null, max: null },
    }));
    return { lines: drawn, offline: data.offline, limits: data.limits, notes: data.notes ?? [] };
  }, [data]);
  const { hostRef, plotRef } = useLinesPlot({ group, lines, times, zooms: false, onCursor: (at) => onPoint(at) });
  useEffect(() => group.setView(data.view), [group, data.view]);
  return (
    <div
      ref={hostRef}
      className={['lines-chart', className].filter(Boolean).join(' ')}
      role="img"
      aria-label={label}
      onPointerMove={({ clientX }) => {
        const box = plotRef.current?.over?.getBoundingClientRect();
        if (box && box.width > 0) group.setCursor({ fraction: (clientX - box.left) / box.width }, plotRef.current);
      }}
      onPointerLeave={() => {
        group.setCursor(null, null);
        onPoint(null);
      }}
    />
  );
}
