import type { HistoryResponse } from '@cyno/contract';
import type { Place } from '../../../../../ui/fields/place-fields.tsx';

/** A place on the earth; null when it is none. Receivers without a fix send 0, 0. */
export function placeOf(latitude: unknown, longitude: unknown): Place | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude };
}

/** A bucket that holds places and the 0, 0 of a receiver without a fix: its mean lies somewhere between them. */
function mixesNoFix(series: HistoryResponse['series'], keys: readonly string[], index: number): boolean {
  const extremes = keys.map((key) => [series[key]?.min?.[index], series[key]?.max?.[index]]);
  // A board that is itself within a degree of 0, 0 is left where it is.
  const isFar = extremes.flat().some((extreme) => Math.abs(extreme ?? 0) > 1);
  return isFar && extremes.every((pair) => pair.includes(0));
}

/** The way that two variables describe, oldest place first. */
export function trackOf(
  history: HistoryResponse | undefined,
  [latitude = '', longitude = '']: readonly string[],
): Place[] {
  const { times = [], series = {} } = history ?? {};
  return times.flatMap((_at, index) => {
    const place = placeOf(series[latitude]?.value[index], series[longitude]?.value[index]);
    return place && !mixesNoFix(series, [latitude, longitude], index) ? [place] : [];
  });
}
