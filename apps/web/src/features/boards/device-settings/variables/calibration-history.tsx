import type { CalibrationChange, DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { SectionError } from '../../../../ui/cards/section-card.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { calibrationText } from './calibrations.ts';

type CalibrationHistoryProps = {
  changes: { data: CalibrationChange[] | undefined; error: Error | null; refetch: () => unknown };
  of: DeviceVariable;
};

/** What held since when, the newest first; it describes how to get back what the board sent. */
export function CalibrationHistory({ changes: { data, error, refetch }, of: { key, unit } }: CalibrationHistoryProps) {
  if (error && !data) return <SectionError onRetry={() => void refetch()}>{failureText(error)}</SectionError>;
  if (!data) return <Skeleton height={20} width="auto" />;
  const own = data.filter((change) => change.key === key).toReversed();
  if (own.length === 0) return null;
  return (
    <section className="calibration-history" aria-labelledby="calibration-history">
      <h3 id="calibration-history">{t`Changes`}</h3>
      <ul>
        {own.map((change) => (
          <li key={change.since}>
            <time dateTime={new Date(change.since).toISOString()}>
              {formatDateTime(change.since, { seconds: true })}
            </time>
            <span>{calibrationText(change, unit, true) ?? t`Not calibrated`}</span>
          </li>
        ))}
      </ul>
      <p className="calibration-note">{t`Board reading = (value − offset) / scale at that time.`}</p>
    </section>
  );
}
