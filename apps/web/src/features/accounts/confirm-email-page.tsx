import { type SubmitEvent, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api-client.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { TextField } from '../../ui/field.tsx';
import { confirmEmail, emailProblem, failureText, resendConfirmation } from './account-calls.ts';
import { FormNote } from './form-note.tsx';
import { Gate, GateNotice } from './gate.tsx';

const failedPath = '/auth/confirmEmail/failed';

/** `/auth/confirmEmail?token=…`: confirms the address; an expired or used token leads to the page of failure. */
export function ConfirmEmailPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  const navigate = useNavigate();
  const [state, setState] = useState<'asking' | 'confirmed' | { problem: string }>('asking');
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    if (!token) {
      void navigate(failedPath, { replace: true });
      return;
    }
    let shown = true;
    confirmOnce(token, attempt).then(
      () => shown && setState('confirmed'),
      (error: unknown) => {
        if (!shown) return;
        if (error instanceof ApiError && error.isTemporary) setState({ problem: failureText(error) });
        else void navigate(failedPath, { replace: true });
      },
    );
    return () => {
      shown = false;
    };
  }, [token, attempt]);

  if (state === 'asking') return <GateNotice title="Confirming your address…">This takes a moment.</GateNotice>;
  if (state === 'confirmed') {
    return (
      <GateNotice title="Address confirmed" actions={<WayOn />}>
        Your e-mail address is confirmed and your account is ready.
      </GateNotice>
    );
  }
  return (
    <GateNotice
      title="Not confirmed yet"
      actions={
        <Button
          variant="primary"
          size="large"
          onClick={() => {
            setState('asking');
            setAttempt(attempt + 1);
          }}
        >
          Try again
        </Button>
      }
    >
      {state.problem}
    </GateNotice>
  );
}

// A token works once: an effect that runs twice must not turn a confirmation into a failure.
let asked: { key: string; answer: Promise<unknown> } | undefined;

function confirmOnce(token: string, attempt: number): Promise<unknown> {
  const key = `${attempt} ${token}`;
  if (asked?.key !== key) asked = { key, answer: confirmEmail(token) };
  return asked.answer;
}

function WayOn() {
  return useSession() ? (
    <ButtonLink to="/device" variant="primary" size="large">
      All devices
    </ButtonLink>
  ) : (
    <ButtonLink to="/auth/login" variant="primary" size="large">
      Log in
    </ButtonLink>
  );
}

/** `/auth/confirmEmail/failed`: the link did not work; asks for the address to send another. */
export function ConfirmFailedPage() {
  const navigate = useNavigate();
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
      setAnswer((await resendConfirmation(email.trim())).message);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'rate_limited') setProblem({ form: failureText(error) });
      else void navigate('/auth/confirmEmail/resentfailed');
    } finally {
      setBusy(false);
    }
  };

  if (answer) {
    return (
      <GateNotice title="Request received" actions={<WayOn />}>
        {answer}
      </GateNotice>
    );
  }
  return (
    <Gate>
      <h1 className="gate-title">The link did not work</h1>
      <p className="gate-text">It was used already or is older than 24 hours. Get a new one to confirm your address.</p>
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
      </form>
    </Gate>
  );
}
