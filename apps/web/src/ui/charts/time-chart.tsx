import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { listenToGestures } from './plot/chart-gestures.ts';
import type { ChartGroup } from './plot/chart-group.ts';
import { notesIn } from './plot/chart-notes.ts';
import type { ChartStats } from './plot/chart-points.ts';
import type { AxisTimes } from './plot/chart-ticks.ts';
import { type ChartSource, type PlotScale, TimePlot, type ValueSpan } from './plot/time-plot.ts';
import './time-chart.css';

/** How a chart formats values and times. */
export type ChartFormatters = {
  /** A value with its unit. */
  value(value: number): string;
  /** An instant as the crosshair shows it, and to the second. */
  time(at: number): string;
  exactTime(at: number): string;
  duration(ms: number): string;
  /** How the time axis writes instants. */
  times: AxisTimes;
};

type TimeChartProps = {
  group: ChartGroup;
  source: ChartSource;
  /** What the chart shows, for screen readers: the variable and the range. */
  label: string;
  hue: number;
  kind?: 'line' | 'on-off';
  /** The value axis shows this span at least. */
  span?: ValueSpan | null;
  /** And so much, at any height. */
  smallestSpan?: number;
  formatters: ChartFormatters;
  /** True when no page scrolls under the chart, so that the plain wheel may zoom. */
  freeWheel?: boolean;
  onStats?: (stats: ChartStats) => void;
  /** Hears where the values stand after each drawing, for what lies over the chart. */
  onScale?: (scale: PlotScale) => void;
  className?: string;
};

/**
 * A time-series chart on a canvas. Points reach it through its source and are drawn without rendering the component again. Left and
 * right move the crosshair, plus and minus zoom, zero goes back.
 */
export function TimeChart(props: TimeChartProps) {
  const { group, source, label, hue, kind = 'line', span, smallestSpan = 0, formatters, className } = props;
  const { freeWheel = false } = props;
  const { onStats, onScale } = props;
  const { min: low, max: high } = span ?? {};
  const hostRef = useRef<HTMLDivElement>(null);
  const reportStats = useEffectEvent((stats: ChartStats) => onStats?.(stats));
  const reportScale = useEffectEvent((scale: PlotScale) => onScale?.(scale));
  const getFormatters = useEffectEvent(() => formatters);
  const labelOf = useEffectEvent((stats: ChartStats) => {
    const range = stats
      ? t`${{ min: formatters.value(stats.min) }} to ${{ max: formatters.value(stats.max) }}`
      : t`no data`;
    return [`${label}, ${range}`, ...notesIn(source.read().notes ?? [], group.view)].join('. ');
  });

  useEffect(() => {
    const host = hostRef.current;
    if (!host) return;
    const canvasHost = document.createElement('div');
    host.append(canvasHost);
    const plot = new TimePlot({
      host: canvasHost,
      group,
      source,
      hue,
      kind,
      span: low === undefined || high === undefined ? null : { min: low, max: high },
      smallestSpan,
      times: getFormatters().times,
      formatValue: (value) => getFormatters().value(value),
      formatTime: (at) => getFormatters().time(at),
      formatOffline: (ms) => getFormatters().duration(ms),
      onDrawn(stats, scale) {
        reportStats(stats);
        reportScale(scale);
        writeLabel(host, labelOf(stats), group);
      },
      onCursor(text) {
        host.setAttribute('aria-valuetext', text ?? t`No point chosen`);
        host.setAttribute('aria-valuenow', String(group.cursorPercent));
      },
    });
    const resized = new ResizeObserver(() => plot.resize(host.clientWidth, host.clientHeight));
    resized.observe(host);
    // A little early, so that a chart is there before it is scrolled to.
    const seen = new IntersectionObserver(([entry]) => plot.setInView(entry?.isIntersecting ?? false), {
      rootMargin: '200px 0px',
    });
    seen.observe(host);
    const stopGestures = listenToGestures({ host, plot, group }, freeWheel);
    return () => {
      stopGestures();
      seen.disconnect();
      resized.disconnect();
      plot.destroy();
      canvasHost.remove();
    };
  }, [group, source, hue, kind, low, high, smallestSpan, freeWheel]);

  return (
    <div
      ref={hostRef}
      className={['time-chart', className].filter(Boolean).join(' ')}
      tabIndex={0}
      role="slider"
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={100}
      aria-valuetext={t`No point chosen`}
    />
  );
}

function writeLabel(host: HTMLElement, text: string, group: ChartGroup) {
  if (host.getAttribute('aria-label') !== text) host.setAttribute('aria-label', text);
  host.setAttribute('aria-valuenow', String(group.cursorPercent));
}
