import { linkHeader, unlockHeader } from '@cyno/contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, forbidden } from '../../../platform/errors.ts';
import { clientNetwork, type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
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
  const route = routesOf(app);
  labelRequests(app, 'links', {
    'POST /api/public/dashboard/unlock': 'Password of a public link typed',
    'POST /api/public/dashboard/commands': 'Command through a public link',
  });
  const { links, sharedDashboards, clock } = deps;
  const find = scopeFinder(links);
  const unlockedScope = async (request: FastifyRequest): Promise<LinkScope> => {
    const scope = await find(request);
    if (!isUnlocked(scope.link, unlockOf(request), clock.now()))
      throw forbidden('Type the password of this link first.', because('link_locked'));
    return scope;
  };

  route('GET /api/public/dashboard', open, async (request) => {
    const scope = await find(request);
    if (!isUnlocked(scope.link, unlockOf(request), clock.now())) return { state: 'locked' as const };
    await links.opened(scope.link);
    return sharedDashboards.show(scope);
  });

  route('GET /api/public/dashboard/history', open, async (request) =>
    sharedDashboards.history(await unlockedScope(request), request.query),
  );

  route('GET /api/public/dashboard/control', open, async (request) =>
    sharedDashboards.control(await unlockedScope(request), request.query.device),
  );

  route('GET /api/public/dashboard/alerts', open, async (request) =>
    sharedDashboards.alerts(await unlockedScope(request)),
  );

  unlockRoute(app, find, deps);
  commandRoute(app, unlockedScope, sharedDashboards);
}

type Find = (request: FastifyRequest) => Promise<LinkScope>;

function unlockRoute(app: Http, find: Find, { guesses, clock, verifyPassword }: PublicRouteDeps): void {
  const route = routesOf(app);

  route('POST /api/public/dashboard/unlock', { config: { access: 'public' } }, async (request) => {
    const { link } = await find(request);
    const network = clientNetwork(request.ip);
    await guesses.take(link.id, network);
    if (!(await verifyPassword(request.body.password, link.passwordHash))) {
      throw new AppError(
        403,
        'wrong_credentials',
        'That is not the password of this link.',
        because('wrong_link_password'),
      );
    }
    await guesses.giveBack(link.id, network);
    return newUnlock(link, clock.now());
  });
}

function commandRoute(app: Http, unlockedScope: Find, sharedDashboards: SharedDashboards): void {
  const route = routesOf(app);
  const ofLink = createMemoryCounter({ points: 60, windowSeconds: 60 });
  const ofNetwork = createMemoryCounter({ points: 30, windowSeconds: 60 });
  route('POST /api/public/dashboard/commands', { config: { access: 'public' } }, async (request, reply) => {
    const scope = await unlockedScope(request);
    await ofNetwork.take(clientNetwork(request.ip));
    await ofLink.take(String(scope.link.id));
    const by = { kind: 'link', name: scope.link.name, id: scope.link.id } as const;
    return reply.code(202).send({ commands: await sharedDashboards.send(scope, request.body, by) });
  });
}

/** Finds what a request's link opens; anyone who tries tokens that do not exist is slowed down. */
function scopeFinder(links: Links): Find {
  const misses = createMemoryCounter({ points: 30, windowSeconds: 600 });
  return async (request) => {
    const token = request.headers[linkHeader];
    const scope = typeof token === 'string' ? await links.open(token) : undefined;
    if (scope) return scope;
    await misses.take(clientNetwork(request.ip));
    throw new AppError(404, 'not_found', 'There is no such link, or it has ended.', because('link_ended'));
  };
}

function unlockOf({ headers }: FastifyRequest): string | null {
  const unlock = headers[unlockHeader];
  return typeof unlock === 'string' ? unlock : null;
}
