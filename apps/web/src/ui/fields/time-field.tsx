import { Time } from '@internationalized/date';
import { useReducer, useState } from 'react';
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

/**
 * A time of the day on a 24-hour clock, typed part by part; seconds are requested only where there are some. What is left half
 * empty shows the value again, which is still the one from before.
 */
export function TimeField({ label, value, onChange, isInvalid = false }: TimeFieldProps) {
  // Seconds stay while they are typed: "0" on the way to "05" is none.
  const [hasSeconds, setHasSeconds] = useState(false);
  if (!hasSeconds && value !== null && value % 60 !== 0) setHasSeconds(true);
  // React Aria replaces what is typed when it gets another object, also of the same time.
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  return (
    <I18nProvider locale={i18n.locale === 'en' ? 'en-GB' : `${i18n.locale}-u-nu-latn`}>
      <AriaTimeField
        className="time-field"
        aria-label={label}
        value={value === null ? null : timeOf(value)}
        onChange={(time) => onChange(time && time.hour * 3600 + time.minute * 60 + time.second)}
        onBlur={drawAgain}
        granularity={hasSeconds ? 'second' : 'minute'}
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
