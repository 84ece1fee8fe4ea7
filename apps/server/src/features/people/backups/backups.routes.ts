import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { type AdminDownloads, type Audit, actorOf } from '../admin/index.ts';
import type { Backups } from './backups.service.ts';

interface Deps {
  readonly backups: Backups;
  readonly audit: Pick<Audit, 'record'>;
  readonly downloads: AdminDownloads;
}

/** Backups for administrators. One holds the data of everybody, so that taking it away needs a proof and is recorded. */
export function backupRoutes(app: Http, { backups, audit, downloads }: Deps): void {
  const route = routesOf(app);
  labelRequests(app, 'admin', {
    'POST /api/admin/backups': 'Backup begun',
    'POST /api/admin/backups/:file/download': 'Backup downloaded',
  });

  route('GET /api/admin/backups', { config: { access: 'admin', needs: 'session', log: 'refusals' } }, () =>
    backups.list(),
  );

  route('POST /api/admin/backups', { config: { access: 'admin', needs: 'proof' } }, async (request, reply) => {
    await backups.begin(() => audit.record({ actor: actorOf(request), action: 'backup.begun', details: {} }));
    return reply.code(202).send({ message: 'The backup has begun.' });
  });

  route('POST /api/admin/backups/:file/download', { config: { access: 'admin', needs: 'proof' } }, async (request) => {
    const { file } = request.params;
    await backups.check(file);
    await audit.record({ actor: actorOf(request), action: 'backup.downloaded', details: { file } });
    const ticket = downloads.giveTicket(file, request.account.id);
    return { path: `/api/admin/backups/${encodeURIComponent(file)}/download?ticket=${ticket}` };
  });

  // A HEAD must not use the ticket up.
  route(
    'GET /api/admin/backups/:file/download',
    { config: { access: 'public' }, exposeHeadRoute: false },
    async ({ params: { file }, query }, reply) => {
      const { stream, bytes } = await downloads.open(query.ticket, file, () => backups.download(file));
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(stream);
    },
  );
}
