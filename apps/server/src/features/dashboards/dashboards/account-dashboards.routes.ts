import {
  accountDashboard,
  confirmAccountDashboard,
  dashboardDeleted,
  dashboardList,
  dashboardTemplates,
  dashboardVersions,
  newDashboard,
  saveAccountDashboard,
} from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import { templates } from '../templates/index.ts';
import type { AccountDashboards } from './account-dashboards.service.ts';

const params = z.object({ id: z.coerce.number().pipe(accountDashboard.shape.id) });
const versionParams = params.extend({ version: params.shape.id });

interface RouteDeps {
  readonly accountDashboards: AccountDashboards;
}

/** Dashboards that belong to the account: their list, one of them, and what it was like before. */
export function accountDashboardRoutes(app: Http, { accountDashboards }: RouteDeps): void {
  const response = { 200: accountDashboard };

  app.get('/api/dashboards', { schema: { response: { 200: dashboardList } } }, ({ account }) =>
    accountDashboards.list(account.id),
  );

  app.get('/api/dashboard-templates', { schema: { response: { 200: dashboardTemplates } } }, () => ({
    templates: [...templates],
  }));

  app.post(
    '/api/dashboards',
    { schema: { body: newDashboard, response: { 201: accountDashboard } } },
    async ({ account, body }, reply) => reply.code(201).send(await accountDashboards.create(account.id, body)),
  );

  app.get('/api/dashboards/:id', { schema: { params, response } }, ({ account, params: { id } }) =>
    accountDashboards.get(account.id, id),
  );

  app.put(
    '/api/dashboards/:id',
    { schema: { params, body: saveAccountDashboard, response } },
    ({ account, params: { id }, body }) => accountDashboards.save(account, id, body),
  );

  app.delete(
    '/api/dashboards/:id',
    { schema: { params, response: { 200: dashboardDeleted } } },
    ({ account, params: { id } }) => accountDashboards.remove(account.id, id),
  );

  // Its shares and public links come back with it, and a token must not let others in.
  app.post(
    '/api/dashboards/:id/restore',
    { config: { needs: 'session' }, schema: { params, response } },
    ({ account, params: { id } }) => accountDashboards.undelete(account.id, id),
  );

  app.get(
    '/api/dashboards/:id/versions',
    { schema: { params, response: { 200: dashboardVersions } } },
    async ({ account, params: { id } }) => ({ versions: await accountDashboards.versions(account.id, id) }),
  );

  app.post(
    '/api/dashboards/:id/versions/:version/restore',
    { schema: { params: versionParams, response } },
    ({ account, params: { id, version } }) => accountDashboards.restore(account, id, version),
  );

  app.post(
    '/api/dashboards/:id/confirm',
    { config: { needs: 'session' }, schema: { params, body: confirmAccountDashboard, response } },
    ({ account, params: { id }, body }) => accountDashboards.confirm(account.id, id, body),
  );
}
