import type { SecondStepChallenge } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { profileQuery } from '../lib/profile-query.ts';
import { rememberChallenge } from '../lib/second-step.ts';
import { giveUpSession, usePageOwner, useSession } from '../lib/session.ts';

const loadDialog = () => import('../features/accounts/session-ended-dialog.tsx');
const SessionEndedDialog = lazy(async () => ({ default: (await loadDialog()).SessionEndedDialog }));
const preloadAfterMs = 10_000;

/** Asks for a new log-in over the page when its session ends, so that nothing on it is lost. */
export function SessionEnded() {
  const session = useSession();
  const owner = usePageOwner();
  const { data: profile } = useQuery(profileQuery);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    // A session may end after the server got a newer version, which has this file no longer.
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (session || !owner) return null;

  const goOnWithSecondStep = (challenge: SecondStepChallenge) => {
    const path = rememberChallenge(challenge, pathname + search);
    giveUpSession();
    void navigate(path);
  };
  return (
    <Suspense fallback={null}>
      <SessionEndedDialog
        email={owner.userId}
        hasPassword={profile?.hasPassword ?? true}
        onSecondStep={goOnWithSecondStep}
      />
    </Suspense>
  );
}
