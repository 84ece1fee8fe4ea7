import type { Device } from '@cyno/contract';
import { dateLocale } from '../../../lib/format/display-settings.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import type { Draft, Problems, TimerMoment } from '../definitions/index.ts';
import { Line, NumberBox } from '../definitions/index.ts';
import { DayChips } from './day-chips.tsx';
import { LocationForm } from './location-form.tsx';

const repeats: readonly { id: Draft['repeat']; label: string }[] = [
  { id: 'daily', label: 'Every day' },
  { id: 'weekly', label: 'Every week on' },
  { id: 'once', label: 'Once on' },
];

const moments: readonly { id: TimerMoment; label: string }[] = [
  { id: 'time', label: 'at' },
  { id: 'sunrise', label: 'at sunrise' },
  { id: 'sunset', label: 'at sunset' },
  { id: 'before sunrise', label: 'before sunrise' },
  { id: 'after sunrise', label: 'after sunrise' },
  { id: 'before sunset', label: 'before sunset' },
  { id: 'after sunset', label: 'after sunset' },
];

type TimerFieldsProps = {
  device: Device;
  draft: Draft;
  timeZone: string;
  problems: Problems;
  onChange: (change: Partial<Draft>) => void;
};

/** On which days and when a timer runs. */
export function TimerFields({ device, draft, timeZone, problems, onChange }: TimerFieldsProps) {
  const { repeat, days, date, moment, secondOfDay, sunMinutes } = draft;
  // `en-CA` writes days as `YYYY-MM-DD`.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(liveNow());
  return (
    <>
      <Line label="On which days" problem={problems.repeat}>
        <SelectField
          label="How often"
          hideLabel
          options={repeats}
          value={repeat}
          onChange={(next) => onChange({ repeat: next, ...(next === 'once' && date === '' && { date: today }) })}
        />
        {repeat === 'weekly' && (
          <DayChips label="Days of the week" days={days} onChange={(next) => onChange({ days: next })} />
        )}
        {repeat === 'once' && (
          <DateField
            label="Day"
            hideLabel
            min={today}
            value={date}
            onChange={(next) => onChange({ date: next })}
            locale={dateLocale()}
          />
        )}
      </Line>
      <Line label="When" problem={problems.at}>
        {moment.includes(' ') && (
          <>
            <NumberBox label="Minutes" value={sunMinutes} onChange={(next) => onChange({ sunMinutes: next })} />
            <span>minutes</span>
          </>
        )}
        <SelectField
          label="At a time or with the sun"
          hideLabel
          options={moments}
          value={moment}
          onChange={(next) => onChange({ moment: next })}
        />
        {moment === 'time' && (
          <TimeField
            label="Time"
            value={secondOfDay}
            isInvalid={problems.at !== undefined}
            onChange={(next) => onChange({ secondOfDay: next })}
          />
        )}
      </Line>
      {moment !== 'time' && <LocationForm device={device} />}
    </>
  );
}
