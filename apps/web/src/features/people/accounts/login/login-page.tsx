import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useConfig } from '../../../../lib/api/public-config.ts';
import { lastSessionEnd, useSession } from '../../../../lib/api/session.ts';
import { useLastingState } from '../../../../lib/language/lasting-state.ts';
import { lazy } from '../../../../lib/language/lazy.ts';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { FormNote } from '../form-note.tsx';
import { Gate } from '../gate.tsx';
import { SignupForm } from '../signup/signup-form.tsx';
import { LoginForm } from './login-form.tsx';
import { neededCodes } from './needed-codes.ts';
import { Providers } from './providers.tsx';

// Few who open this page are logged in.
const SomebodyElse = lazy(async () => ({ default: (await import('./other-account.tsx')).SomebodyElse }));

type Mode = 'login' | 'signup';

const modes = () =>
  [
    { id: 'login', label: t`Log in` },
    { id: 'signup', label: t`Sign up` },
  ] as const;

/**
 * `/auth/login`: log in and sign up in one card; `?setup=CODE` and `?invite=CODE` carry what a signup needs, `#email=` of the mail
 * about an offer the address that it is for.
 */
export function LoginPage() {
  const [parameters] = useSearchParams();
  const config = useConfig().data;
  const setupCode = parameters.get('setup') ?? '';
  const invitation = parameters.get('invite') ?? '';
  const wantsSignup = setupCode !== '' || invitation !== '' || parameters.get('mode') === 'signup';
  const [chosen, setChosen] = useLastingState<Mode | undefined>('login.mode', wantsSignup ? 'signup' : undefined);
  const { hash } = useLocation();
  const [linkFor] = useState(() => new URLSearchParams(hash.slice(1)).get('email') ?? '');
  const [email, setEmail] = useLastingState('login.email', linkFor);
  const [welcome, setWelcome] = useState<string>();
  // The guard lets somebody who is logged in see this page only with a link for a new account.
  const session = useSession();
  if (session && wantsSignup && chosen === 'signup') {
    if (session.userId === linkFor) return <Navigate to="/device" replace />;
    return (
      <Suspense fallback={null}>
        <SomebodyElse email={session.userId} />
      </Suspense>
    );
  }
  const mode = chosen ?? (config?.setupNeeded ? 'signup' : 'login');
  const needed = neededCodes(config, { setup: setupCode, invitation });
  const canSignup = config?.signup !== 'closed' || config.setupNeeded;
  return (
    <Gate>
      <h1 className="sr-only">{mode === 'login' ? t`Log in to Cyno` : t`Sign up for Cyno`}</h1>
      {canSignup && (
        <Segmented
          className="gate-mode"
          label={t`Log in or sign up`}
          options={modes()}
          value={mode}
          onChange={(next) => {
            setChosen(next);
            setWelcome(undefined);
          }}
        />
      )}
      {mode === 'login' || !canSignup ? (
        <LoginForm email={email} onEmailChange={setEmail} welcome={welcome} note={endNote()} />
      ) : (
        <SignupForm
          email={email}
          onEmailChange={setEmail}
          setup={{ needed: needed.setup, code: setupCode }}
          invitation={{ needed: needed.invitation, code: invitation }}
          onDone={(sentence) => {
            setWelcome(sentence);
            setChosen('login');
          }}
        />
      )}
      {config?.signup === 'closed' && !canSignup && (
        <FormNote kind="info">{t`This server does not accept new accounts. Contact its administrator.`}</FormNote>
      )}
      {mode === 'signup' && needed.setup && (
        <ButtonLink
          to={`/auth/restore${setupCode && `?setup=${encodeURIComponent(setupCode)}`}`}
          variant="ghost"
          size="large"
        >
          {t`I have a backup`}
        </ButtonLink>
      )}
      {config && <Providers providers={config.providers} />}
    </Gate>
  );
}

function endNote(): string | undefined {
  const end = lastSessionEnd();
  if (end === 'closed') return t`Your account will be deleted in 14 days. Log in before then to keep it.`;
  return end === 'expired' ? t`Your session ended. Log in to continue.` : undefined;
}
