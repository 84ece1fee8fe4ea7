import type { Calibration, CalibrationChange } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';

/** How the variables of a device were calibrated, and when: of each in the order of time. */
export const calibrationsQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.calibrations(espid),
    queryFn: async ({ signal }): Promise<CalibrationChange[]> =>
      (await call('GET /api/device/:espid/calibrations', { params: { espid }, signal })).changes,
    staleTime: 60_000,
  });

/** More digits only matter to who works a value out again. */
const shortDigits = 6;
const allDigits = 15;

/** `× 1.02 + 0.3 °C`, short unless `exact`; null where values are as the board sends them. */
export function calibrationText({ offset, scale }: Calibration, unit: string, exact = false): string | null {
  const visible = (number: number) => Number(Math.abs(number).toPrecision(exact ? allDigits : shortDigits));
  const parts = [
    scale !== 1 && `× ${scale < 0 ? '−' : ''}${visible(scale)}`,
    offset !== 0 && `${offset < 0 ? '−' : '+'} ${visible(offset)}${unit === '' ? '' : ` ${unit}`}`,
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(' ');
}
