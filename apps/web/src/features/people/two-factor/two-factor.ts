import type { TwoFactorChallenge } from '@cyno/contract';

/** A challenge and until when its ticket is good, ms since the epoch. */
export type PendingChallenge = TwoFactorChallenge & { until: number };

const storageKey = 'secondStep';
const ticketLifetimeMs = 5 * 60_000;
let current: PendingChallenge | undefined;

/**
 * Stores the response of a login with `second_step_required` for the page of the two-factor step, and returns the path of that page,
 * which leads on to `next`. It outlives a reload: a phone may throw the page away while its owner looks at the authenticator app.
 */
export function rememberChallenge({ ticket, methods }: TwoFactorChallenge, next?: string | null): string {
  current = { ticket, methods, until: Date.now() + ticketLifetimeMs };
  store((storage) => storage.setItem(storageKey, JSON.stringify(current)));
  return next ? `/auth/second-step?next=${encodeURIComponent(next)}` : '/auth/second-step';
}

/** The challenge that waits for its response in this tab; undefined when there is none or its time is over. */
export function pendingChallenge(): PendingChallenge | undefined {
  current ??= readStored();
  return current && current.until > Date.now() ? current : undefined;
}

/** Forgets the challenge: it was used, or is of no use any more. */
export function forgetChallenge(): void {
  current = undefined;
  store((storage) => storage.removeItem(storageKey));
}

function readStored(): PendingChallenge | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return isChallenge(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isChallenge(stored: unknown): stored is PendingChallenge {
  const { ticket, methods, until } = (stored ?? {}) as Record<keyof PendingChallenge, unknown>;
  return typeof ticket === 'string' && Array.isArray(methods) && typeof until === 'number';
}

function store(write: (storage: Storage) => void): void {
  try {
    write(sessionStorage);
  } catch {
    // Storage is switched off: the challenge lives as long as the page.
  }
}
