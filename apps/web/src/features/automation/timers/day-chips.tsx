import './day-chips.css';
import { weekdays } from '../definitions/index.ts';

type DayChipsProps = { label: string; days: readonly number[]; onChange: (days: number[]) => void };

/** Days of the week to be chosen, Sunday first. */
export function DayChips({ label, days, onChange }: DayChipsProps) {
  return (
    <fieldset className="day-chips" aria-label={label}>
      {weekdays.map((name, day) => (
        <label key={name} className="day-chip" title={name}>
          <input
            className="sr-only"
            type="checkbox"
            checked={days.includes(day)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...days, day] : days.filter((each) => each !== day))
            }
          />
          <span aria-hidden="true">{name.slice(0, 2)}</span>
          <span className="sr-only">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
