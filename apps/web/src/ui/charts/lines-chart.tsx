import { useEffect, useEffectEvent, useRef } from 'react';
import type { AxisTimes } from './chart-ticks.ts';
import { type LinesData, LinesPlot } from './lines-plot.ts';

type LinesChartProps = {
  data: LinesData;
  /** What it shows with the range of each line, for screen readers. */
  label: string;
  times: AxisTimes;
  /** Hears which point the pointer is on: its place in `data.times`, or null. */
  onPoint: (index: number | null) => void;
  className?: string;
};

/** Several variables over one time axis; for a look at a glance, without zoom. */
export function LinesChart({ data, label, times, onPoint, className }: LinesChartProps) {
  const hostRef = useRef<HTMLDivElement>(null);
  const plotRef = useRef<LinesPlot | null>(null);
  const tellPoint = useEffectEvent((index: number | null) => onPoint(index));
  const axisTimes = useEffectEvent(() => times);
  useEffect(() => {
    if (!hostRef.current) return;
    const plot = new LinesPlot({ host: hostRef.current, times: axisTimes(), onPoint: (index) => tellPoint(index) });
    plotRef.current = plot;
    return () => {
      plotRef.current = null;
      plot.destroy();
    };
  }, []);
  useEffect(() => plotRef.current?.show(data), [data]);
  return <div ref={hostRef} className={className} role="img" aria-label={label} />;
}
