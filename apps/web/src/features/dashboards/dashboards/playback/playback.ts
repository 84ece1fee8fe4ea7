import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';

const hour = 3_600_000;

/** The ranges of a replay that end when it is opened, in order. */
export const playbackRanges = [
  { id: '1h', ms: hour },
  { id: '6h', ms: 6 * hour },
  { id: '24h', ms: 24 * hour },
  { id: '7d', ms: 7 * 24 * hour },
  { id: '30d', ms: 30 * 24 * hour },
] as const;

type PlaybackRange = (typeof playbackRanges)[number]['id'];
const usual = playbackRanges[2];
const longestMs = 366 * 24 * hour;

/** What a replay shows, as it stands in the address: the moment, and a range that ends now or stands still. Null: now. */
export type Playback = { at: number; range: PlaybackRange | TimeSpan };

/** Reads the moment from the address; what makes no sense is ignored. */
export function readPlayback(params: URLSearchParams, now: number): Playback | null {
  const at = instant(params.get('at'));
  if (at === null || at > now) return null;
  const [from, to] = [instant(params.get('from')), instant(params.get('to'))];
  if (from !== null && to !== null && from < to && to - from <= longestMs) return { at, range: { from, to } };
  const named = playbackRanges.find(({ id }) => id === params.get('range'));
  return { at, range: named?.id ?? usual.id };
}

/** The range of a link, or where it ends now and the link is too old for it, the shortest longer one that holds its moment. */
export function rangeHolding({ at, range }: Playback, now: number): Playback['range'] {
  if (typeof range !== 'string') return range;
  const chosen = playbackRanges.findIndex(({ id }) => id === range);
  const holds = playbackRanges.slice(chosen).find(({ ms }) => now - at <= ms);
  return holds?.id ?? { from: at - usual.ms / 2, to: Math.min(now, at + usual.ms / 2) };
}

/** The address of a moment. */
export function writePlayback(before: URLSearchParams, playback: Playback | null): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const name of ['at', 'range', 'from', 'to']) params.delete(name);
  if (!playback) return params;
  params.set('at', iso(playback.at));
  if (typeof playback.range === 'string') params.set('range', playback.range);
  else {
    params.set('from', iso(playback.range.from));
    params.set('to', iso(playback.range.to));
  }
  return params;
}

/** From when to when a range is. */
export function spanOf(range: Playback['range'], now: number): TimeSpan {
  if (typeof range !== 'string') return { from: range.from, to: Math.min(range.to, now) };
  const { ms } = playbackRanges.find(({ id }) => id === range) ?? usual;
  return { from: now - ms, to: now };
}

/** So far an arrow key goes: about a thousandth of the range, in round seconds or minutes. */
export function stepOf({ from, to }: TimeSpan): number {
  const steps = [1_000, 5_000, 10_000, 30_000, 60_000, 5 * 60_000, 15 * 60_000, hour];
  return steps.find((step) => step >= (to - from) / 1_500) ?? hour;
}

const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

function instant(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
