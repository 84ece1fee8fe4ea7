import type { Member } from '@cyno/contract';
import { useSyncExternalStore } from 'react';

/** Who is signed in, as kept in local storage under the same names; `userId` is the e-mail. */
export type Session = { accessToken: string; userId: string; member: Member };

/** Why a session ended: `logout` by the user (here or in another tab), `expired` by the server. */
export type SessionEnd = 'logout' | 'expired';

const sessionKeys = ['accessToken', 'userId', 'member'] as const;
const deviceKeys = ['device', 'isLoaded', 'isChange'] as const;
const listeners = new Set<() => void>();
let current = readSession();
let lastEnd: SessionEnd | undefined;

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

function set(session: Session | null) {
  current = session;
  for (const listener of listeners) listener();
}

/** The session at this moment, or null when nobody is signed in. */
export function getSession(): Session | null {
  return current;
}

/** Keeps a new session in this browser. */
export function startSession(session: Session): void {
  lastEnd = undefined;
  writeKeys(() => {
    for (const key of sessionKeys) localStorage.setItem(key, session[key]);
  });
  set(session);
}

/** Forgets the session and what was kept of its devices. */
export function endSession(reason: SessionEnd): void {
  if (!current) return;
  lastEnd = reason;
  writeKeys(() => {
    for (const key of [...sessionKeys, ...deviceKeys]) {
      localStorage.removeItem(key);
      sessionStorage.removeItem(key);
    }
  });
  set(null);
}

/** Why the last session of this page ended; undefined after a new log-in or when there was none. */
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

/** Follows log-ins and log-outs in other tabs of this browser; returns how to stop. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    // `key` is null when another tab cleared the whole storage.
    if (event.key !== null && event.key !== 'accessToken') return;
    const next = readSession();
    if (next?.accessToken === current?.accessToken) return;
    lastEnd = next ? undefined : 'logout';
    set(next);
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
