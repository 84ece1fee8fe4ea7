import { t } from '@lingui/core/macro';
import { useId } from 'react';
import './notes-field.css';

type NotesFieldProps = { value: string; onChange: (value: string) => void };

/** Some lines about an image. */
export function NotesField({ value, onChange }: NotesFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{t`Notes`}</label>
      </div>
      <textarea
        id={id}
        className="notes-box"
        rows={3}
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
