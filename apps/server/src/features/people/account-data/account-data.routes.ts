import { createReadStream } from 'node:fs';
import { dataExportLink, dataExportResponse } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { DataExports } from './exports.service.ts';

const longestTicket = 100;
const ticketQuery = z.object({ ticket: z.string().min(1).max(longestTicket) });

/** The export of everything that belongs to the account. */
export function accountDataRoutes(app: Http, { dataExports }: { dataExports: DataExports }): void {
  const path = '/api/profile/export';

  app.get(path, { config: { needs: 'session' }, schema: { response: { 200: dataExportResponse } } }, ({ account }) =>
    dataExports.newest(account.id),
  );

  app.post(
    path,
    { config: { needs: 'proof' }, schema: { response: { 202: dataExportResponse } } },
    async ({ account }, reply) => reply.code(202).send(await dataExports.request(account.id)),
  );

  app.post(
    `${path}/link`,
    { config: { needs: 'proof' }, schema: { response: { 200: dataExportLink } } },
    async ({ account }) => ({ path: `${path}/file?ticket=${await dataExports.newTicket(account.id)}` }),
  );

  // A browser that downloads sends no token, so the ticket stands for the session. A HEAD must not use it up.
  app.get(
    `${path}/file`,
    { config: { access: 'public' }, exposeHeadRoute: false, schema: { querystring: ticketQuery } },
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
