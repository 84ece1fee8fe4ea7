import { expect, it, vi } from 'vitest';
import { renderInApp } from '../../../test/render.tsx';
import { refuse, stubApi } from '../../../test/stub-api.ts';
import { getSession, lastSessionEnd, startSession } from '../../lib/api/session.ts';
import { SessionCheck } from './session-check.tsx';

const session = { accessToken: 't', userId: 'narin@example.com', member: 'user' } as const;

it('keeps the session while the server cannot be reached, shows it once, and retries', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  startSession(session);
  let isAway = true;
  const calls = stubApi({
    'GET /api/auth/session': () => {
      if (isAway) throw new Error('nobody there');
      return { ...session, email: 'moved@example.com', name: null, timeZone: null };
    },
  });
  const { screen } = await renderInApp(<SessionCheck />);
  await expect.element(screen.getByText(/Can't connect to server/)).toBeVisible();
  await expect.element(screen.getByText('Error')).toBeVisible();
  expect(localStorage.getItem('accessToken')).toBe('t');
  expect(calls).toHaveLength(1);

  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => calls.length).toBe(2);
  expect(screen.getByText(/Can't connect to server/).elements()).toHaveLength(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => getSession()?.userId).toBe('moved@example.com');
});

it('ends a session that the server does not know any more, and forgets its three keys', async () => {
  startSession(session);
  stubApi({ 'GET /api/auth/session': () => refuse(401, 'session_ended', 'The session ended.') });
  await renderInApp(<SessionCheck />);
  await expect.poll(lastSessionEnd).toBe('expired');
  expect(['accessToken', 'userId', 'member'].map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
});
