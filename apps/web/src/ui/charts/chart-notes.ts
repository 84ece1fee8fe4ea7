import type uPlot from 'uplot';
import type { ChartTheme, ToneName } from './chart-theme.ts';

/** A note on the time line: at an instant, or over a span when `to` is given, ms since the epoch. */
export type ChartNote = { from: number; to: number | null; tone: ToneName };

const ratio = () => devicePixelRatio || 1;

/** The left and right edges of a note in canvas pixels, cut to the plot; null when it is out of view. */
function edgesOf(plot: uPlot, { from, to }: ChartNote): [number, number] | null {
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  if (from > max || (to ?? from) < min) return null;
  const { left, width } = plot.bbox;
  const place = (at: number) => Math.round(Math.min(left + width, Math.max(left, plot.valToPos(at, 'x', true))));
  return [place(from), place(to ?? from)];
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
    ctx.fillRect(edges[0], bbox.top, Math.max(ratio(), edges[1] - edges[0]), bbox.height);
  }
  ctx.restore();
}

/** A line down where a note begins, with a flag at its top, and a bar at the top along its span; goes over the lines. */
export function drawNoteFlags(plot: uPlot, theme: ChartTheme, notes: readonly ChartNote[]): void {
  const { ctx, bbox } = plot;
  const { min = 0 } = plot.scales.x ?? {};
  const size = 7 * ratio();
  ctx.save();
  ctx.lineWidth = Math.round(1.5 * ratio());
  for (const note of notes) {
    const edges = edgesOf(plot, note);
    if (!edges) continue;
    ctx.strokeStyle = theme.tones[note.tone];
    ctx.fillStyle = theme.tones[note.tone];
    if (note.to !== null) ctx.fillRect(edges[0], bbox.top, Math.max(ratio(), edges[1] - edges[0]), 3 * ratio());
    if (note.from < min) continue;
    ctx.beginPath();
    ctx.moveTo(edges[0], bbox.top);
    ctx.lineTo(edges[0], bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(edges[0], bbox.top - size / 2);
    ctx.lineTo(edges[0] + size * 1.4, bbox.top);
    ctx.lineTo(edges[0], bbox.top + size / 2);
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}
