import { t } from '@lingui/core/macro';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { useSession } from '../../../../lib/api/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { emailProblem, failureText, resendConfirmation } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { Gate, GateNotice, GateSign } from '../gate.tsx';

/** `/auth/confirmEmail/failed`: the link did not work; offers another. */
export function ConfirmFailedPage() {
  const session = useSession();
  const [isSent, setIsSent] = useState(false);
  if (isSent) {
    return (
      <GateNotice
        title={t`Request received`}
        icon={IconCircleCheck}
        tone="success"
        actions={
          <ButtonLink to="/auth/login" variant="primary" size="large">
            {t`Log in`}
          </ButtonLink>
        }
      >
        {t`If the address is waiting for confirmation, we sent it a new link. Check your inbox.`}
      </GateNotice>
    );
  }
  if (session) {
    return (
      <GateNotice
        title={t`The link did not work`}
        icon={IconLinkOff}
        tone="warning"
        actions={
          <ButtonLink to="/profile" variant="primary" size="large">
            {t`Your profile`}
          </ButtonLink>
        }
      >
        {t`It was already used, or it is more than 24 hours old. You can get a new one in your profile.`}
      </GateNotice>
    );
  }
  return (
    <Gate>
      <GateSign icon={IconLinkOff} tone="warning" />
      <h1 className="gate-title">{t`The link did not work`}</h1>
      <p className="gate-text">{t`It was already used, or it is more than 24 hours old. Get a new one to confirm your address.`}</p>
      <ResendForm onSent={() => setIsSent(true)} />
    </Gate>
  );
}

function ResendForm({ onSent }: { onSent: () => void }) {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<{ email?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = emailProblem(email);
    setProblem({ email: wrong });
    if (wrong || busy) return;
    setBusy(true);
    try {
      await resendConfirmation(email.trim());
      onSent();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'rate_limited') setProblem({ form: failureText(error) });
      else void navigate('/auth/confirmEmail/resentfailed');
    } finally {
      setBusy(false);
    }
  };

  return (
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
        {t`Send new link`}
      </Button>
      <ButtonLink to="/auth/login" variant="ghost" size="large">
        {t`Back to login`}
      </ButtonLink>
    </form>
  );
}
