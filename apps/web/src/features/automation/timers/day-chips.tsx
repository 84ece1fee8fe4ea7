import { t } from '@lingui/core/macro';
import './day-chips.css';
import { weekdayName } from '../definitions/index.ts';

/** 0 = Sunday. */
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
/** Sunday first, as short as a chip. */
const shortNames = () => [t`Su`, t`Mo`, t`Tu`, t`We`, t`Th`, t`Fr`, t`Sa`];

type DayChipsProps = { label: string; days: readonly number[]; onChange: (days: number[]) => void };

/** Days of the week to be chosen, Sunday first. */
export function DayChips({ label, days, onChange }: DayChipsProps) {
  return (
    <fieldset className="day-chips" aria-label={label}>
      {weekdays.map((day) => (
        <label key={day} className="day-chip" title={weekdayName(day)}>
          <input
            className="sr-only"
            type="checkbox"
            checked={days.includes(day)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...days, day] : days.filter((each) => each !== day))
            }
          />
          <span aria-hidden="true">{shortNames()[day]}</span>
          <span className="sr-only">{weekdayName(day)}</span>
        </label>
      ))}
    </fieldset>
  );
}
