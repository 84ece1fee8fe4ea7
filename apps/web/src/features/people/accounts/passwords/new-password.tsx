import type { ResetLinkResponse, RetainedCredentials } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCircleCheck, IconKey, IconLinkOff, IconPlugConnectedX } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { endSession, useSession } from '../../../../lib/api/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { PasswordField } from '../../../../ui/fields/field.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { describeReset, failureText, newPasswordProblem, resetPassword } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { Gate, GateNotice } from '../gate.tsx';
import './new-password.css';
import { ToLogin } from '../login/other-account.tsx';
import { PasswordMeter } from './password-meter.tsx';

type Step =
  | { name: 'asking' | 'dead' | 'done' }
  | { name: 'unreachable'; text: string }
  | { name: 'choosing'; link: ResetLinkResponse };

/** Lets anyone who has a link to choose a password do so, no matter who is logged in here. */
export function NewPassword({ token }: { token: string }) {
  const [step, setStep] = useState<Step>({ name: 'asking' });
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt retries.
  useEffect(() => {
    let isVisible = true;
    describeReset(token).then(
      (link) => isVisible && setStep({ name: 'choosing', link }),
      (error: unknown) => {
        if (!isVisible) return;
        setStep(isDead(error) ? { name: 'dead' } : { name: 'unreachable', text: failureText(error) });
      },
    );
    return () => {
      isVisible = false;
    };
  }, [token, attempt]);

  switch (step.name) {
    case 'asking':
      return (
        <GateNotice title={t`Choose a new password`} icon={IconKey}>
          {t`One moment…`}
        </GateNotice>
      );
    case 'unreachable': {
      const again = () => {
        setStep({ name: 'asking' });
        setAttempt(attempt + 1);
      };
      return (
        <GateNotice
          title={t`Choose a new password`}
          icon={IconPlugConnectedX}
          tone="warning"
          actions={
            <Button variant="primary" size="large" onClick={again}>
              {t`Try again`}
            </Button>
          }
        >
          {step.text}
        </GateNotice>
      );
    }
    case 'dead':
      return <DeadLink />;
    case 'done':
      return (
        <GateNotice title={t`Password changed`} icon={IconCircleCheck} tone="success" actions={<ToLogin />}>
          {t`All sessions of this account have ended. Log in with the new password.`}
        </GateNotice>
      );
    case 'choosing':
      return <NewPasswordForm token={token} link={step.link} onStep={(name) => setStep({ name })} />;
  }
}

function DeadLink() {
  return (
    <GateNotice
      title={t`The link did not work`}
      icon={IconLinkOff}
      tone="warning"
      actions={
        <ButtonLink to="/auth/reset-password" variant="primary" size="large">
          {t`Get a new link`}
        </ButtonLink>
      }
    >
      {t`It was already used, or it is more than an hour old.`}
    </GateNotice>
  );
}

type FormProps = { token: string; link: ResetLinkResponse; onStep: (step: 'done' | 'dead') => void };

const keepNothing: RetainedCredentials = { accessTokens: false, passkeys: false, identities: false, contacts: false };

function NewPasswordForm({ token, link, onStep }: FormProps) {
  const session = useSession();
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(keepNothing);
  const [problem, setProblem] = useState<{ password?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const wrong = await newPasswordProblem(password, link.email);
      setProblem({ password: wrong });
      if (wrong) return;
      await resetPassword(token, password, keep);
      // The server has ended it.
      if (session?.userId === link.email) endSession('logout');
      onStep('done');
    } catch (error) {
      if (isDead(error)) onStep('dead');
      else setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Gate>
      <h1 className="gate-title">{t`Choose a new password`}</h1>
      <p className="gate-text">{t`for ${link.email}`}</p>
      <form className="gate-form" noValidate onSubmit={(event) => void submit(event)}>
        {session && session.userId !== link.email && (
          <FormNote kind="info">{t`You are logged in as ${session.userId}. This changes the password of ${link.email}.`}</FormNote>
        )}
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          required
          value={password}
          error={problem.password}
          description={<PasswordMeter password={password} />}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <WaysIn link={link} keep={keep} onChange={setKeep} />
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {t`Change password`}
        </Button>
      </form>
    </Gate>
  );
}

const waysIn = () =>
  [
    { id: 'accessTokens', label: t`Keep access tokens` },
    { id: 'passkeys', label: t`Keep passkeys` },
    { id: 'identities', label: t`Keep linked logins` },
    { id: 'contacts', label: t`Keep chats and browsers that get notifications` },
  ] as const satisfies readonly { id: keyof RetainedCredentials; label: string }[];

type WaysInProps = {
  link: ResetLinkResponse;
  keep: RetainedCredentials;
  onChange: (keep: RetainedCredentials) => void;
};

/** What else opens the account or controls its devices; it goes unless it is retained. */
function WaysIn({ link, keep, onChange }: WaysInProps) {
  const present = waysIn().filter(({ id }) => link[id] > 0);
  if (present.length === 0) return null;
  return (
    <fieldset className="ways-in">
      <legend>{t`Other ways into this account`}</legend>
      <p className="field-help">{t`Someone who knew the password may have added them. Cyno removes those that you do not keep.`}</p>
      {present.map(({ id, label }) => (
        <Switch
          key={id}
          label={`${label} (${link[id]})`}
          checked={keep[id]}
          onChange={(isChecked) => onChange({ ...keep, [id]: isChecked })}
        />
      ))}
    </fieldset>
  );
}

/** The link is used or too old: nothing that is typed here can help. */
function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'link_expired';
}

function problemOf(error: unknown): { password?: string; form?: string } {
  const text = failureText(error);
  if (!(error instanceof ApiError)) return { form: text };
  if (error.code === 'weak_password' || error.fields.password) return { password: error.fields.password ?? text };
  return { form: text };
}
