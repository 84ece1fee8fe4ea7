import {
  identityCallback,
  identityList,
  identityProvider,
  identityVisitResponse,
  loginResponse,
  messageResponse,
} from '@cyno/contract';
import cookie from '@fastify/cookie';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { badRequest } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http/index.ts';
import { newToken } from '../accounts/index.ts';
import { type Identities, visitLifetimeMs } from './identities.service.ts';

interface Dependencies {
  readonly identities: Identities;
  /** The address of the web app: services send browsers back to it and to no other. */
  readonly baseUrl: () => string;
}

const params = z.object({ provider: identityProvider });
const open = { access: 'public' } as const;
/** Binds a visit to the browser that began it. */
const cookieName = 'cyno_visit';
const cookieShape = /^[\w-]{43}$/;

/** Logging in through another service, and the identities that are linked to an account. */
export async function identityRoutes(app: Http, dependencies: Dependencies): Promise<void> {
  const visits: FastifyPluginAsync = async (scope) => {
    await scope.register(cookie);
    visitRoutes(scope.withTypeProvider<ZodTypeProvider>(), dependencies);
  };
  await app.register(visits);
  listRoutes(app, dependencies);
}

function visitRoutes(app: Http, { identities, baseUrl }: Dependencies): void {
  app.post(
    '/api/auth/:provider/start',
    { config: open, schema: { params, response: { 200: identityVisitResponse } } },
    async (request, reply) => {
      checkAddress(request, baseUrl());
      const from = { ip: request.ip, browser: keepBrowser(request, reply, baseUrl()), accountId: null };
      return { url: await identities.start(request.params.provider, from) };
    },
  );

  app.post(
    '/api/identities/:provider/start',
    { config: { needs: 'proof' }, schema: { params, response: { 200: identityVisitResponse } } },
    async (request, reply) => {
      checkAddress(request, baseUrl());
      const { account, ip } = request;
      const from = { ip, browser: keepBrowser(request, reply, baseUrl()), accountId: account.id };
      return { url: await identities.start(request.params.provider, from) };
    },
  );

  app.post(
    '/api/auth/:provider/finish',
    { config: open, schema: { params, body: identityCallback, response: { 200: loginResponse } } },
    ({ params, body, cookies, ip, headers }) =>
      identities.finishLogin(
        params.provider,
        { result: body, browser: cookies[cookieName] },
        { ip, userAgent: headers['user-agent'] ?? null },
      ),
  );

  app.post(
    '/api/auth/:provider/link',
    { config: { needs: 'session' }, schema: { params, body: identityCallback, response: { 200: messageResponse } } },
    async ({ params, body, cookies, account }) => {
      await identities.finishLink(params.provider, { result: body, browser: cookies[cookieName] }, account.id);
      return { message: 'The log-in is linked to your account.' };
    },
  );
}

function listRoutes(app: Http, { identities }: Dependencies): void {
  app.get(
    '/api/identities',
    { config: { needs: 'session' }, schema: { response: { 200: identityList } } },
    ({ account }) => identities.list(account.id),
  );

  app.delete(
    '/api/identities/:id',
    {
      config: { needs: 'proof' },
      schema: {
        params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
        response: { 200: messageResponse },
      },
    },
    async ({ account, params: { id } }) => {
      await identities.unlink(account.id, id);
      return { message: 'The log-in is not linked to your account any more.' };
    },
  );
}

/** A browser that uses another address of this server would not have the cookie when it is sent back. */
function checkAddress({ headers: { origin } }: FastifyRequest, baseUrl: string): void {
  if (origin === undefined || URL.parse(origin)?.origin === new URL(baseUrl).origin) return;
  throw badRequest(`This works at ${baseUrl} only. Open that address and log in there.`);
}

/** The secret of this browser, stored in a cookie; one that is there already continues, so that two tabs can log in at once. */
function keepBrowser(request: FastifyRequest, reply: FastifyReply, baseUrl: string): string {
  const existing = request.cookies[cookieName];
  const browser = existing !== undefined && cookieShape.test(existing) ? existing : newToken();
  reply.setCookie(cookieName, browser, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: visitLifetimeMs / 1000,
  });
  return browser;
}
