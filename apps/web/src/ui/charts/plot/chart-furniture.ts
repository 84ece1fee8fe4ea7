import type uPlot from 'uplot';
import { type ChartTheme, canvasRatio } from './chart-theme.ts';
import type { TimeTick } from './chart-ticks.ts';
import type { TimeSpan } from './series-buffer.ts';

/** What stands around the line; everything is drawn on the canvas, so that no text can ever be markup. */
export type Furniture = {
  theme: ChartTheme;
  ticks: readonly TimeTick[];
  offline: readonly (TimeSpan & { label: string })[];
  last: { at: number; value: number } | null;
  /** Stands in the middle when there is nothing to draw. */
  note: string;
};

function hatchPattern(theme: ChartTheme): CanvasPattern | string {
  const size = Math.round(6 * canvasRatio(theme));
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const context = tile.getContext('2d');
  if (!context) return theme.hatchBackground;
  context.fillStyle = theme.hatchBackground;
  context.fillRect(0, 0, size, size);
  context.strokeStyle = theme.hatch;
  context.lineWidth = canvasRatio(theme);
  context.beginPath();
  // Twice over the corner, so that the stripes meet from tile to tile.
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift, size);
    context.lineTo(shift + size, 0);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? theme.hatchBackground;
}

/** Hatches the time the board was offline; goes under the grid. */
export function drawOffline(plot: uPlot, { theme, offline }: Furniture): void {
  const { ctx, bbox } = plot;
  const pattern = offline.length > 0 ? hatchPattern(theme) : '';
  for (const span of offline) {
    const [left, right] = clip(plot, span);
    if (right <= left) continue;
    ctx.fillStyle = pattern;
    // A short absence is still an absence.
    ctx.fillRect(left, bbox.top, Math.max(2 * canvasRatio(theme), right - left), bbox.height);
  }
}

/** Shows how long the board was offline: next to the hatching, else inside it, and only where there is room. */
export function drawOfflineLabels(plot: uPlot, { theme, offline }: Furniture): void {
  const { ctx, bbox } = plot;
  const gap = 6 * canvasRatio(theme);
  const taken: (readonly [number, number])[] = [];
  const spans = offline.map((span) => clip(plot, span));
  ctx.font = canvasFont(theme, 11);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  offline.forEach(({ label }, index) => {
    const own = spans[index];
    if (!own || own[1] - own[0] < 4 * canvasRatio(theme)) return;
    const width = ctx.measureText(label).width;
    const inside = own[1] - own[0] > width + 2 * gap ? [own[0] + gap] : [];
    const start = [own[1] + gap, own[0] - gap - width, ...inside].find(
      (x) =>
        x >= bbox.left &&
        x + width <= bbox.left + bbox.width &&
        ![...taken, ...spans.filter((span) => span !== own)].some(([from, to]) => x < to && x + width > from),
    );
    if (start === undefined) return;
    taken.push([start - gap, start + width + gap]);
    haloText(plot, theme, label, start, bbox.top + 2 * canvasRatio(theme));
  });
}

function haloText({ ctx }: uPlot, theme: ChartTheme, text: string, x: number, y: number) {
  ctx.lineWidth = 4 * canvasRatio(theme);
  ctx.lineJoin = 'round';
  ctx.strokeStyle = theme.card;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = theme.text;
  ctx.fillText(text, x, y);
}

/** Writes the times under the plot, dates stronger than clocks, and dashes a line at each midnight. */
export function drawTimes(plot: uPlot, { theme, ticks }: Furniture): void {
  const { ctx, bbox } = plot;
  const bottom = bbox.top + bbox.height;
  const spans: [number, number][] = [];
  const onlyDays = ticks.every((tick) => tick.isDay);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const tick of [...ticks].sort((a, b) => Number(b.isDay) - Number(a.isDay))) {
    const x = Math.round(plot.valToPos(tick.at, 'x', true));
    const strong = tick.isDay && !onlyDays;
    if (tick.isDay) dashDown(plot, theme, x);
    ctx.font = canvasFont(theme, 11, strong ? 500 : 400);
    const half = ctx.measureText(tick.label).width / 2;
    const clear = 8 * canvasRatio(theme);
    if (x - half < 0 || x + half > ctx.canvas.width) continue;
    if (spans.some(([from, to]) => x + half + clear > from && x - half - clear < to)) continue;
    spans.push([x - half, x + half]);
    ctx.fillStyle = strong ? theme.strongText : theme.text;
    ctx.fillText(tick.label, x, bottom + 14 * theme.scale * canvasRatio(theme));
  }
}

function dashDown({ ctx, bbox }: uPlot, theme: ChartTheme, x: number) {
  ctx.save();
  ctx.strokeStyle = theme.axis;
  ctx.lineWidth = Math.round(canvasRatio(theme));
  ctx.setLineDash([2 * canvasRatio(theme), 3 * canvasRatio(theme)]);
  ctx.beginPath();
  ctx.moveTo(x + 0.5, bbox.top);
  ctx.lineTo(x + 0.5, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** Shows that nothing is there. */
export function drawNote({ ctx, bbox }: uPlot, { theme, note }: Furniture): void {
  if (note === '') return;
  ctx.font = canvasFont(theme, 13);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const x = bbox.left + bbox.width / 2;
  const y = bbox.top + bbox.height / 2;
  // Stripes of the time that the board was offline would cross the letters.
  const [width, height] = [ctx.measureText(note).width + 16 * canvasRatio(theme), 26 * canvasRatio(theme)];
  ctx.fillStyle = theme.card;
  ctx.fillRect(x - width / 2, y - height / 2, width, height);
  ctx.fillStyle = theme.text;
  ctx.fillText(note, x, y);
}

/** Marks the newest point. */
export function drawLastPoint(plot: uPlot, { theme, last }: Furniture): void {
  const { min, max } = plot.scales.x ?? {};
  if (!last || min === undefined || max === undefined || last.at < min || last.at > max) return;
  const { ctx } = plot;
  ctx.beginPath();
  ctx.arc(
    plot.valToPos(last.at, 'x', true),
    plot.valToPos(last.value, 'y', true),
    3.5 * canvasRatio(theme),
    0,
    2 * Math.PI,
  );
  ctx.fillStyle = theme.line;
  ctx.fill();
  ctx.lineWidth = 1.5 * canvasRatio(theme);
  ctx.strokeStyle = theme.card;
  ctx.stroke();
}

function clip(plot: uPlot, span: TimeSpan): [number, number] {
  const { left, width } = plot.bbox;
  const edge = (at: number) => Math.round(Math.min(left + width, Math.max(left, plot.valToPos(at, 'x', true))));
  return [edge(span.from), edge(span.to)];
}

function canvasFont(theme: ChartTheme, size: number, weight = 400): string {
  return theme.font(size * canvasRatio(theme), weight);
}
