import type { Readable } from 'node:stream';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { DownloadTickets } from '../../../platform/download-tickets.ts';
import { because, forbidden } from '../../../platform/errors.ts';
import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { accountChanged } from '../accounts/index.ts';
import { type Audit, actorOf } from '../admin/index.ts';
import type { Backups } from './backups.service.ts';

interface Deps {
  readonly backups: Backups;
  readonly audit: Pick<Audit, 'record'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  isAdmin(accountId: number): Promise<boolean>;
}

/** Backups for administrators. One holds the data of everybody, so that taking it away needs a proof and is recorded. */
export function backupRoutes(app: Http, { backups, audit, bus, clock, isAdmin }: Deps): void {
  const route = routesOf(app);
  labelRequests(app, 'admin', {
    'POST /api/admin/backups': 'Backup begun',
    'POST /api/admin/backups/:file/download': 'Backup downloaded',
  });
  const tickets = new DownloadTickets(clock);
  const downloads = new Map<Readable, number>();
  bus.subscribe(accountChanged, 'backup downloads', ({ accountId, member }) => {
    if (member === 'admin') return;
    tickets.endOf(accountId);
    for (const [stream, ofAccount] of downloads) if (ofAccount === accountId) stream.destroy();
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
    const ticket = tickets.give(file, request.account.id);
    return { path: `/api/admin/backups/${encodeURIComponent(file)}/download?ticket=${ticket}` };
  });

  // A HEAD must not use the ticket up.
  route(
    'GET /api/admin/backups/:file/download',
    { config: { access: 'public' }, exposeHeadRoute: false },
    async ({ params: { file }, query }, reply) => {
      const accountId = tickets.redeem(query.ticket, file);
      if (accountId === undefined || !(await isAdmin(accountId))) {
        throw forbidden(
          'This download was started already, or waited too long. Start it again from the page.',
          because('download_expired'),
        );
      }
      const { stream, bytes } = await backups.download(file);
      downloads.set(stream, accountId);
      stream.once('close', () => downloads.delete(stream));
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(stream);
    },
  );
}
