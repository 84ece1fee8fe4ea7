import { describe, expect, it } from 'vitest';
import type { Session } from '../lib/api/session.ts';
import { adminRedirect, needsDevices, redirectFor } from './guards.ts';

const session: Session = { accessToken: 't', userId: 'a@example.com', member: 'user' };
const url = (path: string) => new URL(path, 'https://cyno.example');

describe('redirectFor', () => {
  it.each([
    ['a signed-in user on a page', 'user', session, '/profile', undefined],
    ['nobody on a page', 'user', null, '/profile?tab=1', '/auth/login?next=%2Fprofile%3Ftab%3D1'],
    [
      'nobody on a part of a page',
      'user',
      null,
      '/device#for=a%40b.de',
      '/auth/login?next=%2Fdevice%23for%3Da%2540b.de',
    ],
    ['nobody on the first page', 'user', null, '/device', '/auth/login'],
    ['nobody on the log-in page', 'guest', null, '/auth/login', undefined],
    ['a signed-in user on the log-in page', 'guest', session, '/auth/login', '/device'],
    ['a new session with a page to return to', 'guest', session, '/auth/login?next=%2Fbill', '/bill'],
    ['a new session with a foreign page', 'guest', session, '/auth/login?next=%2F%2Fevil.example', '/device'],
    ['a signed-in user with an invitation', 'guest', session, '/auth/login?mode=signup&invite=abc', undefined],
    ['a signed-in user with the mail of an offer', 'guest', session, '/auth/login?mode=signup', undefined],
    ['anybody on an open page', 'anyone', null, '/auth/error', undefined],
    ['a signed-in user on an open page', 'anyone', session, '/auth/confirmEmail', undefined],
  ] as const)('%s', (_, access, who, path, target) => {
    expect(redirectFor(access, { session: who, url: url(path) })).toBe(target);
  });

  it('leads on who has logged in on the page of an invitation', () => {
    const visit = { session, url: url('/auth/login?mode=signup&invite=abc'), hasLoggedInHere: true };
    expect(redirectFor('guest', visit)).toBe('/device');
  });

  it('forgets the page of somebody who logged out, but not of a session that ended', () => {
    const visit = { session: null, url: url('/profile') };
    expect(redirectFor('user', { ...visit, lastEnd: 'logout' })).toBe('/auth/login');
    expect(redirectFor('user', { ...visit, lastEnd: 'closed' })).toBe('/auth/login');
    expect(redirectFor('user', { ...visit, lastEnd: 'expired' })).toBe('/auth/login?next=%2Fprofile');
  });
});

it('starts loading devices on device and plan pages only', () => {
  expect(['/device', '/device/x/Overview', '/bill'].every(needsDevices)).toBe(true);
  expect(['/', '/profile', '/code', '/admin/logs'].some(needsDevices)).toBe(false);
});

it('shows the log viewer to administrators only', () => {
  expect(adminRedirect({ ...session, member: 'admin' })).toBeUndefined();
  expect(adminRedirect(session)).toBe('/auth/access');
  expect(adminRedirect(null)).toBeUndefined();
});
