import { t } from '@lingui/core/macro';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { refreshConfig } from '../../../../lib/api/public-config.ts';
import { currentLanguage } from '../../../../lib/language/language.ts';
import { useLastingState } from '../../../../lib/language/lasting-state.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { PasswordField, TextField } from '../../../../ui/fields/field.tsx';
import { emailProblem, failureText, newPasswordProblem, signup } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { PasswordMeter } from '../passwords/password-meter.tsx';

type Code = { needed: boolean; code: string };

type SignupFormProps = {
  email: string;
  onEmailChange: (email: string) => void;
  /** The first account of an installation needs the code that the server printed; the printed link carries it. */
  setup: Code;
  /** A server may let in only who was invited; the link of the invitation carries its code. */
  invitation: Code;
  /** Called with what to do next when the account has been created. */
  onDone: (sentence: string) => void;
};

type Problem = { email?: string; password?: string; setupCode?: string; invitationCode?: string; form?: string };

/** A new account. It does not log in: the login form follows. */
export function SignupForm({ email, onEmailChange, setup, invitation, onDone }: SignupFormProps) {
  const [password, setPassword] = useState('');
  const [setupCode, setSetupCode] = useLastingState('signup.setup', setup.code);
  const [invitationCode, setInvitationCode] = useLastingState('signup.invitation', invitation.code);
  const [problem, setProblem] = useState<Problem>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const typed: Problem = {
        email: emailProblem(email),
        password: await newPasswordProblem(password, email),
        setupCode: setup.needed && setupCode.trim() === '' ? t`Enter the setup code.` : undefined,
        invitationCode: invitation.needed && invitationCode.trim() === '' ? t`Enter your invitation code.` : undefined,
      };
      setProblem(typed);
      if (Object.values(typed).some(Boolean)) return;
      const code = {
        ...(setup.needed && { setupCode: setupCode.trim() }),
        ...(invitation.needed && { invitationCode: invitationCode.trim() }),
      };
      const response = await signup({ email: email.trim(), password, language: currentLanguage(), ...code });
      if (setup.needed) refreshConfig();
      onDone(
        response.confirmation === 'sent'
          ? t`Account created. Open the link in the mail that we sent you, then log in.`
          : t`Account created. Log in to continue.`,
      );
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="gate-form" noValidate onSubmit={(event) => void submit(event)}>
      {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
      {setup.needed && (
        <TextField
          label={t`Setup code`}
          className="gate-code"
          autoComplete="off"
          spellCheck={false}
          required
          value={setupCode}
          error={problem.setupCode}
          description={t`The first account becomes the administrator. The server printed this code when it started.`}
          onChange={(event) => setSetupCode(event.currentTarget.value)}
        />
      )}
      {invitation.needed && (
        <TextField
          label={t`Invitation code`}
          autoComplete="off"
          spellCheck={false}
          required
          value={invitationCode}
          error={problem.invitationCode}
          description={t`This server accepts invited people only. The link in your invitation contains the code.`}
          onChange={(event) => setInvitationCode(event.currentTarget.value)}
        />
      )}
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
          setProblem({ ...problem, email: undefined });
        }}
      />
      <PasswordField
        label={t`Password`}
        autoComplete="new-password"
        required
        value={password}
        error={problem.password}
        description={<PasswordMeter password={password} />}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setProblem({ ...problem, password: undefined });
        }}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {busy ? t`Creating account…` : t`Create account`}
      </Button>
    </form>
  );
}

function problemOf(error: unknown): Problem {
  const text = failureText(error);
  if (!(error instanceof ApiError)) return { form: text };
  if (error.code === 'wrong_setup_code') return { setupCode: text };
  if (error.code === 'wrong_invitation') return { invitationCode: text };
  const { email, password, setupCode, invitationCode } = error.fields;
  if (email || password || setupCode || invitationCode) return { email, password, setupCode, invitationCode };
  return error.code === 'weak_password' ? { password: text } : { form: text };
}
