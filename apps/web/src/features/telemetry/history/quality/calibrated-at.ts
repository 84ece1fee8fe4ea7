import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import { calibrationsQuery, calibrationText } from '../../../boards/device-settings/index.ts';

/** A change of a calibration: its instant, ms since the epoch, and what it means. */
export type CalibratedAt = { key: string; at: number; text: string };

type NamedVariable = { key: string; label: string; unit: string };

/** When variables of a device were calibrated within a span, in the order of time. */
export function useCalibratedAt(
  espid: string,
  variables: readonly NamedVariable[],
  { from, to }: TimeSpan,
): CalibratedAt[] {
  const changes = useQuery(calibrationsQuery(espid)).data ?? [];
  return changes
    .filter(({ since }) => since >= from && since <= to)
    .flatMap((change): CalibratedAt[] => {
      const variable = variables.find(({ key }) => key === change.key);
      if (!variable) return [];
      const text = calibrationText(change, variable.unit);
      const { label } = variable;
      return [
        {
          key: change.key,
          at: change.since,
          text: text ? t`${label} calibrated ${text}` : t`${label}: calibration removed`,
        },
      ];
    })
    .sort((a, b) => a.at - b.at);
}
