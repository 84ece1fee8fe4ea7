import type uPlot from 'uplot';
import type { ChartTheme } from './chart-theme.ts';

/** A level that matters, drawn across a chart. */
export type ChartLimit = {
  value: number;
  tone: 'good' | 'warning' | 'danger' | 'neutral';
  word: string;
  /** Of lines with this unit; without it of those on the first axis. */
  unit?: string;
  /** Nobody put it on this chart: a thin line, which the axis reaches for only where that does not flatten the others. */
  isThin?: boolean;
};

const tokens: Record<ChartLimit['tone'], string> = {
  good: '--success',
  warning: '--warning',
  danger: '--danger',
  neutral: '--n-8',
};

const ratio = () => devicePixelRatio || 1;

/** Lowest and highest of an axis with the thin limits near it: they add half of its height at most. */
export function withNearLimits(axis: { min: number; max: number }, limits: readonly ChartLimit[]) {
  const reach = (axis.max - axis.min) / 2;
  const near = limits.flatMap(({ value, isThin = false }) =>
    isThin && value <= axis.max + reach && value >= axis.min - reach ? [value] : [],
  );
  const max = Math.max(axis.max, ...near);
  // Above and below together must not take more than on one side.
  const below = near.filter((value) => axis.max - axis.min + (max - axis.max) + (axis.min - value) <= 3 * reach);
  return { min: Math.min(axis.min, ...below), max };
}

/** Dashes a line across the plot at each limit, with its word above it at the right; `scaleOf`: on which axis it stands. */
export function drawLimits(
  plot: uPlot,
  theme: ChartTheme,
  { limits, scaleOf }: { limits: readonly ChartLimit[]; scaleOf: (limit: ChartLimit) => string },
): void {
  const { ctx, bbox } = plot;
  const style = getComputedStyle(plot.root);
  ctx.save();
  ctx.textAlign = 'right';
  const labelled: number[] = [];
  for (const limit of limits) {
    const { value, tone, word, isThin = false } = limit;
    const y = Math.round(plot.valToPos(value, scaleOf(limit), true)) + 0.5;
    if (!(y >= bbox.top && y <= bbox.top + bbox.height)) continue;
    ctx.strokeStyle = style.getPropertyValue(tokens[tone]).trim();
    ctx.lineWidth = isThin ? Math.max(1, Math.floor(ratio())) : Math.round(1.5 * ratio());
    ctx.setLineDash(isThin ? [4 * ratio(), 4 * ratio()] : [6 * ratio(), 4 * ratio()]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    const isCrowded = isThin && labelled.some((other) => Math.abs(other - y) < 14 * ratio());
    if (word === '' || isCrowded) continue;
    labelled.push(y);
    ctx.font = theme.font((isThin ? 10 : 11) * ratio(), 500);
    const isHigh = y - bbox.top < 16 * ratio();
    const right = bbox.left + bbox.width - 4 * ratio();
    const baseline = isHigh ? y + 12 * ratio() : y - 4 * ratio();
    ctx.setLineDash([]);
    ctx.lineWidth = 4 * ratio();
    ctx.strokeStyle = theme.card;
    ctx.strokeText(word, right, baseline);
    ctx.fillStyle = isThin ? theme.text : theme.strongText;
    ctx.fillText(word, right, baseline);
  }
  ctx.restore();
}
