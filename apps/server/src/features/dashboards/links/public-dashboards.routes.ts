import {
  commandList,
  historyResponse,
  linkHeader,
  publicCommandRequest,
  publicControl,
  publicControlQuery,
  publicDashboard,
  publicHistoryQuery,
  unlocked,
  unlockHeader,
  unlockRequest,
} from '@cyno/contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { clientNetwork, type Http } from '../../../platform/http/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { SharedDashboards } from '../dashboard-scope/index.ts';
import type { Guesses } from './guesses.ts';
import type { LinkScope } from './link-scope.ts';
import type { Links } from './links.service.ts';
import { isUnlocked, newUnlock } from './unlock.ts';

export interface PublicRouteDeps {
  readonly links: Links;
  readonly sharedDashboards: SharedDashboards;
  readonly guesses: Guesses;
  readonly clock: Clock;
  verifyPassword(password: string, hash: string | null): Promise<boolean>;
}

const open = { config: { access: 'public' as const, log: 'refusals' as const } };

/** What the page of a public link requests. The token is in a header, and everything is taken from what it opens. */
export function publicDashboardRoutes(app: Http, deps: PublicRouteDeps): void {
  const { links, sharedDashboards, clock } = deps;
  const find = scopeFinder(links);
  const unlockedScope = async (request: FastifyRequest): Promise<LinkScope> => {
    const scope = await find(request);
    if (!isUnlocked(scope.link, unlockOf(request), clock.now()))
      throw forbidden('Type the password of this link first.');
    return scope;
  };

  app.get('/api/public/dashboard', { ...open, schema: { response: { 200: publicDashboard } } }, async (request) => {
    const scope = await find(request);
    if (!isUnlocked(scope.link, unlockOf(request), clock.now())) return { state: 'locked' as const };
    await links.opened(scope.link);
    return sharedDashboards.show(scope);
  });

  app.get(
    '/api/public/dashboard/history',
    { ...open, schema: { querystring: publicHistoryQuery, response: { 200: historyResponse } } },
    async (request) => sharedDashboards.history(await unlockedScope(request), request.query),
  );

  app.get(
    '/api/public/dashboard/control',
    { ...open, schema: { querystring: publicControlQuery, response: { 200: publicControl } } },
    async (request) => sharedDashboards.control(await unlockedScope(request), request.query.device),
  );

  unlockRoute(app, find, deps);
  commandRoute(app, unlockedScope, sharedDashboards);
}

type Find = (request: FastifyRequest) => Promise<LinkScope>;

function unlockRoute(app: Http, find: Find, { guesses, clock, verifyPassword }: PublicRouteDeps): void {
  app.post(
    '/api/public/dashboard/unlock',
    { config: { access: 'public' }, schema: { body: unlockRequest, response: { 200: unlocked } } },
    async (request) => {
      const { link } = await find(request);
      const network = clientNetwork(request.ip);
      await guesses.take(link.id, network);
      if (!(await verifyPassword(request.body.password, link.passwordHash))) {
        throw new AppError(403, 'wrong_credentials', 'That is not the password of this link.');
      }
      await guesses.giveBack(link.id, network);
      return newUnlock(link, clock.now());
    },
  );
}

function commandRoute(app: Http, unlockedScope: Find, sharedDashboards: SharedDashboards): void {
  const ofLink = createMemoryCounter({ points: 60, windowSeconds: 60 });
  const ofNetwork = createMemoryCounter({ points: 30, windowSeconds: 60 });
  app.post(
    '/api/public/dashboard/commands',
    { config: { access: 'public' }, schema: { body: publicCommandRequest, response: { 202: commandList } } },
    async (request, reply) => {
      const scope = await unlockedScope(request);
      await ofNetwork.take(clientNetwork(request.ip));
      await ofLink.take(String(scope.link.id));
      const by = { kind: 'link', name: scope.link.name, id: scope.link.id } as const;
      return reply.code(202).send({ commands: await sharedDashboards.send(scope, request.body, by) });
    },
  );
}

/** Finds what a request's link opens; anyone who tries tokens that do not exist is slowed down. */
function scopeFinder(links: Links): Find {
  const misses = createMemoryCounter({ points: 30, windowSeconds: 600 });
  return async (request) => {
    const token = request.headers[linkHeader];
    const scope = typeof token === 'string' ? await links.open(token) : undefined;
    if (scope) return scope;
    await misses.take(clientNetwork(request.ip));
    throw new AppError(404, 'not_found', 'There is no such link, or it has ended.');
  };
}

function unlockOf({ headers }: FastifyRequest): string | null {
  const unlock = headers[unlockHeader];
  return typeof unlock === 'string' ? unlock : null;
}
