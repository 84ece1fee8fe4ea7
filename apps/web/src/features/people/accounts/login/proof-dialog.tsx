import { t } from '@lingui/core/macro';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { PasswordField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { failureText, provePassword } from '../account-calls.ts';
import '../dialog-form.css';
import { FormNote } from '../form-note.tsx';

type ProofDialogProps = {
  hasPassword: boolean;
  /** Another way to prove it, such as a passkey; undefined when the account has none. */
  otherWay?: ReactNode;
  /** True when the proof was given, false when it was given up. */
  onDone: (proved: boolean) => void;
};

type Problem = { password?: string; form?: string };

/** Requests a proof of ownership before anything that could lock the owner out. */
export function ProofDialog({ hasPassword, otherWay, onDone }: ProofDialogProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (password === '') return setProblem({ password: t`Enter your password.` });
    setBusy(true);
    try {
      await provePassword(password);
      onDone(true);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog title={t`Confirm your password`} isOpen onClose={() => onDone(false)}>
      <form className="dialog-form" noValidate onSubmit={(event) => void submit(event)}>
        <p>{explanation(hasPassword, otherWay !== undefined)}</p>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        {hasPassword && (
          <PasswordField
            label={t`Password`}
            autoComplete="current-password"
            autoFocus
            value={password}
            error={problem.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {otherWay}
        <div className="dialog-actions">
          <Button onClick={() => onDone(false)}>{hasPassword || otherWay ? t`Cancel` : t`Close`}</Button>
          {hasPassword && (
            <Button type="submit" variant="primary" busy={busy}>
              {t`Continue`}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function explanation(hasPassword: boolean, hasOtherWay: boolean): string {
  if (hasPassword) return t`Enter your password to confirm it’s you.`;
  if (hasOtherWay) return t`Use your passkey to confirm it’s you.`;
  return t`To change security settings, log out, log in again and make the change within ten minutes.`;
}

function problemOf(error: unknown): Problem {
  const text = failureText(error);
  return error instanceof ApiError && error.code === 'wrong_credentials'
    ? { password: t`Wrong password.` }
    : { form: text };
}
