import type { HistoryResponse, WidgetTone, WidgetZone } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatExact, formatValue } from '../../../../../lib/format/format.ts';
import { zoneOf } from '../../../../../ui/charts/gauges/gauge.tsx';

/** What was in a time, by the word for it. */
export type StateSpan = { from: number; to: number; state: string };

/** How states get their labels and colours. */
export type StateFormat = { zones: readonly WidgetZone[]; isSwitch: boolean; decimals: number | null };

/** The word for a value: itself, on or off, or that of its zone. */
function stateOf(value: number | string, { zones, isSwitch, decimals }: StateFormat): string {
  if (typeof value === 'string') return value;
  if (isSwitch) return value >= 0.5 ? t`On` : t`Off`;
  const zone = zoneOf(zones, value);
  if (zone) return zoneName(zone);
  return zones.length > 0 ? belowZones(zones) : formatValue(value, decimals);
}

const zoneName = ({ word, from }: WidgetZone): string => word || t`from ${{ value: formatExact(from) }}`;
const belowZones = ([first]: readonly WidgetZone[]): string => t`below ${{ value: formatExact(first?.from ?? 0) }}`;

/**
 * When a variable was in which state, in ms since the epoch. A value holds until the next one; while the board was away nothing is
 * known, so that ends a span.
 */
export function stateSpans(history: HistoryResponse, key: string, format: StateFormat): StateSpan[] {
  const { times, series, to, bucketMs, offline } = history;
  const known = times.flatMap((at, index) => {
    const value = series[key]?.value[index];
    return value === null || value === undefined ? [] : [{ at, state: stateOf(value, format) }];
  });
  const spans: StateSpan[] = [];
  for (const [index, { at, state }] of known.entries()) {
    const next = Math.min(known[index + 1]?.at ?? to, to);
    const away = offline.find((gap) => gap.from >= at && gap.from < next);
    // A bucket covers its own time; a message of all until the next.
    const end = Math.min(away?.from ?? next, bucketMs === null || index < known.length - 1 ? to : at + bucketMs);
    const last = spans.at(-1);
    if (last && last.state === state && last.to >= at) last.to = Math.max(last.to, end);
    else if (end > at) spans.push({ from: at, to: end, state });
  }
  return spans;
}

/** How long each state lasted in all, ms, the longest first. */
export function timeByState(spans: readonly StateSpan[]): { state: string; ms: number }[] {
  const times = new Map<string, number>();
  for (const { from, to, state } of spans) times.set(state, (times.get(state) ?? 0) + to - from);
  return [...times].map(([state, ms]) => ({ state, ms })).sort((a, b) => b.ms - a.ms || a.state.localeCompare(b.state));
}

/** The colour of a tone. */
export const toneColour: Record<WidgetTone, string> = {
  good: 'var(--success)',
  warning: 'var(--warning)',
  danger: 'var(--danger)',
  neutral: 'var(--n-8)',
};

/** The colours of states: those of their zones, else the chart colours in the order of the labels; off is grey. */
export function stateColours(states: readonly string[], { zones }: Pick<StateFormat, 'zones'>): Map<string, string> {
  const sorted = [...new Set(states)].sort((a, b) => a.localeCompare(b));
  return new Map(
    sorted.map((state, index) => {
      const zone = zones.find((one) => zoneName(one) === state);
      if (zone) return [state, toneColour[zone.tone]];
      const isNothing = state === t`Off` || (zones.length > 0 && state === belowZones(zones));
      return [state, isNothing ? 'var(--n-7)' : `var(--c-${(index % 8) + 1})`];
    }),
  );
}
