import './day-chips.css';
import { weekdayName } from '../definitions/index.ts';

/** 0 = Sunday. */
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
const shortName = (day: number) => weekdayName(day, 'short').slice(0, 2);

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
          <span aria-hidden="true">{shortName(day)}</span>
          <span className="sr-only">{weekdayName(day)}</span>
        </label>
      ))}
    </fieldset>
  );
}
