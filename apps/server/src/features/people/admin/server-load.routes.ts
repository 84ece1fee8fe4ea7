import type { EventLoopDelay } from '../../../platform/event-loop/index.ts';
import { type Http, routesOf } from '../../../platform/http/index.ts';
import { admins } from './admin.routes.ts';

/**
 * How busy the server is, for administrators. Their page sends a request every few seconds, so only refusals are worth a line in
 * the log.
 */
export function serverLoadRoutes(app: Http, { eventLoop }: { eventLoop: Pick<EventLoopDelay, 'load'> }): void {
  const route = routesOf(app);

  route('GET /api/admin/server/load', { config: { ...admins, log: 'refusals' } }, () => eventLoop.load());
}
