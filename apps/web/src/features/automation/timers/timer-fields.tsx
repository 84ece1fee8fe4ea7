import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { dateLocale } from '../../../lib/format/display-settings.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import type { Draft, Problems, TimerMoment } from '../definitions/index.ts';
import { Line, NumberBox } from '../definitions/index.ts';
import { DayChips } from './day-chips.tsx';
import { LocationForm } from './location-form.tsx';

const repeats = (): readonly { id: Draft['repeat']; label: string }[] => [
  { id: 'daily', label: t`Every day` },
  { id: 'weekly', label: t`Every week on` },
  { id: 'once', label: t`Once on` },
];

const moments = (): readonly { id: TimerMoment; label: string }[] => [
  { id: 'time', label: t`at` },
  { id: 'sunrise', label: t`at sunrise` },
  { id: 'sunset', label: t`at sunset` },
  { id: 'before sunrise', label: t`before sunrise` },
  { id: 'after sunrise', label: t`after sunrise` },
  { id: 'before sunset', label: t`before sunset` },
  { id: 'after sunset', label: t`after sunset` },
];

type MomentFieldProps = Pick<Draft, 'moment'> & Pick<TimerFieldsProps, 'onChange'>;

const MomentField = ({ moment, onChange }: MomentFieldProps) => (
  <SelectField
    label={t`At a time or with the sun`}
    hideLabel
    options={moments()}
    value={moment}
    onChange={(next) => onChange({ moment: next })}
  />
);

type TimerFieldsProps = {
  device: Device;
  draft: Draft;
  timeZone: string;
  problems: Problems;
  onChange: (change: Partial<Draft>) => void;
  /** Whether a location is typed that is not stored. */
  onPlaceTyped: (isTyped: boolean) => void;
};

/** On which days and when a timer runs. */
export function TimerFields({ device, draft, timeZone, problems, onChange, onPlaceTyped }: TimerFieldsProps) {
  const { repeat, days, date, moment, secondOfDay, sunMinutes } = draft;
  // `en-CA` writes days as `YYYY-MM-DD`.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(liveNow());
  return (
    <>
      <Line label={t`On which days`} problem={problems.repeat}>
        <SelectField
          label={t`How often`}
          hideLabel
          options={repeats()}
          value={repeat}
          onChange={(next) => onChange({ repeat: next, ...(next === 'once' && date === '' && { date: today }) })}
        />
        {repeat === 'weekly' && (
          <DayChips label={t`Days of the week`} days={days} onChange={(next) => onChange({ days: next })} />
        )}
        {repeat === 'once' && (
          <DateField
            label={t`Day`}
            hideLabel
            min={today}
            value={date}
            onChange={(next) => onChange({ date: next })}
            locale={dateLocale()}
          />
        )}
      </Line>
      <Line label={t`Time of day`} problem={problems.at} hint={t`Time zone: ${timeZone}`}>
        {moment.includes(' ') ? (
          <Trans>
            <NumberBox label={t`Minutes`} value={sunMinutes} onChange={(next) => onChange({ sunMinutes: next })} />{' '}
            minutes <MomentField moment={moment} onChange={onChange} />
          </Trans>
        ) : (
          <MomentField moment={moment} onChange={onChange} />
        )}
        {moment === 'time' && (
          <TimeField
            label={t`Time`}
            value={secondOfDay}
            isInvalid={problems.at !== undefined}
            onChange={(next) => onChange({ secondOfDay: next })}
          />
        )}
      </Line>
      {moment !== 'time' && <LocationForm device={device} onTyped={onPlaceTyped} />}
    </>
  );
}
