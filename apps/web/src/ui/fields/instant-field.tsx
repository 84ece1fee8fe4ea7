import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { DateField } from './date-field.tsx';
import './instant-field.css';
import type { LocalParts } from './local-instant.ts';
import { TimeField } from './time-field.tsx';

type InstantFieldProps = {
  label: string;
  locale: ComponentProps<typeof DateField>['locale'];
  value: LocalParts;
  onChange: (value: LocalParts) => void;
};

/** A day and a time of it, side by side. */
export function InstantField({ label, locale, value, onChange }: InstantFieldProps) {
  return (
    <div className="instant-field">
      <DateField label={label} locale={locale} value={value.day} onChange={(day) => onChange({ ...value, day })} />
      <TimeField label={t`${label}, time`} value={value.second} onChange={(second) => onChange({ ...value, second })} />
    </div>
  );
}
