import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, notAuthenticated } from '../errors.ts';

/** Who asks, as proved by the bearer token of the request. */
export interface RequestAccount {
  readonly id: number;
  readonly email: string;
  readonly member: 'user' | 'admin';
  readonly timeZone: string | null;
  /** The browser session; null when a personal access token was used. */
  readonly sessionId: number | null;
  /** The scope of the personal access token; null for a browser session, which may do everything. */
  readonly tokenScope: 'read' | 'control' | null;
}

/** Finds whom a bearer token belongs to; null when it is unknown, ended or expired. */
export type Authenticate = (token: string) => Promise<RequestAccount | null>;

/** Who may call a route. A route that says nothing is for accounts. */
export type Access = 'public' | 'account' | 'admin';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** Throws a 401 in a public route, where nobody is known. */
    readonly account: RequestAccount;
  }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses every request that its route does not allow; a new route is closed until it says that it is public. */
export function addAccessControl(app: FastifyInstance, authenticate: Authenticate): void {
  const accounts = new WeakMap<FastifyRequest, RequestAccount>();
  app.decorateRequest('account', {
    getter() {
      const account = accounts.get(this);
      if (!account) throw notAuthenticated();
      return account;
    },
  });
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'account';
    // An unknown path has no route to protect; its handler says 404.
    if (access === 'public' || request.is404) return;
    const token = bearerToken(request.headers.authorization);
    const account = token ? await authenticate(token) : null;
    if (!account) throw notAuthenticated();
    if (account.tokenScope === 'read' && !readingMethods.has(request.method)) {
      throw forbidden('This access token may only read.');
    }
    if (access === 'admin' && account.member !== 'admin') throw forbidden('Only administrators may do this.');
    accounts.set(request, account);
  });
}

/** Opens the routes that a plugin adds below `scope`, which cannot say so themselves; they stay out of the description. */
export function openToAll(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'public' };
    route.schema = { ...route.schema, hide: true };
  });
}

/** RFC 6750, section 2.1; the scheme's case does not matter. */
function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1];
}
