import { t } from '@lingui/core/macro';
import { type SubmitEvent, useState } from 'react';
import { useConfig } from '../../../../lib/api/public-config.ts';
import { useSession } from '../../../../lib/api/session.ts';
import { useLastingState } from '../../../../lib/language/lasting-state.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { emailProblem, failureText, requestReset } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { Gate, GateNotice } from '../gate.tsx';
import { useLinkToken } from '../link-token.ts';
import { NewPassword } from './new-password.tsx';

/** `/auth/reset-password`: requests the address; with `#token=` from the mail, for the new password. Also for who is logged in. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  const sendsMail = useConfig().data?.mailConfigured ?? true;
  if (token) return <NewPassword key={token} token={token} />;
  return sendsMail ? <RequestLink /> : <NoMail />;
}

function NoMail() {
  return (
    <GateNotice title={t`Reset password`} actions={<Back />}>
      {t`This server cannot send mail. Ask its administrator for a link to choose a new password.`}
    </GateNotice>
  );
}

function RequestLink() {
  const [email, setEmail] = useLastingState('reset.email', useSession()?.userId ?? '');
  const [problem, setProblem] = useState<{ email?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const [isRequested, setIsRequested] = useLastingState('reset.requested', false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = emailProblem(email);
    setProblem({ email: wrong });
    if (wrong || busy) return;
    setBusy(true);
    try {
      await requestReset(email.trim());
      setIsRequested(true);
    } catch (error) {
      setProblem({ form: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  if (isRequested) {
    return (
      <GateNotice title={t`Request received`} actions={<Back />}>
        {t`If the address belongs to an account, we sent it a link. Check your inbox.`}
      </GateNotice>
    );
  }
  return (
    <Gate>
      <h1 className="gate-title">{t`Reset password`}</h1>
      <p className="gate-text">{t`Enter the e-mail address of your account to get a link for a new password.`}</p>
      <form className="gate-form" noValidate onSubmit={(event) => void submit(event)}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        <TextField
          label={t`E-mail`}
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
          {t`Send link`}
        </Button>
        <Back ghost />
      </form>
    </Gate>
  );
}

function Back({ ghost = false }: { ghost?: boolean }) {
  const session = useSession();
  const variant = ghost ? 'ghost' : 'primary';
  return session ? (
    <ButtonLink to="/device" size="large" variant={variant}>
      {t`All devices`}
    </ButtonLink>
  ) : (
    <ButtonLink to="/auth/login" size="large" variant={variant}>
      {ghost ? t`Back to login` : t`Log in`}
    </ButtonLink>
  );
}
