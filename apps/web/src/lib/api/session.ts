import type { Member } from '@cyno/contract';
import { useSyncExternalStore } from 'react';

/** Who is signed in, as stored in local storage under the same names; `userId` is the e-mail. */
export type Session = { accessToken: string; userId: string; member: Member };

/** Why a session ended: `logout` by the user (here or in another tab), `expired` by the server, `closed` with its account. */
export type SessionEnd = 'logout' | 'expired' | 'closed';

// The token is written last and removed first: other tabs look when it changes, and find the rest in place.
const sessionKeys = ['member', 'userId', 'accessToken'] as const;
/** What pages store of what they showed, of a tab or of the browser. */
const valueKeys = ['kiosk', 'last-values'] as const;
const keysToForget = ['accessToken', 'userId', 'member', 'device', 'isLoaded', 'isChange', ...valueKeys] as const;
/** Notifies other tabs why the session ends, just before its keys go. */
const endKey = 'sessionEnd';
const listeners = new Set<() => void>();
let current = readSession();
let interrupted: Session | null = null;
let lastEnd: SessionEnd | undefined;
/** Whether the server has confirmed the token: before that nothing is on the page yet that could be lost. */
let accepted = false;
let loginSession = 0;

function readSession(): Session | null {
  const accessToken = readKey('accessToken');
  const userId = readKey('userId');
  if (!accessToken || !userId) return null;
  return { accessToken, userId, member: readKey('member') === 'admin' ? 'admin' : 'user' };
}

function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeKeys(write: () => void) {
  try {
    write();
  } catch {
    // Storage is switched off: the session lives as long as the page.
  }
}

function notify() {
  for (const listener of listeners) listener();
}

/** The session at this moment, or null when nobody is signed in. */
export function getSession(): Session | null {
  return current;
}

/**
 * Whose page this is: the session, or the one that the server ended under an open page, which stays until its owner has logged in
 * again or gives up.
 */
export function pageOwner(): Session | null {
  return current ?? interrupted;
}

/** Counts the login sessions of this page: a new number for every login but that with which an interrupted session continues. */
export function currentLoginSession(): number {
  return loginSession;
}

/** Keeps a new session in this browser. */
export function startSession(session: Session): void {
  writeKeys(() => {
    for (const key of sessionKeys) localStorage.setItem(key, session[key]);
  });
  enter(session);
}

function enter(session: Session) {
  const before = pageOwner();
  if (before?.userId !== session.userId && before?.accessToken !== session.accessToken) loginSession += 1;
  current = session;
  interrupted = null;
  lastEnd = undefined;
  accepted = true;
  notify();
}

/** Notes that the server knows this token: from now on the page has something to lose. */
export function acceptSession(token: string): void {
  if (token === current?.accessToken) accepted = true;
}

/** Forgets the session and what was stored of its devices; an open page whose session has expired is only interrupted. */
export function endSession(reason: SessionEnd): void {
  if (!current && (!interrupted || reason === 'expired')) return;
  writeKeys(() => {
    localStorage.setItem(endKey, reason);
    forget(keysToForget);
    localStorage.removeItem(endKey);
  });
  leave(reason);
}

function forget(keys: readonly string[]) {
  for (const key of keys) {
    localStorage.removeItem(key);
    sessionStorage.removeItem(key);
  }
}

function leave(reason: SessionEnd) {
  // A tab may store what it shows until it hears that the session has ended in another one.
  writeKeys(() => forget(valueKeys));
  interrupted = reason === 'expired' && accepted ? current : null;
  current = null;
  lastEnd = reason;
  accepted = false;
  notify();
}

/** The owner of an interrupted session does not log in again: the login page follows. */
export function giveUpSession(): void {
  if (!interrupted) return;
  interrupted = null;
  notify();
}

/** Waits while a login session is interrupted; true when it continues with another token than the refused one. */
export function sessionContinues(forSession: number, refusedToken: string): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = () => {
      if (interrupted && loginSession === forSession) return;
      stop();
      resolve(current !== null && current.accessToken !== refusedToken && loginSession === forSession);
    };
    const stop = onSessionChange(settle);
    settle();
  });
}

/** Why the last session of this page ended; undefined after a new login or when there was none. */
export function lastSessionEnd(): SessionEnd | undefined {
  return lastEnd;
}

/** Calls back after every change, also of another tab; returns how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session in a component. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession);
}

/** `pageOwner` in a component. */
export function usePageOwner(): Session | null {
  return useSyncExternalStore(onSessionChange, pageOwner);
}

/** Follows logins and log-outs in other tabs of this browser; returns how to stop. */
export function followOtherTabs(): () => void {
  let announced: SessionEnd = 'logout';
  const follow = (event: StorageEvent) => {
    if (event.key === endKey) {
      if (event.newValue === null) return;
      announced = event.newValue === 'expired' ? 'expired' : 'logout';
      // This tab may hear from the server at the same time that the session is over: who logs out on purpose has the last word.
      if (announced === 'logout' && pageOwner()) leave(announced);
      return;
    }
    // `key` is null when another tab cleared the whole storage.
    if (event.key !== null && event.key !== 'accessToken') return;
    const next = readSession();
    if (next?.accessToken === current?.accessToken) return;
    if (next) enter(next);
    else leave(announced);
    announced = 'logout';
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
