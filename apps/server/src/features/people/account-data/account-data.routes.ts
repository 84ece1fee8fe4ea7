import { createReadStream } from 'node:fs';
import { type Http, routesOf } from '../../../platform/http/index.ts';
import type { DataExports } from './exports.service.ts';

/** The export of everything that belongs to the account. */
export function accountDataRoutes(app: Http, { dataExports }: { dataExports: DataExports }): void {
  const route = routesOf(app);
  const path = '/api/profile/export';

  route('GET /api/profile/export', { config: { needs: 'session' } }, ({ account }) => dataExports.newest(account.id));

  route('POST /api/profile/export', { config: { needs: 'proof' } }, async ({ account }, reply) =>
    reply.code(202).send(await dataExports.request(account.id)),
  );

  route('POST /api/profile/export/link', { config: { needs: 'proof' } }, async ({ account }) => ({
    path: `${path}/file?ticket=${await dataExports.newTicket(account.id)}`,
  }));

  // A browser that downloads sends no token, so the ticket stands for the session. A HEAD must not use it up.
  route(
    'GET /api/profile/export/file',
    { config: { access: 'public' }, exposeHeadRoute: false },
    async ({ query: { ticket } }, reply) => {
      const { path: file, bytes, at } = await dataExports.fetch(ticket);
      const day = new Date(at).toISOString().slice(0, 10);
      return reply
        .header('content-type', 'application/zip')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="cyno-export-${day}.zip"`)
        .send(createReadStream(file));
    },
  );
}
