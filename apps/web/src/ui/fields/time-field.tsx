import { Time } from '@internationalized/date';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { TimeField as AriaTimeField, DateInput, DateSegment } from 'react-aria-components/TimeField';
import { i18n } from '../../lib/language/i18n.ts';
import './date-field.css';
import './time-field.css';

type TimeFieldProps = {
  label: string;
  /** A second of the day; null while the field is empty. */
  value: number | null;
  onChange: (secondOfDay: number | null) => void;
  isInvalid?: boolean;
};

/** A time of the day on a 24-hour clock, typed part by part; seconds are requested only where there are some. */
export function TimeField({ label, value, onChange, isInvalid = false }: TimeFieldProps) {
  return (
    <I18nProvider locale={i18n.locale === 'en' ? 'en-GB' : `${i18n.locale}-u-nu-latn`}>
      <AriaTimeField
        className="time-field"
        aria-label={label}
        value={value === null ? null : timeOf(value)}
        onChange={(time) => onChange(time && time.hour * 3600 + time.minute * 60 + time.second)}
        granularity={value !== null && value % 60 !== 0 ? 'second' : 'minute'}
        hourCycle={24}
        isInvalid={isInvalid}
        shouldForceLeadingZeros
      >
        <DateInput className="date-field-box date-field-parts">
          {(segment) => <DateSegment segment={segment} />}
        </DateInput>
      </AriaTimeField>
    </I18nProvider>
  );
}

const timeOf = (second: number) => new Time(Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60);
