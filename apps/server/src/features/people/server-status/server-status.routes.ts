import type { EventLoopDelay } from '../../../platform/event-loop/index.ts';
import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { type Audit, actorOf } from '../admin/index.ts';
import type { ServerStatuses } from './server-status.service.ts';

/** How the server is, for administrators. Pages send a request every half minute, so that only refusals are worth a line in the log. */
export function serverStatusRoutes(
  app: Http,
  {
    serverStatuses,
    eventLoop,
    audit,
  }: {
    serverStatuses: ServerStatuses;
    eventLoop: Pick<EventLoopDelay, 'load'>;
    audit: Pick<Audit, 'record'>;
  },
): void {
  const route = routesOf(app);
  labelRequests(app, 'admin', { 'POST /api/admin/server/remove-future': 'Messages dated later than now removed' });

  route('GET /api/admin/server', { config: { access: 'admin', needs: 'session', log: 'refusals' } }, () =>
    serverStatuses.read(),
  );

  route('GET /api/admin/server/load', { config: { access: 'admin', needs: 'session', log: 'refusals' } }, () =>
    eventLoop.load(),
  );

  route('POST /api/admin/server/remove-future', { config: { access: 'admin', needs: 'proof' } }, async (request) => {
    const { laterThan } = request.body;
    const rows = await serverStatuses.removeFuture(laterThan);
    const details = { rows, laterThan: new Date(laterThan).toISOString() };
    await audit.record({ actor: actorOf(request), action: 'future.removed', details });
    return {
      message: rows === 1 ? 'One message removed.' : `${rows.toLocaleString('en-US')} messages removed.`,
      rows,
    };
  });
}
