import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';

type PickListProps = {
  label: string;
  options: readonly { id: string; name: string }[];
  value: string;
  onChange: (id: string) => void;
};

/** More than this and the rest waits behind a button. */
const firstVisible = 4;

/** One of several, each as a button of its own. */
export function PickList({ label, options, value, onChange }: PickListProps) {
  const name = useId();
  const [all, setAll] = useState(false);
  const few = options.slice(0, firstVisible);
  const chosen = options.filter((option) => option.id === value && !few.includes(option));
  const visible = all || options.length <= firstVisible + 2 ? options : [...few, ...chosen];
  const hidden = options.length - visible.length;
  return (
    <fieldset className="pick" aria-label={label}>
      <span className="pick-label" aria-hidden="true">
        {label}
      </span>
      <div className="pick-options">
        {visible.map((option) => (
          <label key={option.id} className="pick-option">
            <input
              className="sr-only"
              type="radio"
              name={name}
              checked={option.id === value}
              onChange={() => onChange(option.id)}
            />
            {option.name}
          </label>
        ))}
        {hidden > 0 && (
          <button type="button" className="pick-option" onClick={() => setAll(true)}>
            {t`${hidden} more`}
          </button>
        )}
      </div>
    </fieldset>
  );
}
