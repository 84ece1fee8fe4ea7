import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { type ConditionsDraft, Line } from '../definitions/index.ts';
import { DayChips } from '../timers/index.ts';

type Hours = NonNullable<ConditionsDraft['hours']>;
type HoursFieldsProps = {
  hours: Hours;
  timeZone: string;
  /** What stands in front of the times: `but only between`. */
  lead: string;
  problem: string | undefined;
  onChange: (hours: Hours) => void;
  onRemove: (() => void) | undefined;
};

/** The hours of the days in which conditions count. */
export function HoursFields({ hours, timeZone, lead, problem, onChange, onRemove }: HoursFieldsProps) {
  return (
    <Line label={t`Only between`} problem={problem} hint={t`Time zone: ${timeZone}`} onRemove={onRemove}>
      <span>{lead}</span>
      <Trans>
        <TimeField label={t`From`} value={hours.from} onChange={(from) => onChange({ ...hours, from })} /> and{' '}
        <TimeField label={t`To`} value={hours.to} onChange={(to) => onChange({ ...hours, to })} /> on{' '}
        <DayChips label={t`Days of the week`} days={hours.days} onChange={(days) => onChange({ ...hours, days })} />
      </Trans>
    </Line>
  );
}
