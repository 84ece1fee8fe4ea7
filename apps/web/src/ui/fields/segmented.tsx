import { type ComponentProps, useId } from 'react';
import { Icon } from '../graphics/icon.tsx';
import './segmented.css';

export type SegmentedOption<Id extends string> = {
  id: Id;
  label: string;
  icon?: ComponentProps<typeof Icon>['of'];
};

type SegmentedProps<Id extends string> = {
  /** What is chosen here; not drawn. */
  label: string;
  options: readonly SegmentedOption<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** Drops the text next to the icons on phones. */
  iconsOnPhone?: boolean;
  className?: string;
};

/** One of a few choices, as a row of radio buttons in one frame. */
export function Segmented<Id extends string>(props: SegmentedProps<Id>) {
  const { label, options, value, onChange, iconsOnPhone, className } = props;
  const name = useId();
  return (
    <fieldset
      className={['segmented', iconsOnPhone && 'segmented-icons-on-phone', className].filter(Boolean).join(' ')}
      aria-label={label}
    >
      {options.map((option) => (
        <label key={option.id} className="segmented-option">
          <input
            className="sr-only"
            type="radio"
            name={name}
            value={option.id}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          {option.icon && <Icon of={option.icon} size={16} />}
          <span className="segmented-word">{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
