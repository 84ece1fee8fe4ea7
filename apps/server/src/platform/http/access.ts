import type { DeviceRight } from '@cyno/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { AppError, because, forbidden, notAuthenticated } from '../errors.ts';
import { bearerToken } from './bearer-token.ts';

/** The caller, as proved by the bearer token of the request. */
export interface RequestAccount {
  readonly id: number;
  readonly email: string;
  readonly member: 'user' | 'admin';
  readonly timeZone: string | null;
  /** The browser session; null when a personal access token was used. */
  readonly sessionId: number | null;
  /** The scope of the personal access token; null for a browser session, which may do everything. */
  readonly tokenScope: 'read' | 'control' | null;
  /** When its owner last logged in or typed the password again, ms since the epoch; null with a personal access token. */
  readonly provedAt: number | null;
}

/** Finds whom a bearer token belongs to that comes from an address; null when it is unknown, ended or expired. */
export type Authenticate = (token: string, ip: string) => Promise<RequestAccount | null>;

/** A request about the device in its path. */
export interface DeviceRequest {
  readonly account: RequestAccount;
  readonly params: { readonly espid: string };
  readonly routeOptions: { readonly config: { readonly right?: DeviceRight } };
}

/** Who may call a route. A route without it is for accounts. */
export type Access = 'public' | 'account' | 'admin';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** `session`: refused to personal access tokens. `proof`: also to a session whose owner did not prove to be there recently. */
    needs?: 'session' | 'proof';
    /** What the caller must be allowed with the device of the path. A route without it is for its owner. */
    right?: DeviceRight;
  }
  interface FastifyRequest {
    /** Throws a 401 in a public route, where nobody is known. */
    readonly account: RequestAccount;
    /** Whose token came with the request, also when that was not enough; null: nobody's. */
    accountEmail: string | null;
    /** The account that is known by now; null: nobody. */
    accountId: number | null;
  }
}

/** How long a login or a typed password counts for what could lock the owner out. */
const proofLifetimeMs = 10 * 60_000;

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses every request that its route does not allow, when it comes and once more before it is handled; a new route is closed until it is
 * marked as public.
 */
export function addAccessControl(app: FastifyInstance, authenticate: Authenticate, clock: Clock): void {
  const accounts = new WeakMap<FastifyRequest, RequestAccount>();
  app.decorateRequest('account', {
    getter() {
      const account = accounts.get(this);
      if (!account) throw notAuthenticated();
      return account;
    },
  });
  app.decorateRequest('accountEmail', null);
  app.decorateRequest('accountId', null);
  const admit = async (request: FastifyRequest): Promise<RequestAccount> => {
    const { access } = request.routeOptions.config;
    const token = bearerToken(request.headers.authorization);
    const account = token ? await authenticate(token, request.ip) : null;
    if (!account) throw notAuthenticated();
    request.accountEmail = account.email;
    request.accountId = account.id;
    if (account.tokenScope === 'read' && !readingMethods.has(request.method)) {
      throw forbidden('This access token may only read.');
    }
    if (access === 'admin' && account.member !== 'admin')
      throw forbidden('Only administrators may do this.', because('only_administrators'));
    accounts.set(request, account);
    return account;
  };
  app.addHook('onRequest', async (request) => {
    if (!needsAccount(request)) return;
    const account = await admit(request);
    const { needs } = request.routeOptions.config;
    if (needs) checkProof(account, needs, clock.now());
  });
  // The body may take minutes, and then it waits for its turn: meanwhile the session or the rights may have ended. A proof ends with its session only.
  app.addHook('preHandler', async (request) => {
    if (needsAccount(request)) await admit(request);
  });
}

/** Whether a request is refused without the token of an account. An unknown path has no route to protect: its handler responds with 404. */
export const needsAccount = ({ routeOptions, is404 }: FastifyRequest): boolean =>
  routeOptions.config.access !== 'public' && !is404;

/** Throws a 403 for a personal access token, where only some calls of a route are for sessions. */
export function checkSession({ sessionId }: RequestAccount): void {
  if (sessionId === null) throw forbidden('An access token may not do this. Log in in a browser.');
}

function checkProof(account: RequestAccount, needs: 'session' | 'proof', now: number): void {
  checkSession(account);
  const { provedAt } = account;
  // A proof of the future was given while the clock was ahead, and would hold for too long.
  if (needs === 'proof' && Math.abs(now - (provedAt ?? 0)) > proofLifetimeMs) {
    throw new AppError(403, 'proof_needed', 'Prove that it is you: type your password again.');
  }
}

/** Opens the routes that a plugin adds below `scope`, which cannot set it themselves; they stay out of the description. */
export function openToAll(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'public' };
    route.schema = { ...route.schema, hide: true };
  });
}
