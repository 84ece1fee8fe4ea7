import { TextField } from '../../../ui/fields/field.tsx';
import './line.css';

type NumberBoxProps = { label: string; value: string; onChange: (value: string) => void };

/** A number inside a sentence, left as it was typed. */
export function NumberBox({ label, value, onChange }: NumberBoxProps) {
  return (
    <TextField
      className="line-number"
      label={label}
      hideLabel
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
