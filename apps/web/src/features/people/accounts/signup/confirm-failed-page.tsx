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
  const [message, setMessage] = useState<string>();
  if (message) {
    return (
      <GateNotice
        title="Request received"
        icon={IconCircleCheck}
        tone="success"
        actions={
          <ButtonLink to="/auth/login" variant="primary" size="large">
            Log in
          </ButtonLink>
        }
      >
        {message}
      </GateNotice>
    );
  }
  if (session) {
    return (
      <GateNotice
        title="The link did not work"
        icon={IconLinkOff}
        tone="warning"
        actions={
          <ButtonLink to="/profile" variant="primary" size="large">
            Your profile
          </ButtonLink>
        }
      >
        It was used already or is older than 24 hours. Your profile shows which addresses still wait, and sends another.
      </GateNotice>
    );
  }
  return (
    <Gate>
      <GateSign icon={IconLinkOff} tone="warning" />
      <h1 className="gate-title">The link did not work</h1>
      <p className="gate-text">It was used already or is older than 24 hours. Get a new one to confirm your address.</p>
      <ResendForm onSent={setMessage} />
    </Gate>
  );
}

function ResendForm({ onSent }: { onSent: (message: string) => void }) {
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
      onSent((await resendConfirmation(email.trim())).message);
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
        Send a new link
      </Button>
      <ButtonLink to="/auth/login" variant="ghost" size="large">
        Back to log in
      </ButtonLink>
    </form>
  );
}
