import type { Readable } from 'node:stream';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { DownloadTickets } from '../../../platform/download-tickets.ts';
import { because, forbidden } from '../../../platform/errors.ts';
import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { accountChanged } from '../accounts/index.ts';
import { type Audit, actorOf } from '../admin/index.ts';
import type { AdminLogs } from './admin-logs.service.ts';

/**
 * Log files for administrators. A page that follows a file sends a request every second: each passes the access control, so
 * rights that are taken away count at once, and there is nothing to cut, to hold or to resume as there would be with a push.
 */
export function adminLogRoutes(
  app: Http,
  deps: {
    adminLogs: AdminLogs;
    audit: Pick<Audit, 'record'>;
    bus: EventBus;
    clock: Clock;
    isAdmin(accountId: number): Promise<boolean>;
  },
): void {
  const route = routesOf(app);
  labelRequests(app, 'admin', { 'POST /api/admin/logs/:file/download': 'Log file downloaded' });
  const { adminLogs } = deps;
  const tickets = new DownloadTickets(deps.clock);
  /** Downloads under way, and whose they are. */
  const downloads = new Map<Readable, number>();
  deps.bus.subscribe(accountChanged, 'log downloads', ({ accountId, member }) => {
    if (member === 'admin') return;
    tickets.endOf(accountId);
    for (const [stream, ofAccount] of downloads) if (ofAccount === accountId) stream.destroy();
  });
  // Reading the log at its finest level must not write it.
  const config = { access: 'admin', log: 'refusals' } as const;

  route('GET /api/admin/logs', { config }, () => adminLogs.list());

  route('GET /api/admin/logs/:file', { config }, ({ params, query, signal }) =>
    adminLogs.window(params.file, query, signal),
  );

  route('GET /api/admin/logs/:file/matches', { config }, ({ params, query, signal }) =>
    adminLogs.matches(params.file, query, signal),
  );

  route('POST /api/admin/logs/:file/download', { config: { access: 'admin' } }, async (request) => {
    const { account, params } = request;
    const { file } = params;
    await adminLogs.check(file);
    await deps.audit.record({ actor: actorOf(request), action: 'log.downloaded', details: { file } });
    const ticket = tickets.give(file, account.id);
    return { path: `/api/admin/logs/${encodeURIComponent(file)}/download?ticket=${ticket}` };
  });

  // A HEAD must not use the ticket up.
  route(
    'GET /api/admin/logs/:file/download',
    { config: { access: 'public' }, exposeHeadRoute: false },
    async ({ params: { file }, query }, reply) => {
      const accountId = tickets.redeem(query.ticket, file);
      if (accountId === undefined || !(await deps.isAdmin(accountId))) {
        throw forbidden(
          'This download was started already, or waited too long. Start it again from the page.',
          because('download_expired'),
        );
      }
      const { stream, bytes } = await adminLogs.download(file);
      downloads.set(stream, accountId);
      stream.once('close', () => downloads.delete(stream));
      return reply
        .header('content-type', 'text/plain; charset=utf-8')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(stream);
    },
  );
}
