import cookie from '@fastify/cookie';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { badRequest, because } from '../../../platform/errors.ts';
import { basePathOf, type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { newToken } from '../accounts/index.ts';
import { type Identities, visitLifetimeMs } from './identities.service.ts';

interface Dependencies {
  readonly identities: Identities;
  /** The address of the web app: services send browsers back to it and to no other. */
  readonly baseUrl: () => string;
}

const open = { access: 'public' } as const;
/** Binds a visit to the browser that began it. */
const cookieName = 'cyno_visit';
const cookieShape = /^[\w-]{43}$/;

/** Logging in through another service, and the identities that are linked to an account. */
export async function identityRoutes(app: Http, dependencies: Dependencies): Promise<void> {
  labelRequests(app, 'accounts', {
    'POST /api/auth/:provider/finish': 'Login through another service',
    'POST /api/auth/:provider/link': 'Login service linked',
    'DELETE /api/identities/:id': 'Login service unlinked',
  });
  const visits: FastifyPluginAsync = async (scope) => {
    await scope.register(cookie);
    visitRoutes(scope.withTypeProvider<ZodTypeProvider>(), dependencies);
  };
  await app.register(visits);
  listRoutes(app, dependencies);
}

function visitRoutes(app: Http, { identities, baseUrl }: Dependencies): void {
  const route = routesOf(app);

  route('POST /api/auth/:provider/start', { config: open }, async (request, reply) => {
    checkAddress(request, baseUrl());
    const from = { ip: request.ip, browser: keepBrowser(request, reply, baseUrl()), accountId: null };
    return { url: await identities.start(request.params.provider, from) };
  });

  route('POST /api/identities/:provider/start', { config: { needs: 'proof' } }, async (request, reply) => {
    checkAddress(request, baseUrl());
    const { account, ip } = request;
    const from = { ip, browser: keepBrowser(request, reply, baseUrl()), accountId: account.id };
    return { url: await identities.start(request.params.provider, from) };
  });

  route('POST /api/auth/:provider/finish', { config: open }, ({ params, body, cookies, ip, headers }) =>
    identities.finishLogin(
      params.provider,
      { result: body, browser: cookies[cookieName] },
      { ip, userAgent: headers['user-agent'] ?? null },
    ),
  );

  route(
    'POST /api/auth/:provider/link',
    { config: { needs: 'session' } },
    async ({ params, body, cookies, account }) => {
      await identities.finishLink(params.provider, { result: body, browser: cookies[cookieName] }, account);
      return { message: 'The login is linked to your account.' };
    },
  );
}

function listRoutes(app: Http, { identities }: Dependencies): void {
  const route = routesOf(app);

  route('GET /api/identities', { config: { needs: 'session' } }, ({ account }) => identities.list(account.id));

  route('DELETE /api/identities/:id', { config: { needs: 'proof' } }, async ({ account, params: { id } }) => {
    await identities.unlink(account.id, id);
    return { message: 'The login is not linked to your account any more.' };
  });
}

/** A browser that uses another address of this server would not have the cookie when it is sent back. */
function checkAddress({ headers: { origin } }: FastifyRequest, baseUrl: string): void {
  if (origin === undefined || URL.parse(origin)?.origin === new URL(baseUrl).origin) return;
  throw badRequest(
    `This works at ${baseUrl} only. Open that address and log in there.`,
    because('other_server_address', { url: baseUrl }),
  );
}

/** The secret of this browser, stored in a cookie; one that is there already continues, so that two tabs can log in at once. */
function keepBrowser(request: FastifyRequest, reply: FastifyReply, baseUrl: string): string {
  const existing = request.cookies[cookieName];
  const browser = existing !== undefined && cookieShape.test(existing) ? existing : newToken();
  reply.setCookie(cookieName, browser, {
    // Visits begin at both `/api/auth` and `/api/identities`.
    path: `${basePathOf(baseUrl)}/api`,
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: visitLifetimeMs / 1000,
  });
  return browser;
}
