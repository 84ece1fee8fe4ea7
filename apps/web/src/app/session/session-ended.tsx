import { Suspense, useEffect } from 'react';
import { usePageOwner, useSession } from '../../lib/api/session.ts';
import { lazy } from '../../lib/language/lazy.ts';

const loadQuestion = () => import('./session-ended-question.tsx');
const SessionEndedQuestion = lazy(async () => ({ default: (await loadQuestion()).SessionEndedQuestion }));
const preloadAfterMs = 10_000;

/** Requests a new login over the page when its session ends, so that nothing on it is lost. */
export function SessionEnded() {
  const session = useSession();
  const owner = usePageOwner();
  useEffect(() => {
    // A session may end after the server got a newer version, which has this file no longer.
    const timer = setTimeout(() => void loadQuestion().catch(() => undefined), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (session || !owner) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndedQuestion email={owner.userId} />
    </Suspense>
  );
}
