import { useState } from 'react';
import { typedNumber } from '../../../../../lib/format/typed-number.ts';
import { TextField } from '../../../../../ui/fields/field.tsx';

type NumberFieldProps = {
  label: string;
  hideLabel?: boolean;
  value: number;
  /** NaN: what stands in the field is no number. */
  onChange: (value: number) => void;
};

/** A number with a decimal point, typed freely. */
export function NumberField({ label, hideLabel, value, onChange }: NumberFieldProps) {
  const [text, setText] = useState(() => String(value));
  // What is typed stays as it is typed ("1." on the way to "1.5") as long as it means the value.
  const displayed = Object.is(typedNumber(text), value) ? text : String(value);
  return (
    <TextField
      label={label}
      hideLabel={hideLabel}
      inputMode="text"
      autoComplete="off"
      value={displayed}
      aria-invalid={Number.isNaN(value) || undefined}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(typedNumber(currentTarget.value));
      }}
    />
  );
}
