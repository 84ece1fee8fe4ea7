import type { AccessToken, AccessTokenCreate, AccessTokenCreated } from '@cyno/contract';
import type { EventBus } from '../../../../platform/bus/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { AppError, because, notFound } from '../../../../platform/errors.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { SessionOwner } from '../account.sql.ts';
import type { Caller } from '../account.ts';
import { accessTokenRevoked } from '../accounts.events.ts';
import { hashSecret, newToken } from '../secrets.ts';
import { type AccessTokenRow, AccessTokensRepository, type EndedAccessToken } from './access-tokens.repository.ts';
import { ExpiringCache } from './expiring-cache.ts';

/** Makes a leaked token recognisable, for people and for secret scanners. */
export const accessTokenPrefix = 'cyno_pat_';

const dayMs = 24 * 60 * 60_000;
const touchEveryMs = 60_000;
const cacheMs = 10_000;
const cachedTokens = 10_000;
const maxTokens = 50;
const tokenShape = /^cyno_pat_[\w-]{43}$/;

type KnownToken = Caller & { readonly tokenId: number; readonly expiresAt: number };

/** Personal access tokens: for scripts (Bearer token) and for MQTT (password). */
export class AccessTokens {
  readonly #repository: AccessTokensRepository;
  readonly #clock: Clock;
  readonly #cache: ExpiringCache<KnownToken>;
  readonly #bus: EventBus;

  constructor(options: { database: Database; bus: EventBus; clock: Clock; log: Logger }) {
    this.#repository = new AccessTokensRepository(options.database);
    this.#clock = options.clock;
    this.#cache = new ExpiringCache({ ...options, size: cachedTokens, maxAgeMs: cacheMs });
    this.#bus = options.bus;
  }

  async list(accountId: number): Promise<AccessToken[]> {
    return (await this.#repository.list(accountId)).map(toResponse);
  }

  /** Throws a 409 when the account has too many, a 401 when the session has ended by now. */
  async create(owner: SessionOwner, wanted: AccessTokenCreate): Promise<AccessTokenCreated> {
    const token = `${accessTokenPrefix}${newToken()}`;
    const now = this.#clock.now();
    const row = {
      name: wanted.name,
      scope: wanted.scope,
      tokenHash: hashSecret(token),
      createdAt: new Date(now),
      expiresAt: wanted.expiresInDays === null ? null : new Date(now + wanted.expiresInDays * dayMs),
    };
    const created = await this.#repository.create(owner, row, maxTokens);
    if (!created) {
      throw new AppError(
        409,
        'limit_reached',
        `An account has at most ${maxTokens} access tokens. Revoke one first.`,
        because('too_many_tokens', { max: maxTokens }),
      );
    }
    return { ...toResponse(created), token };
  }

  /** Throws a 404 when the account has no such token. */
  async revoke(accountId: number, tokenId: number): Promise<void> {
    const removed = await this.#repository.remove(accountId, tokenId);
    if (removed.length === 0) throw notFound('access token', String(tokenId));
    this.ended(removed);
  }

  async endExpired(): Promise<void> {
    this.ended(await this.#repository.removeExpired(new Date(this.#clock.now())));
  }

  /** Null when the token is unknown, revoked or expired. */
  async authenticate(token: string): Promise<Caller | null> {
    if (!tokenShape.test(token)) return null;
    const tokenHash = hashSecret(token);
    const known = await this.#cache.get(tokenHash, () => this.#find(tokenHash));
    return known && known.expiresAt > this.#clock.now() ? known : null;
  }

  async #find(tokenHash: string): Promise<KnownToken | undefined> {
    const now = new Date(this.#clock.now());
    const row = await this.#repository.find(tokenHash, now);
    if (!row) return undefined;
    const { scope, lastUsedAt, expiresAt, ...token } = row;
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= touchEveryMs) {
      await this.#repository.touch(row.tokenId, now);
    }
    return {
      ...token,
      member: 'user',
      sessionId: null,
      provedAt: null,
      tokenScope: scope,
      expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
  }

  /** Makes changes of an account, or of all, visible at once. */
  forget(accountId?: number): void {
    this.#cache.removeWhere((token) => accountId === undefined || token.id === accountId);
    // A token of a disabled account is unknown until that is enabled.
    this.#cache.forgetAbsent();
  }

  /** Forgets tokens that are gone from the database, and publishes it, also when it was published before: the database notifies as well. */
  ended(tokens: EndedAccessToken[]): void {
    if (tokens.length === 0) return;
    const ids = new Set(tokens.map((token) => token.tokenId));
    this.#cache.removeWhere((token) => ids.has(token.tokenId));
    for (const token of tokens) this.#bus.publish(accessTokenRevoked, token);
  }
}

function toResponse(row: AccessTokenRow): AccessToken {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    createdAt: row.createdAt.getTime(),
    lastUsedAt: row.lastUsedAt?.getTime() ?? null,
    expiresAt: row.expiresAt?.getTime() ?? null,
  };
}
