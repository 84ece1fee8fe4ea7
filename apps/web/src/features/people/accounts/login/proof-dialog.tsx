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
    if (password === '') return setProblem({ password: 'Type your password.' });
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
    <Dialog title="Is it still you?" isOpen onClose={() => onDone(false)}>
      <form className="dialog-form" noValidate onSubmit={(event) => void submit(event)}>
        <p>{explanation(hasPassword, otherWay !== undefined)}</p>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        {hasPassword && (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            autoFocus
            value={password}
            error={problem.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {otherWay}
        <div className="dialog-actions">
          <Button onClick={() => onDone(false)}>{hasPassword || otherWay ? 'Cancel' : 'Close'}</Button>
          {hasPassword && (
            <Button type="submit" variant="primary" busy={busy}>
              Go on
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function explanation(hasPassword: boolean, hasOtherWay: boolean): string {
  if (hasPassword) return 'This concerns the safety of your account. Type your password to go on.';
  if (hasOtherWay) return 'This concerns the safety of your account. Use your passkey to go on.';
  return 'This concerns the safety of your account, and your log-in was a while ago. Log out, log in again, and do it within ten minutes.';
}

function problemOf(error: unknown): Problem {
  const text = failureText(error);
  return error instanceof ApiError && error.code === 'wrong_credentials'
    ? { password: 'Wrong password.' }
    : { form: text };
}
