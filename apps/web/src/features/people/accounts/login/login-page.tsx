import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useConfig } from '../../../../lib/api/public-config.ts';
import { lastSessionEnd, useSession } from '../../../../lib/api/session.ts';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { FormNote } from '../form-note.tsx';
import { Gate, GateNotice } from '../gate.tsx';
import { SignupForm } from '../signup/signup-form.tsx';
import { LoginForm } from './login-form.tsx';
import { neededCodes } from './needed-codes.ts';
import { LogOutToContinue } from './other-account.tsx';
import { Providers } from './providers.tsx';

type Mode = 'login' | 'signup';

const modes = [
  { id: 'login', label: 'Log in' },
  { id: 'signup', label: 'Sign up' },
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
  const [chosen, setChosen] = useState<Mode | undefined>(wantsSignup ? 'signup' : undefined);
  const { hash } = useLocation();
  const [email, setEmail] = useState(() => new URLSearchParams(hash.slice(1)).get('email') ?? '');
  const [welcome, setWelcome] = useState<string>();
  // The guard lets somebody who is logged in see this page only with a link for a new account.
  const session = useSession();
  const [linkFor] = useState(email);
  if (session && wantsSignup && chosen === 'signup') {
    if (session.userId === linkFor) return <Navigate to="/device" replace />;
    return <SomebodyElse email={session.userId} />;
  }
  const mode = chosen ?? (config?.setupNeeded ? 'signup' : 'login');
  const needed = neededCodes(config, { setup: setupCode, invitation });
  const canSignup = config?.signup !== 'closed' || config.setupNeeded;
  return (
    <Gate>
      <h1 className="sr-only">{mode === 'login' ? 'Log in to Cyno' : 'Sign up for Cyno'}</h1>
      {canSignup && (
        <Segmented
          className="gate-mode"
          label="Log in or sign up"
          options={modes}
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
        <FormNote kind="info">Sign-up is closed on this server. Ask its operator for an account.</FormNote>
      )}
      {config && <Providers providers={config.providers} />}
    </Gate>
  );
}

function SomebodyElse({ email }: { email: string }) {
  return (
    <GateNotice
      title="You are already logged in"
      icon={IconMail}
      actions={<LogOutToContinue label="Log out and sign up" />}
    >
      You are logged in as {email}. This link creates another account.
    </GateNotice>
  );
}

function endNote(): string | undefined {
  const end = lastSessionEnd();
  if (end === 'closed') return 'Your account will be deleted in 14 days. Log in before then to keep it.';
  return end === 'expired' ? 'Your session ended. Log in again to go on.' : undefined;
}
