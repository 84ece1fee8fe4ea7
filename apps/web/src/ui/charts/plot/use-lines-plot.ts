import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { listenToGestures } from './chart-gestures.ts';
import type { ChartGroup } from './chart-group.ts';
import type { AxisTimes } from './chart-ticks.ts';
import { LinesPlot, type PlotLines } from './lines-plot.ts';

type LinesPlotUse = {
  group: ChartGroup;
  lines: PlotLines;
  times: AxisTimes;
  /** Lets the chart be zoomed and walked through. */
  zooms: boolean;
  /** An instant as the crosshair shows it. */
  formatTime?: (at: number) => string;
  onCursor: (at: number | null, notes: readonly string[]) => void;
  /** While it is there, a press on the chart means a moment and a drag a span. */
  onPick?: ((picked: { from: number; to: number | null }) => void) | null;
};

/** Keeps a plot of lines in an element for as long as it is there. */
export function useLinesPlot({ group, lines, times, zooms, formatTime, onCursor, onPick = null }: LinesPlotUse): {
  hostRef: RefObject<HTMLDivElement | null>;
  plotRef: RefObject<LinesPlot | null>;
} {
  const hostRef = useRef<HTMLDivElement>(null);
  const plotRef = useRef<LinesPlot | null>(null);
  const reportCursor = useEffectEvent(onCursor);
  const picking = useEffectEvent(() => onPick);
  const formats = useEffectEvent(() => ({ times, formatTime }));
  useEffect(() => {
    const host = hostRef.current;
    if (!host) return;
    const canvasHost = document.createElement('div');
    // Out of the flow: the width of what was drawn must not keep the element from becoming narrower.
    canvasHost.className = 'lines-plot';
    host.append(canvasHost);
    const plot = new LinesPlot({
      host: canvasHost,
      group,
      times: () => formats().times,
      formatTime: (at) => formats().formatTime?.(at) ?? '',
      onCursor: (at, texts) => reportCursor(at, texts),
    });
    plotRef.current = plot;
    const resized = new ResizeObserver(() => plot.resize(canvasHost.clientWidth, canvasHost.clientHeight));
    resized.observe(host);
    // A little early, so that a chart is there before it is scrolled to.
    const seen = new IntersectionObserver(([entry]) => plot.setInView(entry?.isIntersecting ?? false), {
      rootMargin: '200px 0px',
    });
    seen.observe(host);
    const stopGestures = zooms ? listenToGestures({ host, plot, group, picking: () => picking() }, false) : null;
    return () => {
      stopGestures?.();
      seen.disconnect();
      resized.disconnect();
      plot.destroy();
      plotRef.current = null;
      canvasHost.remove();
    };
  }, [group, zooms]);
  useEffect(() => plotRef.current?.show(lines), [lines]);
  return { hostRef, plotRef };
}
