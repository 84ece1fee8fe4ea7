import type { SessionInfo } from '@cyno/contract';
import type { EventBus } from '../../../../platform/bus/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { Caller } from '../account.ts';
import { sessionEnded } from '../accounts.events.ts';
import type { Origin } from '../login/origin.ts';
import { wrongLogin } from '../login/wrong-login.ts';
import { hashSecret, newToken } from '../secrets.ts';
import { ExpiringCache } from './expiring-cache.ts';
import { type EndedSession, SessionsRepository } from './sessions.repository.ts';

const dayMs = 24 * 60 * 60_000;
const lifetimeMs = 30 * dayMs;
/** However much it is used (OWASP ASVS 5.0, 7.3.2). */
const longestLifetimeMs = 180 * dayMs;
const touchEveryMs = 60_000;
/** Should a notification of a change be lost, what is known is believed for this long. */
const cacheMs = 10_000;
const cachedSessions = 10_000;
const longestUserAgent = 200;
/** A right password is not slowed down, so a program could fill the table. */
const maxSessions = 100;
const tokenShape = /^[\w-]{43}$/;

type KnownSession = Caller & { readonly sessionId: number; readonly expiresAt: number };

/** Browser sessions: opaque tokens that live for 30 days after their last use, and 180 days in all. */
export class Sessions {
  readonly #repository: SessionsRepository;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #cache: ExpiringCache<KnownSession>;
  readonly #bus: EventBus;

  constructor(options: { database: Database; bus: EventBus; clock: Clock; log: Logger }) {
    this.#repository = new SessionsRepository(options.database);
    this.#clock = options.clock;
    this.#log = options.log;
    this.#cache = new ExpiringCache({ ...options, size: cachedSessions, maxAgeMs: cacheMs });
    this.#bus = options.bus;
  }

  /**
   * Returns the token, which is not stored. Of more than a hundred sessions of an account the oldest end. Throws a 401 when the account
   * has another password by now than that of `passwordHash`, which opens the session; null: something else does.
   */
  async start(accountId: number, from: Origin, passwordHash: string | null = null): Promise<string> {
    const token = newToken();
    const isStarted = await this.#repository.create({
      accountId,
      passwordHash,
      tokenHash: hashSecret(token),
      userAgent: from.userAgent?.slice(0, longestUserAgent) ?? null,
      ip: from.ip,
      ...this.#lifetime(this.#clock.now()),
    });
    if (!isStarted) throw wrongLogin();
    this.ended(await this.#repository.endOldest(accountId, maxSessions));
    return token;
  }

  /** Null when the token belongs to no living session. `ip`: from where it is used. */
  async authenticate(token: string, ip?: string): Promise<Caller | null> {
    if (!tokenShape.test(token)) return null;
    const tokenHash = hashSecret(token);
    const session = await this.#cache.get(tokenHash, () => this.#find(tokenHash, ip));
    return session && session.expiresAt > this.#clock.now() ? session : null;
  }

  async #find(tokenHash: string, ip: string | undefined): Promise<KnownSession | undefined> {
    const row = await this.#repository.find(tokenHash, new Date(this.#clock.now()));
    if (!row) return undefined;
    const { createdAt, lastSeenAt, provedAt, ...session } = row;
    const { now, expiresAt } = this.#lifetime(createdAt.getTime());
    const slides = now.getTime() - lastSeenAt.getTime() >= touchEveryMs;
    if (slides) await this.#repository.touch(row.sessionId, { now, expiresAt, ip });
    return {
      ...session,
      expiresAt: (slides ? expiresAt : row.expiresAt).getTime(),
      provedAt: provedAt.getTime(),
      tokenId: null,
      tokenScope: null,
    };
  }

  /** Notes that the session's owner proved to be there. */
  async prove(sessionId: number): Promise<void> {
    await this.#repository.prove(sessionId, new Date(this.#clock.now()));
    this.#cache.removeWhere((session) => session.sessionId === sessionId);
  }

  async end(sessionId: number): Promise<void> {
    this.ended(await this.#repository.end(sessionId));
  }

  async list(accountId: number, currentId: number | null): Promise<SessionInfo[]> {
    const rows = await this.#repository.list(accountId, new Date(this.#clock.now()));
    return rows.map((row) => ({
      id: row.id,
      current: row.id === currentId,
      userAgent: row.userAgent,
      ip: row.ip,
      createdAt: row.createdAt.getTime(),
      lastSeenAt: row.lastSeenAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
    }));
  }

  /** Throws a 404 when the account has no such session. */
  async endOf(accountId: number, sessionId: number): Promise<void> {
    const ended = await this.#repository.endOf(accountId, sessionId);
    if (ended.length === 0) throw notFound('session', String(sessionId));
    this.ended(ended);
  }

  /** Ends all sessions of an account but one. */
  async endOthers(accountId: number, sessionId: number): Promise<void> {
    this.ended(await this.#repository.endOthers(accountId, sessionId));
  }

  async endExpired(): Promise<void> {
    this.ended(await this.#repository.endExpired(new Date(this.#clock.now())));
  }

  /** Makes changes of an account, or of all, visible at once. */
  forget(accountId?: number): void {
    this.#cache.removeWhere((session) => accountId === undefined || session.id === accountId);
  }

  /** Forgets sessions that are gone from the database, and publishes it, also when it was published before: the database notifies as well. */
  ended(sessions: EndedSession[]): void {
    if (sessions.length === 0) return;
    const ids = new Set(sessions.map((session) => session.sessionId));
    this.#cache.removeWhere((session) => ids.has(session.sessionId));
    for (const session of sessions) this.#bus.publish(sessionEnded, session);
    this.#log.debug({ count: sessions.length }, 'Sessions ended');
  }

  #lifetime(createdAt: number): { now: Date; expiresAt: Date } {
    const now = this.#clock.now();
    return { now: new Date(now), expiresAt: new Date(Math.min(now + lifetimeMs, createdAt + longestLifetimeMs)) };
  }
}
