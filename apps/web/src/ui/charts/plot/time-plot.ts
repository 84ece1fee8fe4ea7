import { t } from '@lingui/core/macro';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Crosshair, createCrosshair } from './chart-crosshair.ts';
import {
  drawLastPoint,
  drawNote,
  drawOffline,
  drawOfflineLabels,
  drawTimes,
  type Furniture,
} from './chart-furniture.ts';
import type { ChartGroup, ChartMember } from './chart-group.ts';
import { drawLimits, withNearLimits } from './chart-limits.ts';
import { type ChartOverlay, drawLevels, drawMarks, withLevels } from './chart-marks.ts';
import { drawNoteBands, drawNoteFlags, notesAt } from './chart-notes.ts';
import { type ChartStats, lonelyIndexes, nearestPoint, neighbourPoint, spanStats } from './chart-points.ts';
import { type ChartTheme, readChartTheme } from './chart-theme.ts';
import { type AxisTimes, timeTicks, type ValueTicks, valueTickLabels, valueTicks } from './chart-ticks.ts';
import type { SeriesColumns, TimeSpan } from './series-buffer.ts';
import { widened } from './smallest-span.ts';

/** What a chart draws. */
export type ChartData = ChartOverlay & {
  columns: SeriesColumns;
  offline: readonly TimeSpan[];
  /** The newest point as sent, drawn as a dot. */
  last: { at: number; value: number } | null;
};

/** Where a chart gets its data; `subscribe` calls back after every change. */
export type ChartSource = { read(): ChartData; subscribe(listener: () => void): () => void };

/** Lowest and highest. */
export type ValueSpan = { min: number; max: number };

/** Where the values stand: the lowest and the highest of the axis, and the plot area within the chart, CSS px. */
export type PlotScale = { low: number; high: number; top: number; height: number; left: number; right: number };

export type TimePlotOptions = {
  host: HTMLElement;
  group: ChartGroup;
  source: ChartSource;
  hue: number;
  /** `on-off` draws steps between the two states 0 and 1. */
  kind: 'line' | 'on-off';
  /** The value axis shows this span at least; null: what the line needs. */
  span: ValueSpan | null;
  /** The value axis spans so much at least, so that noise stays small. */
  smallestSpan: number;
  /** How the axis writes instants. */
  times: AxisTimes;
  /** A value with its unit, and an instant, as the crosshair shows them. */
  formatValue(value: number): string;
  formatTime(at: number): string;
  formatOffline(ms: number): string;
  /** Hears the figures of what is in view after each drawing. */
  onDrawn(stats: ChartStats, scale: PlotScale): void;
  /** Hears what the crosshair is on, for screen readers. */
  onCursor(text: string | null): void;
};

const padding = { top: 12, right: 14, axis: 24 };

/** One time-series chart: draws a source's line exactly as sent, with offline time, gaps and the newest point. */
export class TimePlot implements ChartMember {
  inView = false;
  readonly #options: TimePlotOptions;
  readonly #leave: () => void;
  readonly #unsubscribe: () => void;
  #plot: uPlot | null = null;
  #crosshair: Crosshair | null = null;
  #theme: ChartTheme;
  #data: ChartData = { columns: { at: [], value: [], min: null, max: null }, offline: [], last: null };
  #values: ValueTicks = { low: 0, high: 1, ticks: [0, 1], step: 1 };
  #furniture: Furniture;
  #width = 0;
  #height = 0;

  constructor(options: TimePlotOptions) {
    this.#options = options;
    this.#theme = readChartTheme(options.host, options.hue);
    this.#furniture = { theme: this.#theme, ticks: [], offline: [], last: null, note: '' };
    this.#leave = options.group.join(this);
    this.#unsubscribe = options.source.subscribe(() => options.group.requestPoints(this));
  }

  /** The element over the plot area, without the axes; null until the first drawing. */
  get over(): HTMLElement | null {
    return this.#plot?.over ?? null;
  }

  /** Width of the plot area, CSS px. */
  get plotWidth(): number {
    return this.#plot ? this.#plot.over.clientWidth : this.#width;
  }

  resize(width: number, height: number): void {
    if (width === this.#width && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    this.#plot?.setSize({ width, height });
    this.#options.group.request(this);
  }

  setInView(inView: boolean): void {
    this.inView = inView;
    if (inView) this.#options.group.request(this);
  }

  restyle(): void {
    this.#theme = readChartTheme(this.#options.host, this.#options.hue);
    this.#plot?.destroy();
    this.#plot = null;
  }

  destroy(): void {
    this.#unsubscribe();
    this.#leave();
    this.#plot?.destroy();
    this.#plot = null;
  }

  draw(): void {
    if (this.#width < 40 || this.#height < 40) return;
    const { group, source, onDrawn } = this.#options;
    this.#data = source.read();
    const { columns } = this.#data;
    const stats = spanStats(columns, group.view);
    this.#measure(stats);
    const empty = columns.at.map(() => null);
    const data: uPlot.AlignedData = [columns.at, columns.max ?? empty, columns.min ?? empty, columns.value];
    if (this.#plot) this.#plot.setData(data);
    else this.#create(data);
    onDrawn(stats, this.#scale());
  }

  drawCursor(at: number | null, active: boolean): void {
    const plot = this.#plot;
    if (!plot) return;
    const { group, formatValue, formatTime, onCursor } = this.#options;
    if (at === null || at < group.view.from || at > group.view.to) {
      this.#crosshair?.hide();
      if (active) onCursor(null);
      return;
    }
    this.#crosshair ??= createCrosshair(plot.over);
    const near = this.pointAt(at);
    const offline = this.#data.offline.some((span) => span.from < at && at < span.to);
    const value = near ? formatValue(near.value) : offline ? t`Offline` : '';
    const lineAt = active && near ? near.at : at;
    const notes = active ? notesAt(plot, this.#data.notes ?? [], at) : [];
    this.#crosshair.show({
      x: plot.valToPos(lineAt, 'x'),
      width: plot.over.clientWidth,
      height: plot.over.clientHeight,
      point: near && { x: plot.valToPos(near.at, 'x'), y: plot.valToPos(near.value, 'y') },
      value: [value, ...notes].filter(Boolean).join('\n'),
      time: active ? formatTime(lineAt) : '',
      labels: this.#furniture.ticks.map(({ at: tickAt, label }) => {
        const x = plot.valToPos(tickAt, 'x');
        const half = label.length * 3.4 * this.#theme.scale;
        return [x - half, x + half];
      }),
    });
    if (active) onCursor([formatTime(lineAt), value || t`no data`, ...notes].join(', '));
  }

  /** The point that the crosshair snaps to at an instant: never across a gap or further than a finger's width. */
  pointAt(at: number): { at: number; value: number } | null {
    const { view } = this.#options.group;
    const reach = ((view.to - view.from) / Math.max(1, this.plotWidth)) * 22;
    return nearestPoint(this.#data.columns, at, reach);
  }

  /** The point `step` places away from an instant, for the arrow keys. */
  pointBeside(at: number, step: number): { at: number; value: number } | null {
    return neighbourPoint(this.#data.columns, at, step);
  }

  #scale(): PlotScale {
    const { low, high } = this.#values;
    const { top = 0, height = 0, left = 0, width = 0 } = this.#plot?.bbox ?? {};
    const ratio = devicePixelRatio;
    const right = this.#width - (left + width) / ratio;
    return { low, high, top: top / ratio, height: height / ratio, left: left / ratio, right };
  }

  #measure(stats: ChartStats): void {
    const { group, kind, span, smallestSpan, times, formatOffline } = this.#options;
    const { scale } = this.#theme;
    const steps = this.#height < 170 ? 3 : Math.min(8, Math.max(4, Math.floor(this.#height / 60)));
    if (kind === 'on-off') this.#values = { low: -0.15, high: 1.15, ticks: [0, 1], step: 1 };
    else if (stats) {
      const { min, max } = withLevels(stats, this.#data.levels);
      const needed = { min: Math.min(min, span?.min ?? min), max: Math.max(max, span?.max ?? max) };
      const visible = withNearLimits(widened(needed, smallestSpan), this.#data.limits ?? []);
      this.#values = valueTicks(visible.min, visible.max, steps);
    }
    const { view } = group;
    const spacing = (view.to - view.from < 900_000 ? 76 : 62) * scale;
    const count = Math.max(2, Math.floor((this.#width - group.axisWidth) / spacing));
    this.#furniture = {
      theme: this.#theme,
      ticks: timeTicks(view, count, times),
      offline: this.#data.offline.map((span) => ({
        ...span,
        label: t`Offline ${{ duration: formatOffline(Math.min(span.to, view.to) - span.from) }}`,
      })),
      last: this.#data.last,
      note: stats ? '' : t`No data in this range`,
    };
  }

  #create(data: uPlot.AlignedData): void {
    this.#options.host.replaceChildren();
    this.#plot = new uPlot(this.#uplotOptions(), data, this.#options.host);
    this.#crosshair = null;
  }

  #uplotOptions(): uPlot.Options {
    const theme = this.#theme;
    const { group, kind } = this.#options;
    const hidden: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
    return {
      width: this.#width,
      height: this.#height,
      ms: 1,
      padding: [padding.top, padding.right, 0, 0],
      cursor: { show: false },
      legend: { show: false },
      scales: {
        x: { time: false, range: () => [group.view.from, group.view.to] },
        y: { range: () => [this.#values.low, this.#values.high] },
      },
      axes: [this.#timeAxis(theme), this.#valueAxis(theme)],
      series: [
        {},
        hidden,
        hidden,
        {
          stroke: theme.line,
          width: 1.75,
          fill: theme.area,
          fillTo: () => this.#values.low,
          paths: kind === 'on-off' ? uPlot.paths.stepped?.({ align: 1 }) : uPlot.paths.linear?.(),
          points: { show: false, size: 4, fill: theme.line, filter: (plot) => lonelyIndexes(plot.data[3] as number[]) },
        },
      ],
      bands: [{ series: [1, 2], fill: theme.band }],
      hooks: {
        drawClear: [
          (plot) => {
            drawOffline(plot, this.#furniture);
            drawNoteBands(plot, theme, this.#data.notes ?? []);
          },
        ],
        drawAxes: [(plot) => drawTimes(plot, this.#furniture)],
        draw: [
          (plot) => {
            drawLevels(plot, theme, this.#data);
            drawNoteFlags(plot, theme, this.#data.notes ?? []);
            // Over the flags: an alert that is open has its flag at the right edge, where the labels of limits stand.
            drawLimits(plot, theme, { limits: this.#data.limits ?? [], scaleOf: () => 'y' });
            drawMarks(plot, theme, this.#data);
            drawOfflineLabels(plot, this.#furniture);
            drawLastPoint(plot, this.#furniture);
            drawNote(plot, this.#furniture);
          },
        ],
      },
    };
  }

  #valueLabels(): string[] {
    if (this.#options.kind === 'on-off') return [t`Off`, t`On`];
    // A scale without values is only a frame.
    return this.#furniture.note === '' ? valueTickLabels(this.#values) : this.#values.ticks.map(() => '');
  }

  #timeAxis(theme: ChartTheme): uPlot.Axis {
    return {
      size: padding.axis * theme.scale,
      splits: () => this.#furniture.ticks.map((tick) => tick.at),
      // The times themselves are drawn by `drawTimes`: dates are stronger than clocks.
      values: (_plot, splits) => splits.map(() => ''),
      grid: { show: false },
      ticks: { stroke: theme.axis, size: 4, width: 1 },
      border: { show: true, stroke: theme.axis, width: 1 },
    };
  }

  #valueAxis(theme: ChartTheme): uPlot.Axis {
    return {
      size: (plot, values) => {
        plot.ctx.font = theme.font(11 * devicePixelRatio);
        const widest = Math.max(
          0,
          ...(values ?? []).map((text) => plot.ctx.measureText(text).width / devicePixelRatio),
        );
        this.#options.group.reserveAxis(this, Math.ceil(Math.max(38 * theme.scale, widest + 16)));
        return this.#options.group.axisWidth;
      },
      gap: 8,
      font: theme.font(11),
      stroke: theme.text,
      splits: () => this.#values.ticks,
      values: () => this.#valueLabels(),
      grid: { stroke: theme.grid, width: 1 },
      ticks: { show: false },
    };
  }
}
