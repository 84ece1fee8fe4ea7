import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent } from 'react';
import { ApiError, call } from '../../lib/api/api-client.ts';
import { acceptSession, getSession, startSession } from '../../lib/api/session.ts';
import { useToasts } from '../../ui/overlays/toast.tsx';

const firstRetryMs = 5000;
const longestRetryMs = 60_000;

/**
 * The automatic login of a start with a stored session: checks with the server whose it is. A refusal ends the session (in
 * the API client); a server that cannot be reached leaves it alone, reports it once, and is requested again.
 */
export function SessionCheck() {
  const toasts = useToasts();
  const showUnreachable = useEffectEvent(() =>
    toasts.add({ kind: 'error', title: t`Error`, detail: t`Can't connect to server`, key: 'startup' }),
  );
  useEffect(() => {
    const stop = new AbortController();
    void restore(stop.signal, () => showUnreachable());
    return () => stop.abort();
  }, []);
  return null;
}

async function restore(signal: AbortSignal, onUnreachable: () => void) {
  for (let waitMs = firstRetryMs; getSession() && !signal.aborted; waitMs = Math.min(waitMs * 2, longestRetryMs)) {
    try {
      const stored = getSession();
      const owner = await call('GET /api/auth/session', { signal });
      if (stored) acceptSession(stored.accessToken);
      const changed = stored && (stored.userId !== owner.email || stored.member !== owner.member);
      if (changed && stored.accessToken === getSession()?.accessToken) {
        startSession({ accessToken: stored.accessToken, userId: owner.email, member: owner.member });
      }
      return;
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || !error.isTemporary) return;
      if (waitMs === firstRetryMs) onUnreachable();
      await waitFor(waitMs, signal);
    }
  }
}

/** Waits for a time, or until the browser reports that it is online again. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    }
    addEventListener('online', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
