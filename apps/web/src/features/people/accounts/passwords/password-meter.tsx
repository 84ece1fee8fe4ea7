import { passwordStrength } from '@cyno/contract/password';
import './password-meter.css';
import { strengthHint } from './strength-hint.ts';

const labels = { weak: 'Weak', medium: 'Medium', strong: 'Strong' };

/** The strength of a password while it is typed; it advises and never refuses. */
export function PasswordMeter({ password }: { password: string }) {
  const strength = passwordStrength(password);
  return (
    <>
      <span className={`meter meter-${strength ?? 'none'}`}>
        <i />
        <i />
        <i />
        <b aria-live="polite">{strength && labels[strength]}</b>
      </span>
      <span>{strengthHint(password)}</span>
    </>
  );
}
