import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { drawOffline, drawTimes, type Furniture } from './chart-furniture.ts';
import { type ChartTheme, readChartTheme } from './chart-theme.ts';
import { type AxisTimes, timeTicks, type ValueTicks, valueTickLabels, valueTicks } from './chart-ticks.ts';
import type { TimeSpan } from './series-buffer.ts';

/** A line of a chart: `values[i]` belongs to `times[i]`; lines of one unit share an axis. */
export type Line = { key: string; unit: string; hue: number; values: readonly (number | null)[] };

export type LinesData = {
  /** ms since the epoch, ascending. */
  times: readonly number[];
  lines: readonly Line[];
  view: TimeSpan;
  offline: readonly TimeSpan[];
};

type LinesPlotOptions = {
  host: HTMLElement;
  times: AxisTimes;
  /** Hears which point the pointer is on: its place in `times`, or null. */
  onPoint(index: number | null): void;
};

/** At most two axes have room: the first two units; further units share the second. */
const unitsOf = (lines: readonly Line[]): string[] => [...new Set(lines.map(({ unit }) => unit))].slice(0, 2);

/** A chart of several variables over one time axis, with an axis for each unit. */
export class LinesPlot {
  readonly #options: LinesPlotOptions;
  readonly #resized: ResizeObserver;
  readonly #pageStyle: MutationObserver;
  #plot: uPlot | null = null;
  #data: LinesData = { times: [], lines: [], view: { from: 0, to: 1 }, offline: [] };
  #theme: ChartTheme;
  #furniture: Furniture;
  #scales: ValueTicks[] = [];
  #made = '';

  constructor(options: LinesPlotOptions) {
    this.#options = options;
    this.#theme = readChartTheme(options.host, 1);
    this.#furniture = { theme: this.#theme, ticks: [], offline: [], last: null, note: '' };
    this.#resized = new ResizeObserver(() => this.#draw());
    this.#resized.observe(options.host);
    this.#pageStyle = new MutationObserver(() => {
      this.#made = '';
      this.#draw();
    });
    this.#pageStyle.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
  }

  show(data: LinesData): void {
    this.#data = data;
    this.#draw();
  }

  destroy(): void {
    this.#resized.disconnect();
    this.#pageStyle.disconnect();
    this.#plot?.destroy();
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#options.host;
    if (width < 40 || height < 40) return;
    this.#theme = readChartTheme(this.#options.host, 1);
    this.#measure(width, height);
    const { times, lines } = this.#data;
    const data = [[...times], ...lines.map(({ values }) => [...values])] as uPlot.AlignedData;
    // A change of size or of the lines' looks needs a new plot; new points do not.
    const shape = JSON.stringify([width, height, lines.map(({ key, unit, hue }) => [key, unit, hue])]);
    if (this.#plot && shape === this.#made) {
      this.#plot.setData(data);
      return;
    }
    this.#made = shape;
    this.#plot?.destroy();
    this.#plot = new uPlot(this.#uplotOptions(width, height), data, this.#options.host);
  }

  #measure(width: number, height: number): void {
    const { lines, view, offline } = this.#data;
    const steps = height < 140 ? 3 : 4;
    const units = unitsOf(lines);
    this.#scales = units.map((_unit, index) => {
      const values = lines
        .filter(({ unit }) => scaleOf(units, unit) === index)
        .flatMap((line) => line.values.filter((value) => value !== null));
      const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
      const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
      return values.length > 0 ? valueTicks(low, high, steps) : { low: 0, high: 1, ticks: [], step: 1 };
    });
    const count = Math.max(2, Math.floor((width - 80) / (62 * this.#theme.scale)));
    this.#furniture = {
      theme: this.#theme,
      ticks: timeTicks(view, count, this.#options.times),
      offline: offline.map((span) => ({ ...span, label: '' })),
      last: null,
      note: '',
    };
  }

  #uplotOptions(width: number, height: number): uPlot.Options {
    const { lines } = this.#data;
    const units = unitsOf(lines);
    const scales = units.map((_unit, index) => [
      `y${index}`,
      { range: (): uPlot.Range.MinMax => [this.#scales[index]?.low ?? 0, this.#scales[index]?.high ?? 1] },
    ]);
    return {
      width,
      height,
      ms: 1,
      padding: [10, units.length > 1 ? 0 : 12, 0, 0],
      cursor: { x: true, y: false, points: { size: 6 }, drag: { setScale: false, x: false } },
      legend: { show: false },
      scales: {
        x: { time: false, range: () => [this.#data.view.from, this.#data.view.to] },
        ...Object.fromEntries(scales),
      },
      axes: [this.#timeAxis(), ...units.map((_unit, index) => this.#valueAxis(index))],
      series: [{}, ...lines.map((line) => this.#series(line, units))],
      hooks: {
        drawClear: [(plot) => drawOffline(plot, this.#furniture)],
        drawAxes: [(plot) => drawTimes(plot, this.#furniture)],
        setCursor: [({ cursor }) => this.#options.onPoint(cursor.idx ?? null)],
      },
    };
  }

  #series({ unit, hue }: Line, units: readonly string[]): uPlot.Series {
    const stroke = readChartTheme(this.#options.host, hue).line;
    return { scale: `y${scaleOf(units, unit)}`, stroke, width: 1.75, points: { show: false } };
  }

  #timeAxis(): uPlot.Axis {
    const { axis, scale } = this.#theme;
    return {
      size: 24 * scale,
      splits: () => this.#furniture.ticks.map(({ at }) => at),
      // The times themselves are drawn by `drawTimes`: dates are stronger than clocks.
      values: (_plot, splits) => splits.map(() => ''),
      grid: { show: false },
      ticks: { stroke: axis, size: 4, width: 1 },
      border: { show: true, stroke: axis, width: 1 },
    };
  }

  #valueAxis(index: number): uPlot.Axis {
    const { font, text, grid, scale } = this.#theme;
    return {
      scale: `y${index}`,
      side: index === 0 ? 3 : 1,
      size: 40 * scale,
      gap: 6,
      font: font(11),
      stroke: text,
      splits: () => this.#scales[index]?.ticks ?? [],
      values: () => (this.#scales[index] ? valueTickLabels(this.#scales[index]) : []),
      grid: { show: index === 0, stroke: grid, width: 1 },
      ticks: { show: false },
    };
  }
}

const scaleOf = (units: readonly string[], unit: string): number =>
  Math.max(0, units.indexOf(unit) === -1 ? 1 : units.indexOf(unit));
