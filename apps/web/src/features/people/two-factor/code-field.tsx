import { t } from '@lingui/core/macro';
import type { Ref } from 'react';
import { TextField } from '../../../ui/fields/field.tsx';
import './two-factor.css';

const digits = 6;

type CodeFieldProps = {
  ref?: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  description?: string;
  onChange: (code: string) => void;
  /** Called with each whole code, so that nobody need press a button. */
  onComplete: (code: string) => void;
};

/** Six digits of an authenticator app, typed, pasted in any shape, or filled in by the browser. */
export function CodeField({ ref, value, error, description, onChange, onComplete }: CodeFieldProps) {
  const change = (typed: string) => {
    const code = typed.replaceAll(/\D/g, '').slice(0, digits);
    onChange(code);
    if (code.length === digits && code !== value) onComplete(code);
  };
  return (
    <TextField
      ref={ref}
      className="two-factor-code"
      label={t`Code from the app`}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      required
      value={value}
      error={error}
      description={description}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** Describes what is wrong with a code before it is sent, or undefined. */
export const codeProblem = (code: string): string | undefined =>
  code.length === digits ? undefined : t`Enter the six digits from the app.`;
