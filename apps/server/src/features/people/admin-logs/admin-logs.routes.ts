import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { type AdminDownloads, type Audit, actorOf } from '../admin/index.ts';
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
    downloads: AdminDownloads;
  },
): void {
  const route = routesOf(app);
  labelRequests(app, 'admin', { 'POST /api/admin/logs/:file/download': 'Log file downloaded' });
  const { adminLogs, downloads } = deps;
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
    const ticket = downloads.giveTicket(file, account.id);
    return { path: `/api/admin/logs/${encodeURIComponent(file)}/download?ticket=${ticket}` };
  });

  // A HEAD must not use the ticket up.
  route(
    'GET /api/admin/logs/:file/download',
    { config: { access: 'public' }, exposeHeadRoute: false },
    async ({ params: { file }, query }, reply) => {
      const { stream, bytes } = await downloads.open(query.ticket, file, () => adminLogs.download(file));
      return reply
        .header('content-type', 'text/plain; charset=utf-8')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(stream);
    },
  );
}
