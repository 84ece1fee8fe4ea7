import type uPlot from 'uplot';
import type { ChartTheme } from './chart-theme.ts';

/** A level that matters, drawn across a chart. */
export type ChartLimit = { value: number; tone: 'good' | 'warning' | 'danger' | 'neutral'; word: string };

const tokens: Record<ChartLimit['tone'], string> = {
  good: '--success',
  warning: '--warning',
  danger: '--danger',
  neutral: '--n-8',
};

const ratio = () => devicePixelRatio || 1;

/** Dashes a line across the plot at each limit on the first axis, with its word above it at the right. */
export function drawLimits(plot: uPlot, theme: ChartTheme, limits: readonly ChartLimit[]): void {
  const { ctx, bbox } = plot;
  const style = getComputedStyle(plot.root);
  ctx.save();
  ctx.font = theme.font(11 * ratio(), 500);
  ctx.textAlign = 'right';
  for (const { value, tone, word } of limits) {
    const y = Math.round(plot.valToPos(value, 'y0', true)) + 0.5;
    if (!(y >= bbox.top && y <= bbox.top + bbox.height)) continue;
    ctx.strokeStyle = style.getPropertyValue(tokens[tone]).trim();
    ctx.lineWidth = Math.round(1.5 * ratio());
    ctx.setLineDash([6 * ratio(), 4 * ratio()]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    if (word === '') continue;
    const isHigh = y - bbox.top < 16 * ratio();
    const right = bbox.left + bbox.width - 4 * ratio();
    const baseline = isHigh ? y + 12 * ratio() : y - 4 * ratio();
    ctx.setLineDash([]);
    ctx.lineWidth = 4 * ratio();
    ctx.strokeStyle = theme.card;
    ctx.strokeText(word, right, baseline);
    ctx.fillStyle = theme.strongText;
    ctx.fillText(word, right, baseline);
  }
  ctx.restore();
}
