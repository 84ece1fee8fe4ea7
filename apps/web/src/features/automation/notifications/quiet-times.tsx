import type { NotificationPolicy } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { TimeField } from '../../../ui/fields/time-field.tsx';

/** Minutes of the day, in the time zone of the account. */
export type Quiet = NonNullable<NotificationPolicy['quiet']>;

/** From when until when messages are held. */
export function QuietTimes({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  return (
    <div className="policy-choices">
      <TimeField
        label={t`Quiet from`}
        value={quiet.from * 60}
        onChange={(second) => second !== null && onChange({ ...quiet, from: Math.floor(second / 60) })}
      />
      <span aria-hidden>–</span>
      <TimeField
        label={t`Quiet until`}
        value={quiet.to * 60}
        onChange={(second) => second !== null && onChange({ ...quiet, to: Math.floor(second / 60) })}
      />
    </div>
  );
}
