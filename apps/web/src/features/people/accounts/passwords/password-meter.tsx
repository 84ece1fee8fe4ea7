import { passwordStrength } from '@cyno/contract/password';
import { t } from '@lingui/core/macro';
import './password-meter.css';
import { strengthHint } from './strength-hint.ts';

const labels = { weak: () => t`Weak`, medium: () => t`Medium`, strong: () => t`Strong` };

/** The strength of a password while it is typed; it advises and never refuses. */
export function PasswordMeter({ password }: { password: string }) {
  const strength = passwordStrength(password);
  return (
    <>
      <span className={`meter meter-${strength ?? 'none'}`}>
        <i />
        <i />
        <i />
        <b aria-live="polite">{strength && labels[strength]()}</b>
      </span>
      <span>{strengthHint(password)}</span>
    </>
  );
}
