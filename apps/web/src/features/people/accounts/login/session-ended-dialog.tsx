import type { TwoFactorChallenge } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, cancelDeletionPath } from '../../../../lib/api/api-client.ts';
import { giveUpSession } from '../../../../lib/api/session.ts';
import { endPush } from '../../../../lib/browser/end-push.ts';
import { withBase } from '../../../../lib/router/base-path.ts';
import { Button, buttonClass } from '../../../../ui/buttons/button.tsx';
import { PasswordField, TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { failureText, login } from '../account-calls.ts';
import '../dialog-form.css';
import { FormNote } from '../form-note.tsx';
import { PasskeyButton } from './passkey-button.tsx';

type SessionEndedDialogProps = {
  email: string;
  /** False for an account that is only entered through another service or a passkey. */
  hasPassword: boolean;
  /** Why the login begins again. */
  note: string | undefined;
  /** Stands in place of the form while a two-factor step is requested. */
  twoFactor: ReactNode;
  /** The right password was not enough. */
  onTwoFactor: (challenge: TwoFactorChallenge) => void;
};

type Problem = { password?: string; form?: string };

/**
 * Lies over a page whose session ended and logs in again as the same account, so that the page continues with what was typed into it.
 * It closes by itself when that happens, also in another tab.
 */
export function SessionEndedDialog(props: SessionEndedDialogProps) {
  const { email, hasPassword, note, twoFactor, onTwoFactor } = props;
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (password === '') return setProblem({ password: t`Enter your password.` });
    setBusy(true);
    try {
      await login({ email, password });
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.twoFactor) onTwoFactor(error.twoFactor);
      else if (error instanceof ApiError && error.deletion) void navigate(cancelDeletionPath(error.deletion));
      else setProblem(problemOf(error));
    }
  };

  if (twoFactor) {
    return (
      <Frame>
        {twoFactor}
        <div className="dialog-actions">
          <OtherAccount />
        </div>
      </Frame>
    );
  }
  return (
    <Frame>
      <form className="dialog-form" noValidate onSubmit={(event) => void submit(event)}>
        <p>{t`Log in to continue. What you typed on this page is still there.`}</p>
        {(problem.form ?? note) && <FormNote kind="error">{problem.form ?? note}</FormNote>}
        <TextField label={t`E-mail`} type="email" autoComplete="username" readOnly value={email} />
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
        <PasskeyButton onProblem={(form) => setProblem({ form })} onDeletion={(path) => void navigate(path)} />
        <div className="dialog-actions">
          <OtherAccount />
          {hasPassword ? (
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? t`Logging in…` : t`Log in`}
            </Button>
          ) : (
            <a
              className={buttonClass({ variant: 'primary' })}
              href={withBase('/auth/login')}
              target="_blank"
              rel="noopener"
            >
              {t`Log in in a new tab`}
            </a>
          )}
        </div>
      </form>
    </Frame>
  );
}

function OtherAccount() {
  const giveUp = () => {
    // The session can no longer take this browser from the contacts of its account.
    void endPush();
    giveUpSession();
  };
  return (
    <Button variant="ghost" onClick={giveUp}>
      {t`Use another account`}
    </Button>
  );
}

/** Escape must not throw away what was typed: only a button gives up. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <Dialog title={t`Your session ended`} role="alertdialog" isOpen onClose={() => undefined}>
      {children}
    </Dialog>
  );
}

function problemOf(error: unknown): Problem {
  const text = failureText(error);
  return error instanceof ApiError && error.code === 'wrong_credentials'
    ? { password: t`Wrong password.` }
    : { form: text };
}
