import type { TwoFactorRequest } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconFingerprint } from '@tabler/icons-react';
import { type Ref, type SubmitEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, cancelDeletionPath } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { CodeField, codeProblem } from './code-field.tsx';
import { passkeyFailure, requestPasskey } from './passkey-calls.ts';
import { passkeyObstacle } from './passkeys.ts';
import type { PendingChallenge } from './two-factor.ts';
import { finishLogin, twoFactorPasskey } from './two-factor-calls.ts';

type TwoFactorFormProps = {
  challenge: PendingChallenge;
  /** The login page; nothing where the form lies over another page. */
  backPath?: string;
  /** The login must begin again, with the reason as a sentence. */
  onOver: (sentence: string) => void;
};

type Problem = { field?: string; form?: string };

/** Requests a code of the app, a recovery code or a passkey, whichever the account has and its owner chooses. */
export function TwoFactorForm({ challenge: { ticket, methods }, backPath, onOver }: TwoFactorFormProps) {
  const navigate = useNavigate();
  const [way, setWay] = useState<'code' | 'recoveryCode'>('code');
  const [typed, setTyped] = useState('');
  const fieldRef = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Problem>({});
  const [busy, setBusy] = useState<'code' | 'passkey'>();

  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'ticket_expired')
      // The place where this is shown has its own way to begin again.
      return onOver(error.reason === 'step_over' ? t`This step has expired.` : error.message);
    if (error instanceof ApiError && error.deletion) return void navigate(cancelDeletionPath(error.deletion));
    if (!(error instanceof ApiError && error.code === 'wrong_code')) return setProblem({ form: passkeyFailure(error) });
    setTyped('');
    setProblem({ field: failureText(error) });
    fieldRef.current?.focus();
  };
  const send = async (request: TwoFactorRequest) => {
    if (busy) return;
    setBusy('code');
    setProblem({});
    await finishLogin(request).catch(fail);
    setBusy(undefined);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const field = way === 'code' ? codeProblem(typed) : typed.trim() === '' && t`Enter one of your recovery codes.`;
    if (field) return setProblem({ field });
    void send(way === 'code' ? { ticket, code: typed } : { ticket, recoveryCode: typed });
  };
  const sendPasskey = async () => {
    if (busy) return;
    setBusy('passkey');
    setProblem({});
    try {
      const passkey = await requestPasskey((await twoFactorPasskey(ticket)).options);
      if (passkey) await finishLogin({ ticket, passkey });
      else setProblem({ form: t`No passkey was used. Try again, or use a code.` });
    } catch (error) {
      fail(error);
    }
    setBusy(undefined);
  };
  const switchTo = (next: typeof way) => {
    setWay(next);
    setTyped('');
    setProblem({});
  };

  return (
    <>
      <p className="gate-text">
        {way === 'code'
          ? t`Enter the six digits from your authenticator app.`
          : t`Enter one of your recovery codes. Each code works once.`}
      </p>
      <form className="gate-form" noValidate onSubmit={submit}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        {way === 'code' ? (
          <CodeField
            ref={fieldRef}
            value={typed}
            error={problem.field}
            onChange={setTyped}
            onComplete={(code) => void send({ ticket, code })}
          />
        ) : (
          <RecoveryCodeField ref={fieldRef} value={typed} error={problem.field} onChange={setTyped} />
        )}
        <Button type="submit" variant="primary" size="large" busy={busy === 'code'}>
          {busy === 'code' ? t`Checking…` : t`Log in`}
        </Button>
        {methods.includes('passkey') && !passkeyObstacle() && (
          <Button size="large" icon={IconFingerprint} busy={busy === 'passkey'} onClick={() => void sendPasskey()}>
            {t`Use a passkey`}
          </Button>
        )}
        {methods.includes('recovery_code') && (
          <Button variant="ghost" size="large" onClick={() => switchTo(way === 'code' ? 'recoveryCode' : 'code')}>
            {way === 'code' ? t`Use a recovery code` : t`Use the authenticator app`}
          </Button>
        )}
        {backPath && (
          <ButtonLink to={backPath} variant="ghost" size="large">
            {t`Back to login`}
          </ButtonLink>
        )}
      </form>
    </>
  );
}

type RecoveryCodeFieldProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
};

function RecoveryCodeField({ onChange, ...props }: RecoveryCodeFieldProps) {
  return (
    <TextField
      {...props}
      className="two-factor-recovery"
      label={t`Recovery code`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus
      required
      maxLength={64}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
