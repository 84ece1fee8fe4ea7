import { t } from '@lingui/core/macro';
import { type SubmitEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError, cancelDeletionPath } from '../../../../lib/api/api-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { PasswordField, TextField } from '../../../../ui/fields/field.tsx';
import { rememberChallenge } from '../../two-factor/index.ts';
import { emailProblem, failureText, login, resendConfirmation } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { PasskeyButton } from './passkey-button.tsx';

type LoginFormProps = {
  email: string;
  onEmailChange: (email: string) => void;
  /** The message of the signup that came before. */
  welcome: string | undefined;
  /** Why the visitor is here, for example that the session ended. */
  note: string | undefined;
};

type Problem = { email?: string; password?: string; form?: string; unconfirmed?: boolean };

/** E-mail and password of an existing account. */
export function LoginForm({ email, onEmailChange, welcome, note }: LoginFormProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem>({});
  const [busy, setBusy] = useState(false);
  const [resent, setResent] = useState<string>();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const typed = { email: emailProblem(email), password: password === '' ? t`Enter your password.` : undefined };
    setProblem(typed);
    if (typed.email || typed.password) return;
    setBusy(true);
    try {
      await login({ email: email.trim(), password });
    } catch (error) {
      if (error instanceof ApiError && error.deletion) return void navigate(cancelDeletionPath(error.deletion));
      if (error instanceof ApiError && error.twoFactor) {
        return void navigate(rememberChallenge(error.twoFactor, parameters.get('next')));
      }
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const resend = async () => {
    setProblem({});
    try {
      await resendConfirmation(email.trim());
      setResent(t`If the address is waiting for confirmation, we sent it a new link. Check your inbox.`);
    } catch (error) {
      setProblem({ form: failureText(error) });
    }
  };

  return (
    <form className="gate-form" noValidate onSubmit={(event) => void submit(event)}>
      {note && !welcome && !problem.form && <FormNote kind="info">{note}</FormNote>}
      {(resent ?? welcome) && !problem.form && <FormNote kind="success">{resent ?? welcome}</FormNote>}
      {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
      {problem.unconfirmed && <Button onClick={() => void resend()}>{t`Send link again`}</Button>}
      <TextField
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        error={problem.email}
        onChange={(event) => {
          onEmailChange(event.currentTarget.value);
          setProblem({ password: problem.password });
        }}
      />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        autoFocus={welcome !== undefined}
        required
        value={password}
        error={problem.password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setProblem({ email: problem.email });
        }}
        aside={
          <Link className="link gate-forgot" to="/auth/reset-password">
            {t`Forgot password?`}
          </Link>
        }
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {busy ? t`Logging in…` : t`Log in`}
      </Button>
      <PasskeyButton onProblem={(form) => setProblem({ form })} onDeletion={(path) => void navigate(path)} />
    </form>
  );
}

function problemOf(error: unknown): Problem {
  const fields = error instanceof ApiError ? error.fields : {};
  if (fields.email || fields.password) return { email: fields.email, password: fields.password };
  return { form: failureText(error), unconfirmed: error instanceof ApiError && error.code === 'email_not_confirmed' };
}
