import type {
  AccessToken,
  AdminUser,
  AuditEntry,
  Identity,
  NotificationAddress,
  Passkey,
  PlanResponse,
  Profile,
  SessionInfo,
  TwoFactorState,
} from '@cyno/contract';

const dayMs = 86_400_000;

export function profileOf(more: Partial<Profile> = {}): Profile {
  return {
    email: 'narin@example.com',
    member: 'user',
    name: null,
    timeZone: null,
    dateFormat: null,
    language: null,
    boardsSendTimes: false,
    hasPassword: true,
    newEmail: null,
    createdAt: Date.now() - 30 * dayMs,
    ...more,
  };
}

/** A browser that is signed in, on a phone. */
export function sessionOf(more: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id: 1,
    current: false,
    ip: '192.168.1.40',
    createdAt: Date.now() - dayMs,
    lastSeenAt: Date.now(),
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
    expiresAt: Date.now() + 30 * dayMs,
    ...more,
  };
}

export function accessTokenOf(more: Partial<AccessToken> = {}): AccessToken {
  return {
    id: 1,
    name: 'Grafana',
    scope: 'read',
    createdAt: Date.now() - dayMs,
    lastUsedAt: null,
    expiresAt: null,
    ...more,
  };
}

/** An address for alerts that nobody confirmed yet. */
export function notificationAddressOf(more: Partial<NotificationAddress> = {}): NotificationAddress {
  return { id: 1, email: 'team@example.com', confirmed: false, createdAt: Date.now() - dayMs, ...more };
}

export function passkeyOf(more: Partial<Passkey> = {}): Passkey {
  return { id: 1, name: 'Laptop', backedUp: false, createdAt: Date.now() - dayMs, lastUsedAt: null, ...more };
}

/** An account without a two-factor step. */
export function twoFactorOf(more: Partial<TwoFactorState> = {}): TwoFactorState {
  return { totp: null, recoveryCodesLeft: 0, passkeys: [], ...more };
}

/** The login of another service that is linked to an account. */
export function identityOf(more: Partial<Identity> = {}): Identity {
  return {
    id: 1,
    provider: 'oidc',
    email: 'somebody@example.com',
    name: 'Som',
    createdAt: Date.now(),
    lastUsedAt: null,
    ...more,
  };
}

/** Somebody as administrators see them. */
export function adminUserOf(more: Partial<AdminUser> = {}): AdminUser {
  return {
    id: 2,
    email: 'bob@example.com',
    name: null,
    member: 'user',
    state: 'active',
    plan: 'free',
    planUntil: null,
    devices: 3,
    onlineDevices: 2,
    sessions: 1,
    twoStep: false,
    sharing: { shares: 0, links: 1, passes: 0 },
    createdAt: Date.now() - 30 * dayMs,
    lastSeenAt: Date.now() - 3_600_000,
    ...more,
  };
}

export function auditEntryOf(more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 1,
    at: Date.now() - 3_600_000,
    actorId: 1,
    actor: 'ann@example.com',
    action: 'account.disabled',
    targetId: 2,
    target: 'bob@example.com',
    details: { reason: 'Sends spam' },
    ip: '127.0.0.1',
    ...more,
  };
}

/** The free plan of a server that sells others, with nothing used. */
export function planOf(more: Partial<PlanResponse> = {}): PlanResponse {
  const limits = (devices: number) => ({
    devices,
    storedIntervalMs: 10_000,
    rawDays: 30,
    rollupDays: 365,
    automationsPerDevice: 5,
    peoplePerDevice: 3,
  });
  const use = { used: 0, where: null };
  return {
    billing: 'stripe',
    current: {
      plan: 'free',
      source: 'default',
      status: 'active',
      since: null,
      periodEnd: null,
      graceUntil: null,
      cancelAtPeriodEnd: false,
      paidWith: null,
    },
    limits: limits(5),
    use: [
      { limit: 'devices', allowed: 5, ...use },
      { limit: 'automationsPerDevice', allowed: 5, ...use },
      { limit: 'peoplePerDevice', allowed: 3, ...use },
      { limit: 'rawDays', allowed: 30, ...use },
      { limit: 'rollupDays', allowed: 365, ...use },
    ],
    countedAt: Date.now(),
    plans: [
      { id: 'free', name: 'Free', limits: limits(5), priceMinor: 0, currency: 'thb' },
      { id: 'maker', name: 'Maker', limits: limits(25), priceMinor: 9_900, currency: 'thb' },
      { id: 'pro', name: 'Pro', limits: limits(200), priceMinor: 49_900, currency: 'thb' },
    ],
    invoices: [],
    paused: [],
    ...more,
  };
}
