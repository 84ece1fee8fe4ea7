import { msg } from '@lingui/core/macro';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';

const minute = 60_000;

/** The ranges that a reader can choose, in order. */
export const ranges = [
  { id: '15m', label: msg`15 min`, longLabel: msg`Last 15 minutes`, ms: 15 * minute },
  { id: '1h', label: msg`1 h`, longLabel: msg`Last hour`, ms: 60 * minute },
  { id: '6h', label: msg`6 h`, longLabel: msg`Last 6 hours`, ms: 360 * minute },
  { id: '24h', label: msg`24 h`, longLabel: msg`Last 24 hours`, ms: 1440 * minute },
  { id: '7d', label: msg`7 days`, longLabel: msg`Last 7 days`, ms: 10_080 * minute },
] as const;

export type Range = (typeof ranges)[number];

const latest = 8.64e15;

/** What the charts show: the last stretch of time, followed live, or (`zoom`) a span that stands still. */
export type ViewChoice = { range: Range; zoom: TimeSpan | null };

/**
 * The range for somebody who chose none: a day, or less for a board whose first values, at `since` (ms since the epoch, early by up to
 * a quarter of an hour), would be a thin line at its edge.
 */
export function fittingRange(since: number | null, now: number): Range {
  const age = now - (since ?? 0);
  const upToADay = ranges.slice(0, 4);
  return upToADay.find((range) => age <= range.ms + 15 * minute) ?? ranges[3];
}

/** Reads the view from the address: `range=24h`, and `from` and `to` in ms when zoomed. What makes no sense is ignored. */
export function readView(params: URLSearchParams, usual: Range): ViewChoice {
  const range = ranges.find((candidate) => candidate.id === params.get('range')) ?? usual;
  const [from, to] = [readInstant(params.get('from')), readInstant(params.get('to'))];
  return { range, zoom: from !== null && to !== null && from < to ? { from, to } : null };
}

function readInstant(text: string | null): number | null {
  const instant = text !== null && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return instant > 0 && instant <= latest ? instant : null;
}

/** The address's parameters with another view in them; others stay. */
export function writeView(params: URLSearchParams, { range, zoom }: ViewChoice): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('range', range.id);
  for (const edge of ['from', 'to'] as const) {
    if (zoom) next.set(edge, String(Math.round(zoom[edge])));
    else next.delete(edge);
  }
  return next;
}

/**
 * The view that follows live: the last `range.ms`, moved on only by whole pixels, so that the charts are not drawn again for a shift that
 * nobody can see.
 */
export function followedView(range: Range, now: number, plotWidth: number): TimeSpan {
  const pixel = range.ms / Math.max(100, plotWidth);
  const to = Math.ceil(now / pixel) * pixel;
  return { from: to - range.ms, to };
}

/** A shorter axis would jump with each point. */
const shortestAxisMs = minute;

/** The part of a followed view that has data: the axis of a new board starts at its first value (`begins`) until the view is full. */
export function filledView({ from, to }: TimeSpan, now: number, begins: number | null): TimeSpan {
  if (begins === null || begins <= from) return { from, to };
  return { from: Math.max(from, Math.min(begins, now - shortestAxisMs)), to: Math.max(now, begins) };
}
