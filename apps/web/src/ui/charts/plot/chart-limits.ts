import type uPlot from 'uplot';
import { type ChartTheme, canvasRatio } from './chart-theme.ts';

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

type Label = { right: number; baseline: number };
type LabelSize = { width: number; height: number };

/**
 * Where the labels of lines stand in a plot, `ys` from the top: above their line at the right; where that is taken or too high, below it;
 * where both are, beside the labels that are there.
 */
export function placeLabels(
  lines: readonly ({ y: number } & LabelSize)[],
  plot: { top: number; bottom: number; right: number },
): Label[] {
  const taken: (Label & LabelSize)[] = [];
  for (const { y, width, height } of lines) {
    const gap = height / 3;
    const baselines = [y - gap, y + height].filter((at) => at - height >= plot.top && at <= plot.bottom);
    const rowOf = (baseline: number) =>
      taken.filter((other) => baseline > other.baseline - other.height && other.baseline > baseline - height);
    const free = baselines.find((baseline) => rowOf(baseline).length === 0);
    const baseline = free ?? baselines[0] ?? y - gap;
    const right = Math.min(plot.right, ...rowOf(baseline).map((other) => other.right - other.width - 3 * gap));
    taken.push({ right, baseline, width, height });
  }
  return taken.map(({ right, baseline }) => ({ right, baseline }));
}

/** Dashes a line across the plot at each limit, with its word above it at the right; `scaleOf`: on which axis it stands. */
export function drawLimits(
  plot: uPlot,
  theme: ChartTheme,
  { limits, scaleOf }: { limits: readonly ChartLimit[]; scaleOf: (limit: ChartLimit) => string },
): void {
  const { ctx, bbox } = plot;
  const style = getComputedStyle(plot.root);
  const fontOf = ({ isThin = false }: ChartLimit) => theme.font((isThin ? 10 : 11) * canvasRatio(theme), 500);
  ctx.save();
  ctx.textAlign = 'right';
  const lines = limits
    .map((limit) => ({ limit, y: Math.round(plot.valToPos(limit.value, scaleOf(limit), true)) + 0.5 }))
    .filter(({ y }) => y >= bbox.top && y <= bbox.top + bbox.height)
    .sort((a, b) => a.y - b.y);
  for (const { limit, y } of lines) {
    const { tone, isThin = false } = limit;
    ctx.strokeStyle = style.getPropertyValue(tokens[tone]).trim();
    ctx.lineWidth = isThin ? Math.max(1, Math.floor(canvasRatio(theme))) : Math.round(1.5 * canvasRatio(theme));
    ctx.setLineDash(
      isThin ? [4 * canvasRatio(theme), 4 * canvasRatio(theme)] : [6 * canvasRatio(theme), 4 * canvasRatio(theme)],
    );
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  const named = lines
    .filter(({ limit }) => limit.word !== '')
    .map(({ limit, y }) => {
      ctx.font = fontOf(limit);
      return { limit, y, width: ctx.measureText(limit.word).width, height: 12 * canvasRatio(theme) };
    });
  const area = {
    top: bbox.top,
    bottom: bbox.top + bbox.height,
    right: bbox.left + bbox.width - 4 * canvasRatio(theme),
  };
  ctx.setLineDash([]);
  ctx.lineWidth = 4 * canvasRatio(theme);
  ctx.strokeStyle = theme.card;
  for (const [index, { right, baseline }] of placeLabels(named, area).entries()) {
    const limit = named[index]?.limit;
    if (!limit) continue;
    ctx.font = fontOf(limit);
    ctx.strokeText(limit.word, right, baseline);
    ctx.fillStyle = limit.isThin ? theme.text : theme.strongText;
    ctx.fillText(limit.word, right, baseline);
  }
  ctx.restore();
}
