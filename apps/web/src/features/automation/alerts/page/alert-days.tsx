import { t } from '@lingui/core/macro';
import { dateLocale } from '../../../../lib/format/display-settings.ts';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import type { AlertFilter } from './alert-filter.ts';

type AlertDaysProps = Pick<AlertFilter, 'fromDay' | 'toDay'> & { onChange: (change: Partial<AlertFilter>) => void };

/** The first and the last day of the alerts that are listed. */
export function AlertDays({ fromDay, toDay, onChange }: AlertDaysProps) {
  return (
    <div className="alert-toolbar-days">
      <DateField
        label={t`First day`}
        hideLabel
        locale={dateLocale()}
        value={fromDay}
        onChange={(value) => onChange({ fromDay: value })}
      />
      <span>{t`to`}</span>
      <DateField
        label={t`Last day`}
        hideLabel
        locale={dateLocale()}
        value={toDay}
        onChange={(value) => onChange({ toDay: value })}
      />
    </div>
  );
}
