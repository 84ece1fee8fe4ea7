import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { overloaded } from '../../errors.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../log/index.ts';
import type { Requester } from '../../requester.ts';
import { measureTurn, type WorkShares } from '../../work-budget/index.ts';
import { needsAccount } from '../access.ts';
import { bearerToken } from '../bearer-token.ts';
import { clientNetwork } from '../client-network.ts';
import { hasClientLeft } from '../has-client-left.ts';
import { refuseLate } from './refuse-late.ts';
import { costOf } from './work-limits.ts';

/** By how an address begins: requests whose work is counted apart from what else comes from the same network, and under which name. */
export type ReservedShares = Readonly<Record<string, string>>;

interface SharedRequest {
  /** For what its route has a share of its own; undefined: nothing. */
  readonly reserved: string | undefined;
  /** Whose it is when nobody is proved. */
  readonly network: Requester;
  requester: Requester;
  isMeasured: boolean;
}

type Done = (error?: Error) => void;

/**
 * Keeps one account or address from taking the event loop from the others. The work is that of an address until a token has proved an
 * account, which is remembered for the next request with it until it proves nothing any more. What is over its share waits for its turn
 * before its body is read, before that is parsed and before a response is written; what is over its limit is refused.
 */
export class RequestWork {
  readonly #shares: WorkShares;
  readonly #reserved: readonly (readonly [string, string])[];
  readonly #quiet: QuietLog;
  readonly #requests = new WeakMap<FastifyRequest, SharedRequest>();
  readonly #accounts = new AccountsOfTokens();

  constructor({ shares, reserved, log }: { shares: WorkShares; reserved: ReservedShares; log: Logger }) {
    this.#shares = shares;
    this.#reserved = Object.entries(reserved);
    this.#quiet = createQuietLog(log.child({ part: 'http' }));
  }

  /** To be called before every other hook. */
  startWithAddress(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const { url } = request.routeOptions;
      const reserved = this.#reserved.find(([prefix]) => url?.startsWith(prefix))?.[1];
      const network = requesterFor(`network ${clientNetwork(request.ip)}`, reserved);
      // Where nobody looks at the token it proves nothing.
      const account = needsAccount(request) ? this.#accounts.find(request.headers.authorization) : undefined;
      const requester = account === undefined ? network : requesterFor(account, reserved);
      const shared = { reserved, network, requester, isMeasured: false };
      this.#requests.set(request, shared);
      this.#enter({ request, reply, shared }, done);
    });
  }

  /** To be called behind the hook that finds the account. */
  continueWithAccount(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const shared = this.#requests.get(request);
      const { authorization } = request.headers;
      if (!shared || request.accountId === null || authorization === undefined) return done();
      const account = `account ${request.accountId}`;
      const requester = requesterFor(account, shared.reserved);
      // It was known before, and has had its turn.
      if (shared.requester.key === requester.key) return done();
      shared.requester = requester;
      this.#accounts.note(authorization, account);
      this.#enter({ request, reply, shared }, done);
    });
    app.addHook('preSerialization', (request, _reply, payload, done) => {
      this.runQueued(request, () => done(null, payload));
    });
    app.addHook('onSend', (request, reply, payload, done) => {
      const shared = this.#requests.get(request);
      if (shared) {
        const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
        const wasUnknown = reply.statusCode === 401 && request.headers.authorization !== undefined;
        if (wasUnknown && request.accountId === null) {
          this.#accounts.forget(request.headers.authorization);
          shared.requester = shared.network;
        }
        const ms = costOf.requestMs + (wasUnknown ? costOf.unknownTokenMs : 0);
        this.#shares.charge(shared.requester.key, { bytes, ms });
      }
      done(null, payload);
    });
  }

  /** For whom a request is handled; to be called behind the hook of `startWithAddress`. */
  requesterOf(request: FastifyRequest): Requester {
    const shared = this.#requests.get(request);
    if (!shared) throw new Error('Nobody is known yet for whom this request is handled.');
    return shared.requester;
  }

  /** Does the work of a request, at once or when it is its turn, and counts the time that it takes; `bytes` of a body are counted too. */
  runQueued(request: FastifyRequest, work: () => void, bytes = 0): void {
    const shared = this.#requests.get(request);
    if (!shared) {
      work();
      return;
    }
    this.#shares.schedule(shared.requester.key, () => {
      // Who left meanwhile needs no response.
      if (hasClientLeft(request.raw)) return;
      this.#measure(shared, bytes);
      work();
    });
  }

  #enter(
    { request, reply, shared }: { request: FastifyRequest; reply: FastifyReply; shared: SharedRequest },
    done: Done,
  ): void {
    const { key } = shared.requester;
    const seconds = this.#shares.refusedForSeconds(key);
    if (seconds === 0) {
      this.runQueued(request, done);
      return;
    }
    const details = {
      of: key,
      ip: request.ip,
      request: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    };
    this.#quiet('warn', 'Requests are refused: they are too much work', details, key);
    // Of a token that nobody looked at the account must not stay refused.
    shared.requester = shared.network;
    // What is still on its way is not read.
    reply.header('connection', 'close');
    refuseLate(reply, () => done(overloaded(seconds)));
  }

  #measure(shared: SharedRequest, bytes: number): void {
    if (bytes > 0) this.#shares.charge(shared.requester.key, { bytes, ms: 0 });
    if (shared.isMeasured) return;
    shared.isMeasured = true;
    measureTurn((ms) => {
      shared.isMeasured = false;
      this.#shares.charge(shared.requester.key, { bytes: 0, ms });
    });
  }
}

const requesterFor = (who: string, reserved: string | undefined): Requester => ({
  key: reserved === undefined ? who : `${reserved} ${who}`,
  isReserved: reserved !== undefined,
});

/** Above it the oldest is forgotten, and found again with its next request. */
const maxTokens = 20_000;

/** Whose the last requests with a token were: only for counting, what may be done is checked each time. */
class AccountsOfTokens {
  readonly #keys = new Map<string, string>();

  find(authorization: string | undefined): string | undefined {
    const name = nameOf(authorization);
    return name === undefined ? undefined : this.#keys.get(name);
  }

  note(authorization: string, key: string): void {
    const name = nameOf(authorization);
    if (name === undefined) return;
    this.#keys.set(name, key);
    if (this.#keys.size <= maxTokens) return;
    for (const oldest of this.#keys.keys()) {
      this.#keys.delete(oldest);
      return;
    }
  }

  forget(authorization: string | undefined): void {
    const name = nameOf(authorization);
    if (name !== undefined) this.#keys.delete(name);
  }
}

function nameOf(authorization: string | undefined): string | undefined {
  const token = bearerToken(authorization);
  return token === undefined ? undefined : hash('sha256', token, 'base64url');
}
