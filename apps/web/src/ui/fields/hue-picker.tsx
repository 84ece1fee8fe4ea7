import { t } from '@lingui/core/macro';
import { type CSSProperties, useId } from 'react';
import './hue-picker.css';

/** The chart colours in the order of their tokens. */
const hues = () => [t`Indigo`, t`Rust`, t`Teal`, t`Plum`, t`Ochre`, t`Steel`, t`Brick`, t`Violet`];

type HuePickerProps = { value: number; onChange: (hue: number) => void };

/** One of the eight chart colours. */
export function HuePicker({ value, onChange }: HuePickerProps) {
  const name = useId();
  return (
    <fieldset className="hue-picker">
      <legend>{t`Colour`}</legend>
      {hues().map((label, index) => (
        <label key={label} title={label} style={{ '--c': `var(--c-${index + 1})` } as CSSProperties}>
          <input
            className="sr-only"
            type="radio"
            name={name}
            checked={value === index + 1}
            onChange={() => onChange(index + 1)}
          />
          <i aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
