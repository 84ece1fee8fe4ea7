import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { dashboardBody } from './dashboard-body.ts';
import type { Dashboards } from './dashboards.service.ts';

interface RouteDeps {
  readonly dashboards: Dashboards;
}

/** Dashboards that belong to the account: their list, one of them, and what it was like before. */
export function accountDashboardRoutes(app: Http, { dashboards }: RouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'dashboards', {
    'POST /api/dashboards/:id/confirm': 'Changes of a dashboard of several devices confirmed',
    'POST /api/dashboards': 'Dashboard created',
    'PUT /api/dashboards/:id': 'Dashboard of several devices saved',
    'DELETE /api/dashboards/:id': 'Dashboard deleted',
    'POST /api/dashboards/:id/restore': 'Dashboard restored',
    'POST /api/dashboards/:id/versions/:version/restore': 'Earlier dashboard of several devices restored',
  });

  route('GET /api/dashboards', ({ account }) => dashboards.list(account.id));

  route('GET /api/dashboard-templates', async ({ account }) => ({
    templates: await dashboards.templatesFor(account.id),
  }));

  route('POST /api/dashboards', dashboardBody, async ({ account, body }, reply) =>
    reply.code(201).send(await dashboards.create(account.id, body)),
  );

  route('GET /api/dashboards/:id', ({ account, params: { id } }) => dashboards.get(account.id, id));

  route('PUT /api/dashboards/:id', dashboardBody, ({ account, params: { id }, body }) =>
    dashboards.save(account, id, body),
  );

  route('DELETE /api/dashboards/:id', ({ account, params: { id } }) => dashboards.remove(account.id, id));

  // Its shares and public links come back with it, and a token must not let others in.
  route('POST /api/dashboards/:id/restore', { config: { needs: 'session' } }, ({ account, params: { id } }) =>
    dashboards.undelete(account.id, id),
  );

  route('GET /api/dashboards/:id/versions', async ({ account, params: { id } }) => ({
    versions: await dashboards.versions(account.id, id),
  }));

  route('POST /api/dashboards/:id/versions/:version/restore', ({ account, params: { id, version } }) =>
    dashboards.restore(account, id, version),
  );

  route('POST /api/dashboards/:id/confirm', { config: { needs: 'session' } }, ({ account, params: { id }, body }) =>
    dashboards.confirm(account.id, id, body),
  );
}
