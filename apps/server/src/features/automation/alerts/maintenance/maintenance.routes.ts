import { type Http, labelRequests, routesOf } from '../../../../platform/http/index.ts';
import type { Maintenance } from './maintenance.service.ts';

/** What is in maintenance: of the account's own devices, and of those that are shared with it. */
export function maintenanceRoutes(app: Http, { maintenance }: { maintenance: Maintenance }): void {
  const route = routesOf(app);
  labelRequests(app, 'alerts', {
    'POST /api/maintenance': 'Maintenance begun or planned',
    'POST /api/maintenance/:id/end': 'Maintenance ended',
    'DELETE /api/maintenance/:id': 'Maintenance deleted',
  });

  route('GET /api/maintenance', ({ account }) => maintenance.list(account.id));

  route('POST /api/maintenance', async ({ account, body }, reply) =>
    reply.code(201).send(await maintenance.add(account.id, body)),
  );

  route('POST /api/maintenance/:id/end', ({ account, params }) => maintenance.end(account.id, params.id));

  route('DELETE /api/maintenance/:id', async ({ account, params }, reply) => {
    await maintenance.remove(account.id, params.id);
    return reply.code(204).send(null);
  });
}
