import { t } from '@lingui/core/macro';
import type uPlot from 'uplot';
import { type ChartTheme, canvasRatio, type ToneName } from './chart-theme.ts';
import type { TimeSpan } from './series-buffer.ts';

/** A note on the time line: at an instant, or over a span when `to` is given, ms since the epoch. */
export type ChartNote = { from: number; to: number | null; tone: ToneName; text?: string };

/** So near to its flag the pointer shows the text of a note, px. */
const reachPx = 12;
/** More would cover the chart. */
const maxTexts = 3;
/** Flags nearer to each other than this are one, px: so wide is one with a count. */
const mergePx = 24;
/** The left and right edges of a note in canvas pixels, cut to the plot; null when it is out of view. */
function edgesOf(plot: uPlot, { from, to }: ChartNote): [number, number] | null {
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  if (from > max || (to ?? from) < min) return null;
  const { left, width } = plot.bbox;
  const place = (at: number) => Math.round(Math.min(left + width, Math.max(left, plot.valToPos(at, 'x', true))));
  return [place(from), place(to ?? from)];
}

/** The texts of the notes whose span or flag is at an instant of the crosshair, the last begun first; of many the number of the others. */
export function notesAt(plot: Pick<uPlot, 'valToPos'>, notes: readonly ChartNote[], at: number): string[] {
  const place = plot.valToPos(at, 'x');
  return textsOf(
    notes.filter(
      ({ from, to }) => (from <= at && at <= (to ?? from)) || Math.abs(plot.valToPos(from, 'x') - place) <= reachPx,
    ),
  );
}

/** The texts of the notes that a view shows, as `notesAt`. */
export const notesIn = (notes: readonly ChartNote[], view: TimeSpan): string[] =>
  textsOf(notes.filter(({ from, to }) => from <= view.to && (to ?? from) >= view.from));

function textsOf(notes: readonly ChartNote[]): string[] {
  const texts = notes.toSorted((a, b) => b.from - a.from).flatMap(({ text }) => text || []);
  const left = texts.length - maxTexts;
  return left > 0 ? [...texts.slice(0, maxTexts), t`and ${left} more`] : texts;
}

/** Tints the spans that notes are about; goes under the grid. */
export function drawNoteBands(plot: uPlot, theme: ChartTheme, notes: readonly ChartNote[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.globalAlpha = 0.12;
  for (const note of notes) {
    const edges = note.to === null ? null : edgesOf(plot, note);
    if (!edges) continue;
    ctx.fillStyle = theme.tones[note.tone];
    ctx.fillRect(edges[0], bbox.top, Math.max(canvasRatio(theme), edges[1] - edges[0]), bbox.height);
  }
  ctx.restore();
}

/** A line down where a note begins, with a flag at its top, and a bar at the top along its span; goes over the lines. */
export function drawNoteFlags(plot: uPlot, theme: ChartTheme, notes: readonly ChartNote[]): void {
  const { ctx, bbox } = plot;
  const { min = 0 } = plot.scales.x ?? {};
  const size = 7 * canvasRatio(theme);
  ctx.save();
  ctx.lineWidth = Math.round(1.5 * canvasRatio(theme));
  const begun: Flag[] = [];
  for (const note of notes) {
    const edges = edgesOf(plot, note);
    if (!edges) continue;
    ctx.strokeStyle = theme.tones[note.tone];
    ctx.fillStyle = theme.tones[note.tone];
    if (note.to !== null)
      ctx.fillRect(edges[0], bbox.top, Math.max(canvasRatio(theme), edges[1] - edges[0]), 3 * canvasRatio(theme));
    if (note.from < min) continue;
    ctx.beginPath();
    ctx.moveTo(edges[0], bbox.top);
    ctx.lineTo(edges[0], bbox.top + bbox.height);
    ctx.stroke();
    begun.push({ at: edges[0], tone: note.tone });
  }
  for (const flag of mergedFlags(begun, mergePx * canvasRatio(theme))) {
    ctx.fillStyle = theme.tones[flag.tone];
    const { at, count } = flag;
    if (count > 1) drawCount(ctx, theme, { at, top: bbox.top, right: bbox.left + bbox.width, count });
    else {
      ctx.beginPath();
      ctx.moveTo(at, bbox.top - size / 2);
      ctx.lineTo(at + size * 1.4, bbox.top);
      ctx.lineTo(at, bbox.top + size / 2);
      ctx.closePath();
      ctx.fill();
    }
  }
  ctx.restore();
}

/** A flag with how many notes begin there. */
function drawCount(
  ctx: CanvasRenderingContext2D,
  theme: ChartTheme,
  { at, top, right, count }: { at: number; top: number; right: number; count: number },
): void {
  ctx.font = theme.font(10 * canvasRatio(theme), 600);
  const text = count > 99 ? '99+' : String(count);
  const height = 13 * canvasRatio(theme);
  const width = ctx.measureText(text).width + 8 * canvasRatio(theme);
  // At the right edge it would stand on the numbers of the axis.
  const left = at + width > right ? at - width : at;
  ctx.fillRect(left, top - height / 2, width, height);
  ctx.fillStyle = theme.card;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, left + 4 * canvasRatio(theme), top + canvasRatio(theme) / 2);
}

type Flag = { at: number; tone: ToneName };
const urgency: readonly ToneName[] = ['note', 'good', 'warning', 'problem'];

/** Flags that would lie on each other as one, at the place of the first and in the most urgent of their tones; px. */
export function mergedFlags(flags: readonly Flag[], nearerThan: number): (Flag & { count: number })[] {
  const merged: (Flag & { count: number })[] = [];
  for (const { at, tone } of flags.toSorted((a, b) => a.at - b.at)) {
    const before = merged.at(-1);
    if (!before || at - before.at >= nearerThan) merged.push({ at, tone, count: 1 });
    else {
      before.count += 1;
      if (urgency.indexOf(tone) > urgency.indexOf(before.tone)) before.tone = tone;
    }
  }
  return merged;
}
