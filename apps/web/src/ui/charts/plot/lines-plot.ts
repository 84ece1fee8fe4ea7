import { t } from '@lingui/core/macro';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Crosshair, createCrosshair } from './chart-crosshair.ts';
import { drawNote, drawOffline, drawTimes, type Furniture } from './chart-furniture.ts';
import type { ChartGroup, ChartMember } from './chart-group.ts';
import { type ChartLimit, drawLimits, withNearLimits } from './chart-limits.ts';
import { withLevels } from './chart-marks.ts';
import { type ChartNote, drawNoteBands, drawNoteFlags, notesAt } from './chart-notes.ts';
import { lonelyAmongOthers, neighbourPoint, spanStats } from './chart-points.ts';
import { type ChartTheme, canvasRatio, readChartTheme } from './chart-theme.ts';
import { type AxisTimes, timeTicks, type ValueTicks, valueTickLabels, valueTicks } from './chart-ticks.ts';
import type { SeriesColumns, TimeSpan } from './series-buffer.ts';
import { widened } from './smallest-span.ts';

/** A line of a chart, broken where its values are null; lines of one unit share an axis. */
export type PlotLine = {
  key: string;
  unit: string;
  hue: number;
  /** Its axis spans so much at least, so that noise stays small. */
  smallestSpan?: number;
  columns: SeriesColumns;
  /** Drawn dashed and paler, for what it is compared with. */
  dashed?: boolean;
  /** Draws steps between states, not a slope. */
  stepped?: boolean;
  /** Tints the area below the line. */
  filled?: boolean;
};

export type PlotLines = {
  lines: readonly PlotLine[];
  offline: readonly TimeSpan[];
  notes?: readonly ChartNote[];
  /** Lines across the chart. */
  limits?: readonly ChartLimit[] | undefined;
};

type LinesPlotOptions = {
  host: HTMLElement;
  /** Holds the view and the crosshair that this chart shares with others. */
  group: ChartGroup;
  /** How the axis writes instants. */
  times(): AxisTimes;
  /** An instant as the crosshair shows it; empty: there is only a line. */
  formatTime(at: number): string;
  /** Hears where the crosshair of this chart is, ms since the epoch, or null, and which notes are there. */
  onCursor(at: number | null, notes: readonly string[]): void;
};

/** At most two axes have room: the first two units; further units share the second. */
const unitsOf = (lines: readonly PlotLine[]): string[] => [...new Set(lines.map(({ unit }) => unit))].slice(0, 2);

/** A chart of several variables over one time axis, with an axis for each unit. */
export class LinesPlot implements ChartMember {
  inView = false;
  readonly #options: LinesPlotOptions;
  readonly #leave: () => void;
  #plot: uPlot | null = null;
  #crosshair: Crosshair | null = null;
  #lines: PlotLines = { lines: [], offline: [] };
  #aligned: uPlot.AlignedData = [[]];
  #theme: ChartTheme;
  #furniture: Furniture;
  #scales: ValueTicks[] = [];
  #made = '';
  #width = 0;
  #height = 0;

  constructor(options: LinesPlotOptions) {
    this.#options = options;
    this.#theme = readChartTheme(options.host, 1);
    this.#furniture = { theme: this.#theme, ticks: [], offline: [], last: null, note: '' };
    this.#leave = options.group.join(this);
  }

  /** The element over the plot area, without the axes; null until the first drawing. */
  get over(): HTMLElement | null {
    return this.#plot?.over ?? null;
  }

  show(lines: PlotLines): void {
    this.#lines = lines;
    this.#aligned = alignLines(lines.lines);
    this.#options.group.request(this);
  }

  resize(width: number, height: number): void {
    // A kiosk enlarges what stands on it as its screen changes.
    this.restyle();
    this.#width = width;
    this.#height = height;
    // Also while it is out of view, where nothing is drawn: the page must not stay as wide as it was.
    this.#plot?.setSize({ width, height });
    this.#options.group.request(this);
  }

  setInView(inView: boolean): void {
    this.inView = inView;
    if (inView) this.#options.group.request(this);
  }

  restyle(): void {
    this.#theme = readChartTheme(this.#options.host, 1);
    this.#made = '';
  }

  destroy(): void {
    this.#leave();
    this.#plot?.destroy();
    this.#plot = null;
  }

  draw(): void {
    if (this.#width < 40 || this.#height < 40) return;
    this.#measure();
    // A change of size or of the lines' looks needs a new plot; new points and another view do not.
    const styles = this.#lines.lines.map(({ columns, ...line }) => [line, columns.min !== null]);
    const shape = JSON.stringify([this.#width, this.#height, styles]);
    if (this.#plot && shape === this.#made) {
      this.#plot.setData(this.#aligned);
      return;
    }
    this.#made = shape;
    if (unitsOf(this.#lines.lines).length < 2) this.#options.group.reserveRight(this, 0);
    this.#plot?.destroy();
    this.#plot = new uPlot(this.#uplotOptions(), this.#aligned, this.#options.host);
    this.#crosshair = null;
  }

  drawCursor(at: number | null, active: boolean): void {
    const plot = this.#plot;
    const { group, formatTime, onCursor } = this.#options;
    if (!plot) return;
    const isOutside = at === null || at < group.view.from || at > group.view.to;
    if (isOutside) {
      this.#crosshair?.hide();
      if (active) onCursor(null, []);
      return;
    }
    this.#crosshair ??= createCrosshair(plot.over);
    const notes = active ? notesAt(plot, this.#lines.notes ?? [], at) : [];
    if (active) onCursor(at, notes);
    this.#crosshair.show({
      x: plot.valToPos(at, 'x'),
      width: plot.over.clientWidth,
      height: plot.over.clientHeight,
      point: null,
      value: notes.join('\n'),
      time: active ? formatTime(at) : '',
      labels: [],
    });
  }

  /** The point of any line that is `step` places away from an instant. */
  pointBeside(at: number, step: number): { at: number } | null {
    const found = this.#lines.lines.flatMap(({ columns }) => neighbourPoint(columns, at, step) ?? []);
    return found.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0] ?? null;
  }

  #measure(): void {
    const { lines, offline } = this.#lines;
    const { group, times } = this.#options;
    const { zoom, scale } = this.#theme;
    const height = this.#height / zoom;
    const steps = height < 140 ? 3 : Math.min(8, Math.max(4, Math.floor(height / 60)));
    const units = unitsOf(lines);
    let isEmpty = true;
    this.#scales = units.map((_unit, index) => {
      const stats = lines
        .filter(({ unit }) => scaleOf(units, unit) === index)
        .flatMap(({ columns }) => spanStats(columns, group.view) ?? []);
      const limits = (this.#lines.limits ?? []).filter(({ unit = units[0] }) => unit === units[index]);
      const levels = limits.flatMap(({ value, isThin = false }) => (isThin ? [] : [value]));
      if (stats.length === 0) return { low: 0, high: 1, ticks: [], step: 1 };
      isEmpty = false;
      const line = { min: Math.min(...stats.map(({ min }) => min)), max: Math.max(...stats.map(({ max }) => max)) };
      const smallest = Math.max(
        0,
        ...lines.filter(({ unit }) => scaleOf(units, unit) === index).map(({ smallestSpan = 0 }) => smallestSpan),
      );
      const { min, max } = withNearLimits(widened(withLevels(line, levels), smallest), limits);
      return valueTicks(min, max, steps);
    });
    const count = Math.max(2, Math.floor((this.#width / zoom - 80) / (62 * scale)));
    this.#furniture = {
      theme: this.#theme,
      ticks: timeTicks(group.view, count, times()),
      offline: offline.map((span) => ({ ...span, label: '' })),
      last: null,
      note: isEmpty && lines.length > 0 ? t`No data in this range` : '',
    };
  }

  #uplotOptions(): uPlot.Options {
    const { lines } = this.#lines;
    const { group } = this.#options;
    const { zoom } = this.#theme;
    const units = unitsOf(lines);
    const scales = units.map((_unit, index) => [
      `y${index}`,
      { range: (): uPlot.Range.MinMax => [this.#scales[index]?.low ?? 0, this.#scales[index]?.high ?? 1] },
    ]);
    const series = lines.map((line) => this.#seriesOf(line, units));
    let place = 1;
    const bands = series.flatMap((own, index): uPlot.Band[] => {
      const start = place;
      place += own.length;
      const fill = readChartTheme(this.#options.host, lines[index]?.hue ?? 1).band;
      return own.length === 3 ? [{ series: [start, start + 1], fill }] : [];
    });
    return {
      width: this.#width,
      height: this.#height,
      ms: 1,
      // Plots below each other end at the same place, whichever of them have a second axis.
      padding: [10 * zoom, () => (units.length > 1 ? 0 : Math.max(12 * zoom, group.rightWidth)), 0, 0],
      cursor: { show: false },
      legend: { show: false },
      scales: { x: { time: false, range: () => [group.view.from, group.view.to] }, ...Object.fromEntries(scales) },
      axes: [this.#timeAxis(), ...units.map((_unit, index) => this.#valueAxis(index))],
      series: [{}, ...series.flat()],
      bands,
      hooks: {
        drawClear: [
          (plot) => {
            drawOffline(plot, this.#furniture);
            drawNoteBands(plot, this.#theme, this.#lines.notes ?? []);
          },
        ],
        drawAxes: [(plot) => drawTimes(plot, this.#furniture)],
        draw: [
          (plot) => {
            drawNoteFlags(plot, this.#theme, this.#lines.notes ?? []);
            // Over the flags: an alert that is open has its flag at the right edge, where the labels of limits stand.
            drawLimits(plot, this.#theme, {
              limits: this.#lines.limits ?? [],
              scaleOf: ({ unit }) => (unit === undefined ? 'y0' : `y${scaleOf(units, unit)}`),
            });
            drawNote(plot, this.#furniture);
          },
        ],
      },
    };
  }

  /** Highest and lowest, where there are some, and the line itself. */
  #seriesOf(
    { unit, hue, columns, dashed = false, stepped = false, filled = false }: PlotLine,
    units: readonly string[],
  ): uPlot.Series[] {
    const scale = `y${scaleOf(units, unit)}`;
    const { line, band, zoom } = readChartTheme(this.#options.host, hue);
    const paths = stepped ? uPlot.paths.stepped?.({ align: 1 }) : uPlot.paths.linear?.();
    const edge: uPlot.Series = { scale, stroke: 'transparent', width: 0, points: { show: false }, paths };
    const drawn: uPlot.Series = {
      scale,
      paths,
      stroke: dashed ? `${line}99` : line,
      width: (dashed ? 1.5 : 1.75) * zoom,
      dash: dashed ? [5 * zoom, 4 * zoom] : undefined,
      ...(filled && { fill: band }),
      points: {
        show: false,
        size: 5 * zoom,
        fill: line,
        stroke: line,
        filter: (plot, index) => lonelyAmongOthers(plot.data[index] as (number | null | undefined)[]),
      },
    };
    return columns.min && columns.max ? [edge, edge, drawn] : [drawn];
  }

  #timeAxis(): uPlot.Axis {
    const { axis, scale, zoom } = this.#theme;
    return {
      size: 24 * scale * zoom,
      splits: () => this.#furniture.ticks.map(({ at }) => at),
      // The times themselves are drawn by `drawTimes`: dates are stronger than clocks.
      values: (_plot, splits) => splits.map(() => ''),
      grid: { show: false },
      ticks: { stroke: axis, size: 4 * zoom, width: zoom },
      border: { show: true, stroke: axis, width: zoom },
    };
  }

  #valueAxis(index: number): uPlot.Axis {
    const { font, text, grid, scale, zoom } = this.#theme;
    const { group } = this.#options;
    return {
      scale: `y${index}`,
      side: index === 0 ? 3 : 1,
      size: (plot, labels) => {
        plot.ctx.font = font(11 * canvasRatio(this.#theme));
        const widths = (labels ?? []).map((label) => plot.ctx.measureText(label).width / devicePixelRatio);
        const own = Math.ceil(Math.max(40 * scale * zoom, ...widths.map((width) => width + 14 * zoom)));
        if (index === 0) group.reserveAxis(this, own);
        else group.reserveRight(this, own);
        return index === 0 ? group.axisWidth : group.rightWidth;
      },
      gap: 6 * zoom,
      font: font(11 * zoom),
      stroke: text,
      splits: () => this.#scales[index]?.ticks ?? [],
      values: () => (this.#scales[index] ? valueTickLabels(this.#scales[index]) : []),
      grid: { show: index === 0, stroke: grid, width: zoom },
      ticks: { show: false },
    };
  }
}

const scaleOf = (units: readonly string[], unit: string): number =>
  Math.max(0, units.indexOf(unit) === -1 ? 1 : units.indexOf(unit));

/** All lines over the times of all; where a line has no point of its own it continues straight. */
function alignLines(lines: readonly PlotLine[]): uPlot.AlignedData {
  if (lines.length === 0) return [[]];
  const tables = lines.map(({ columns: { at, value, min, max } }): uPlot.AlignedData => {
    return min && max ? [at, max, min, value] : [at, value];
  });
  // A break must reach to the line's own next point (uPlot's NULL_EXPAND), not only to that of another line.
  const expand = 2;
  return uPlot.join(
    tables,
    tables.map((table) => table.map(() => expand)),
  );
}
