import {
  accountDashboard,
  commandList,
  historyResponse,
  publicControl,
  sharedCommandRequest,
  sharedControlQuery,
  sharedDashboard,
  sharedHistoryQuery,
  sharedPastQuery,
  sharedSwitchedQuery,
  sharedValuesQuery,
  switchedResponse,
  valuesAt,
} from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { SharedDashboards } from '../dashboard-scope/index.ts';
import type { Guests } from './guests.service.ts';

const params = z.object({ id: z.coerce.number().pipe(accountDashboard.shape.id) });

interface GuestRouteDeps {
  readonly guests: Guests;
  readonly sharedDashboards: SharedDashboards;
}

/** What a dashboard shows to those with whom it is shared: values, what it draws, and what its controls operate. */
export function guestRoutes(app: Http, { guests, sharedDashboards }: GuestRouteDeps): void {
  app.get(
    '/api/dashboards/:id/shown',
    { schema: { params, response: { 200: sharedDashboard } } },
    async ({ account, params: { id } }) => sharedDashboards.show(await guests.open(account.id, id, 'view')),
  );

  app.get(
    '/api/dashboards/:id/shown/history',
    { schema: { params, querystring: sharedHistoryQuery, response: { 200: historyResponse } } },
    async ({ account, params: { id }, query }) =>
      sharedDashboards.history(await guests.open(account.id, id, 'view'), query),
  );

  app.get(
    '/api/dashboards/:id/shown/control',
    { schema: { params, querystring: sharedControlQuery, response: { 200: publicControl } } },
    async ({ account, params: { id }, query }) =>
      sharedDashboards.control(await guests.open(account.id, id, 'view'), query.device),
  );

  pastRoutes(app, { guests, sharedDashboards });

  const perAccount = createMemoryCounter({ points: 60, windowSeconds: 60 });
  app.post(
    '/api/dashboards/:id/shown/commands',
    { schema: { params, body: sharedCommandRequest, response: { 202: commandList } } },
    async ({ account, params: { id }, body }, reply) => {
      const scope = await guests.open(account.id, id, 'operate');
      await perAccount.take(String(account.id));
      const kind = account.tokenScope === null ? 'person' : 'token';
      const by = { kind, name: account.email, id: account.id } as const;
      return reply.code(202).send({ commands: await sharedDashboards.send(scope, body, by) });
    },
  );
}

/** What a dashboard showed before, to those whose share allows it. */
function pastRoutes(app: Http, { guests, sharedDashboards }: GuestRouteDeps): void {
  app.get(
    '/api/dashboards/:id/shown/past',
    {
      // Checking tens of thousands of numbers one by one takes longer than reading them.
      serializerCompiler: () => (response: unknown) => JSON.stringify(response),
      schema: { params, querystring: sharedPastQuery, response: { 200: historyResponse } },
    },
    async ({ account, params: { id }, query }) =>
      sharedDashboards.past(await guests.open(account.id, id, 'view'), query),
  );

  app.get(
    '/api/dashboards/:id/shown/values',
    { schema: { params, querystring: sharedValuesQuery, response: { 200: valuesAt } } },
    async ({ account, params: { id }, query }) =>
      sharedDashboards.valuesAt(await guests.open(account.id, id, 'view'), query),
  );

  app.get(
    '/api/dashboards/:id/shown/switched',
    { schema: { params, querystring: sharedSwitchedQuery, response: { 200: switchedResponse } } },
    async ({ account, params: { id }, query }) =>
      sharedDashboards.switched(await guests.open(account.id, id, 'view'), query),
  );
}
