import type uPlot from 'uplot';
import type { ChartLimit } from './chart-limits.ts';
import type { ChartNote } from './chart-notes.ts';
import { type ChartTheme, canvasRatio } from './chart-theme.ts';

/** An instant at which something began or ended, marked over the line. */
export type ChartMark = { at: number; kind: 'start' | 'end' };

/** A level further away than so many times the height of the line would flatten it, and is left out. */
const furthestLevel = 4;

/** What lies over and under a chart's line besides its furniture. */
export type ChartOverlay = {
  marks?: readonly ChartMark[];
  levels?: readonly number[];
  limits?: readonly ChartLimit[];
  notes?: readonly ChartNote[];
};

/** Lowest and highest of what is to be in view: of the line, and of the levels near it. */
export function withLevels(line: { min: number; max: number }, levels: readonly number[] = []) {
  const span = line.max - line.min;
  const near = levels.filter(
    (level) => span === 0 || Math.max(line.max, level) - Math.min(line.min, level) <= furthestLevel * span,
  );
  return { min: Math.min(line.min, ...near), max: Math.max(line.max, ...near) };
}

/** Dashes a line across the plot at each level. */
export function drawLevels(plot: uPlot, theme: ChartTheme, { levels = [] }: ChartOverlay): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = theme.text;
  ctx.lineWidth = Math.round(canvasRatio(theme));
  ctx.setLineDash([6 * canvasRatio(theme), 4 * canvasRatio(theme)]);
  for (const level of levels) {
    const y = Math.round(plot.valToPos(level, 'y', true)) + 0.5;
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

/** A line down with a filled wedge at its top where something began, and a dotted one with a hollow wedge where it ended. */
export function drawMarks(plot: uPlot, theme: ChartTheme, { marks = [] }: ChartOverlay): void {
  const { ctx, bbox } = plot;
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  const half = 4.5 * canvasRatio(theme);
  ctx.save();
  ctx.strokeStyle = theme.mark;
  ctx.lineWidth = Math.round(canvasRatio(theme));
  for (const { at, kind } of marks) {
    if (at < min || at > max) continue;
    const x = Math.round(plot.valToPos(at, 'x', true)) + 0.5;
    ctx.globalAlpha = 0.55;
    ctx.setLineDash(kind === 'start' ? [] : [2 * canvasRatio(theme), 3 * canvasRatio(theme)]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top + half);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(x - half, bbox.top - half);
    ctx.lineTo(x + half, bbox.top - half);
    ctx.lineTo(x, bbox.top + half);
    ctx.closePath();
    ctx.fillStyle = kind === 'start' ? theme.mark : theme.card;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}
