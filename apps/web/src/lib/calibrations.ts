import type { Calibration, CalibrationChange, CalibrationList } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, hasFields } from './api-client.ts';

const list = hasFields<CalibrationList>('changes');

/** How the variables of a device were calibrated, and when: of each in the order of time. */
export const calibrationsQuery = (espid: string) =>
  queryOptions({
    queryKey: ['calibrations', espid],
    queryFn: async ({ signal }): Promise<CalibrationChange[]> =>
      (await api.get(`/api/device/${encodeURIComponent(espid)}/calibrations`, list, { signal })).changes,
    staleTime: 60_000,
  });

/** `1.02 × what the board says + 0.3`, short: `× 1.02, + 0.3 °C`; null where nothing is changed. */
export function calibrationWords({ offset, scale }: Calibration, unit: string): string | null {
  const words = [
    scale !== 1 && `× ${scale}`,
    offset !== 0 && `${offset < 0 ? '−' : '+'} ${Math.abs(offset)}${unit === '' ? '' : ` ${unit}`}`,
  ].filter(Boolean);
  return words.length === 0 ? null : words.join(' ');
}
