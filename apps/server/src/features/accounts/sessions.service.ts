import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Caller } from './account.ts';
import { ExpiringCache } from './expiring-cache.ts';
import { Listeners } from './listeners.ts';
import { hashSecret, newToken } from './secrets.ts';
import { type EndedSession, SessionsRepository } from './sessions.repository.ts';

const lifetimeMs = 30 * 24 * 60 * 60_000;
const touchEveryMs = 60_000;
/** Should a notification of a change be lost, what is known is believed for this long. */
const cacheMs = 10_000;
const cachedSessions = 10_000;
const longestUserAgent = 200;
const tokenShape = /^[\w-]{43}$/;

type KnownSession = Caller & { readonly sessionId: number; readonly expiresAt: number };

/** Browser sessions: opaque tokens that live for 30 days after their last use. */
export class Sessions {
  readonly #repository: SessionsRepository;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #cache: ExpiringCache<KnownSession>;
  readonly #endedListeners: Listeners<EndedSession>;

  constructor(options: { database: Database; clock: Clock; log: Logger }) {
    this.#repository = new SessionsRepository(options.database);
    this.#clock = options.clock;
    this.#log = options.log;
    this.#cache = new ExpiringCache({ ...options, size: cachedSessions, maxAgeMs: cacheMs });
    this.#endedListeners = new Listeners('session ended', options.log);
  }

  /** Answers the token, which is not kept. */
  async start(accountId: number, from: { ip: string; userAgent: string | null }): Promise<string> {
    const token = newToken();
    await this.#repository.create({
      accountId,
      tokenHash: hashSecret(token),
      userAgent: from.userAgent?.slice(0, longestUserAgent) ?? null,
      ip: from.ip,
      ...this.#lifetime(),
    });
    return token;
  }

  /** Null when the token belongs to no living session. */
  async authenticate(token: string): Promise<Caller | null> {
    if (!tokenShape.test(token)) return null;
    const tokenHash = hashSecret(token);
    const session = await this.#cache.get(tokenHash, () => this.#find(tokenHash));
    return session && session.expiresAt > this.#clock.now() ? session : null;
  }

  async #find(tokenHash: string): Promise<KnownSession | undefined> {
    const { now, expiresAt } = this.#lifetime();
    const row = await this.#repository.find(tokenHash, now);
    if (!row) return undefined;
    const { lastSeenAt, provedAt, ...session } = row;
    const slides = now.getTime() - lastSeenAt.getTime() >= touchEveryMs;
    if (slides) await this.#repository.touch(row.sessionId, now, expiresAt);
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

  async endExpired(): Promise<void> {
    this.ended(await this.#repository.endExpired(new Date(this.#clock.now())));
  }

  /** Makes changes of an account, or of all, visible at once. */
  forget(accountId?: number): void {
    this.#cache.removeWhere((session) => accountId === undefined || session.id === accountId);
  }

  onEnded(listener: (event: EndedSession) => void): () => void {
    return this.#endedListeners.add(listener);
  }

  /** Forgets sessions that are gone from the database, and tells the listeners. */
  ended(sessions: EndedSession[]): void {
    if (sessions.length === 0) return;
    const ids = new Set(sessions.map((session) => session.sessionId));
    this.#cache.removeWhere((session) => ids.has(session.sessionId));
    for (const session of sessions) this.#endedListeners.tell(session);
    this.#log.debug({ count: sessions.length }, 'Sessions ended');
  }

  #lifetime(): { now: Date; expiresAt: Date } {
    const now = this.#clock.now();
    return { now: new Date(now), expiresAt: new Date(now + lifetimeMs) };
  }
}
