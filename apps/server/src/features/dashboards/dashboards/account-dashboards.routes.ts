import { type Http, routesOf } from '../../../platform/http/index.ts';
import { templates } from '../templates/index.ts';
import type { AccountDashboards } from './account-dashboards.service.ts';

interface RouteDeps {
  readonly accountDashboards: AccountDashboards;
}

/** Dashboards that belong to the account: their list, one of them, and what it was like before. */
export function accountDashboardRoutes(app: Http, { accountDashboards }: RouteDeps): void {
  const route = routesOf(app);

  route('GET /api/dashboards', ({ account }) => accountDashboards.list(account.id));

  route('GET /api/dashboard-templates', () => ({
    templates: [...templates],
  }));

  route('POST /api/dashboards', async ({ account, body }, reply) =>
    reply.code(201).send(await accountDashboards.create(account.id, body)),
  );

  route('GET /api/dashboards/:id', ({ account, params: { id } }) => accountDashboards.get(account.id, id));

  route('PUT /api/dashboards/:id', ({ account, params: { id }, body }) => accountDashboards.save(account, id, body));

  route('DELETE /api/dashboards/:id', ({ account, params: { id } }) => accountDashboards.remove(account.id, id));

  // Its shares and public links come back with it, and a token must not let others in.
  route('POST /api/dashboards/:id/restore', { config: { needs: 'session' } }, ({ account, params: { id } }) =>
    accountDashboards.undelete(account.id, id),
  );

  route('GET /api/dashboards/:id/versions', async ({ account, params: { id } }) => ({
    versions: await accountDashboards.versions(account.id, id),
  }));

  route('POST /api/dashboards/:id/versions/:version/restore', ({ account, params: { id, version } }) =>
    accountDashboards.restore(account, id, version),
  );

  route('POST /api/dashboards/:id/confirm', { config: { needs: 'session' } }, ({ account, params: { id }, body }) =>
    accountDashboards.confirm(account.id, id, body),
  );
}
