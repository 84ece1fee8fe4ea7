import type { HistoryResponse } from '@cyno/contract';
import type { Place } from '../../../../../ui/fields/place-fields.tsx';

/** A place on the earth; null when it is none. Receivers without a fix send 0, 0. */
export function placeOf(latitude: unknown, longitude: unknown): Place | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude };
}

/** The way that two variables describe, oldest place first. */
export function trackOf(
  history: HistoryResponse | undefined,
  [latitude = '', longitude = '']: readonly string[],
): Place[] {
  const { times = [], series = {} } = history ?? {};
  return times.flatMap((_at, index) => {
    const place = placeOf(series[latitude]?.value[index], series[longitude]?.value[index]);
    return place ? [place] : [];
  });
}
