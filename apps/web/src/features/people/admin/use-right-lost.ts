import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { getSession, startSession } from '../../../lib/api/session.ts';
import { isRightLost } from './admin-calls.ts';

/** Leaves the administration when a response shows that the right to it was revoked while the page was open. */
export function useRightLost(error: unknown): void {
  const leave = useLeave();
  const leaveNow = useEffectEvent(leave);
  useEffect(() => {
    if (isRightLost(error)) leaveNow();
  }, [error]);
}

/** Takes the Admin entries out of the menu, and explains why the page is gone. */
export function useLeave(): () => void {
  const navigate = useNavigate();
  return () => {
    const session = getSession();
    if (session) startSession({ ...session, member: 'user' });
    void navigate('/auth/access', { replace: true });
  };
}
