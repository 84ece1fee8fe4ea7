import { TextField } from '../../../ui/fields/field.tsx';
import './line.css';

type NumberBoxProps = {
  label: string;
  /** Whether it can be below 0: the number pad of an iPhone has no minus. */
  isSigned?: boolean;
  value: string;
  onChange: (value: string) => void;
};

/** A number inside a sentence, left as it was typed. */
export function NumberBox({ label, isSigned = false, value, onChange }: NumberBoxProps) {
  return (
    <TextField
      className="line-number"
      label={label}
      hideLabel
      inputMode={isSigned ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={20}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
