import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { SharedDashboards } from '../dashboard-scope/index.ts';
import type { Guests } from './guests.service.ts';

interface GuestRouteDeps {
  readonly guests: Guests;
  readonly sharedDashboards: SharedDashboards;
}

/** What a dashboard shows to those with whom it is shared: values, what it draws, and what its controls operate. */
export function guestRoutes(app: Http, { guests, sharedDashboards }: GuestRouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'dashboards', { 'POST /api/dashboards/:id/shown/commands': 'Command through a shared dashboard' });

  route('GET /api/dashboards/:id/shown', async ({ account, params: { id } }) =>
    sharedDashboards.show(await guests.open(account.id, id, 'view')),
  );

  route('GET /api/dashboards/:id/shown/history', async ({ account, params: { id }, query }) =>
    sharedDashboards.history(await guests.open(account.id, id, 'view'), query),
  );

  route('GET /api/dashboards/:id/shown/control', async ({ account, params: { id }, query }) =>
    sharedDashboards.control(await guests.open(account.id, id, 'view'), query.device),
  );

  route('GET /api/dashboards/:id/shown/alerts', async ({ account, params: { id } }) =>
    sharedDashboards.alerts(await guests.open(account.id, id, 'view')),
  );

  pastRoutes(app, { guests, sharedDashboards });

  const perAccount = createMemoryCounter({ points: 60, windowSeconds: 60 });
  route('POST /api/dashboards/:id/shown/commands', async ({ account, params: { id }, body }, reply) => {
    const scope = await guests.open(account.id, id, 'operate');
    await perAccount.take(String(account.id));
    const kind = account.tokenScope === null ? 'person' : 'token';
    const by = { kind, name: account.email, id: account.id } as const;
    return reply.code(202).send({ commands: await sharedDashboards.send(scope, body, by) });
  });
}

/** What a dashboard showed before, to those whose share allows it. */
function pastRoutes(app: Http, { guests, sharedDashboards }: GuestRouteDeps): void {
  const route = routesOf(app);

  route(
    'GET /api/dashboards/:id/shown/past',
    {
      // Checking tens of thousands of numbers one by one takes longer than reading them.
      serializerCompiler: () => (response: unknown) => JSON.stringify(response),
    },
    async ({ account, params: { id }, query }) =>
      sharedDashboards.past(await guests.open(account.id, id, 'view'), query),
  );

  route('GET /api/dashboards/:id/shown/values', async ({ account, params: { id }, query }) =>
    sharedDashboards.valuesAt(await guests.open(account.id, id, 'view'), query),
  );

  route('GET /api/dashboards/:id/shown/switched', async ({ account, params: { id }, query }) =>
    sharedDashboards.switched(await guests.open(account.id, id, 'view'), query),
  );
}
