import { type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { emailProblem, failureText, newPasswordProblem, requestReset, resetPassword } from './account-calls.ts';
import { FormNote } from './form-note.tsx';
import { Gate, GateNotice } from './gate.tsx';
import { PasswordMeter } from './password-meter.tsx';

/** `/auth/reset-password`: asks for the address; with `?token=` from the mail, for the new password. */
export function ResetPasswordPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  return token ? <NewPassword token={token} /> : <AskForLink />;
}

function AskForLink() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<{ email?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string>();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = emailProblem(email);
    setProblem({ email: wrong });
    if (wrong || busy) return;
    setBusy(true);
    try {
      setAnswer((await requestReset(email.trim())).message);
    } catch (error) {
      setProblem({ form: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  if (answer) {
    return (
      <GateNotice title="Request received" actions={<BackToLogin />}>
        {answer}
      </GateNotice>
    );
  }
  return (
    <Gate>
      <h1 className="gate-title">Reset the password</h1>
      <p className="gate-text">Type the e-mail address of your account to get a link for a new password.</p>
      <form className="gate-form" noValidate onSubmit={(event) => void submit(event)}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={email}
          error={problem.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" size="large" busy={busy}>
          Send the link
        </Button>
        <BackToLogin ghost />
      </form>
    </Gate>
  );
}

function NewPassword({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ password?: string; form?: string; dead?: boolean }>({});
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      // The address is not known here; the server compares the password with it.
      const wrong = await newPasswordProblem(password, '');
      setProblem({ password: wrong });
      if (wrong) return;
      await resetPassword(token, password);
      setDone(true);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (done) {
    return (
      <GateNotice title="Password changed" actions={<BackToLogin />}>
        All other sessions of your account have ended. Log in with the new password.
      </GateNotice>
    );
  }
  return (
    <Gate>
      <h1 className="gate-title">Choose a new password</h1>
      <form className="gate-form" noValidate onSubmit={(event) => void submit(event)}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        {problem.dead && (
          <ButtonLink to="/auth/reset-password" size="large">
            Get a new link
          </ButtonLink>
        )}
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          value={password}
          error={problem.password}
          description={<PasswordMeter password={password} />}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" size="large" busy={busy}>
          Change the password
        </Button>
      </form>
    </Gate>
  );
}

function problemOf(error: unknown): { password?: string; form?: string; dead?: boolean } {
  const text = failureText(error);
  if (!(error instanceof ApiError)) return { form: text };
  if (error.code === 'weak_password' || error.fields.password) return { password: error.fields.password ?? text };
  return { form: text, dead: error.status >= 400 && error.status < 500 && error.code !== 'rate_limited' };
}

function BackToLogin({ ghost = false }: { ghost?: boolean }) {
  return (
    <ButtonLink to="/auth/login" size="large" variant={ghost ? 'ghost' : 'primary'}>
      {ghost ? 'Back to log in' : 'Log in'}
    </ButtonLink>
  );
}
