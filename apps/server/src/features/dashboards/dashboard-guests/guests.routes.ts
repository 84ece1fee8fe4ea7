import {
  accountDashboard,
  commandList,
  historyResponse,
  publicControl,
  shownControlQuery,
  shownDashboard,
  shownHistoryQuery,
  shownLiveHello,
  shownPastQuery,
  shownSwitchedQuery,
  shownValuesQuery,
  sharedCommandRequest,
  switchedResponse,
  valuesAt,
} from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import { closeCodes, type WebSockets } from '../../../platform/web-socket/index.ts';
import {
  type ScopeViewers,
  type ShownDashboards,
  scopeLiveRoute,
  type ViewerAccount,
} from '../dashboard-scope/index.ts';
import type { Guests } from './guests.service.ts';

const params = z.object({ id: z.coerce.number().pipe(accountDashboard.shape.id) });

interface GuestRouteDeps {
  readonly guests: Guests;
  readonly shown: ShownDashboards;
}

/** What a dashboard shows to those with whom it is shared: values, what it draws, and what its controls operate. */
export function guestRoutes(app: Http, { guests, shown }: GuestRouteDeps): void {
  app.get(
    '/api/dashboards/:id/shown',
    { schema: { params, response: { 200: shownDashboard } } },
    async ({ account, params: { id } }) => shown.show(await guests.open(account.id, id, 'view')),
  );

  app.get(
    '/api/dashboards/:id/shown/history',
    { schema: { params, querystring: shownHistoryQuery, response: { 200: historyResponse } } },
    async ({ account, params: { id }, query }) => shown.history(await guests.open(account.id, id, 'view'), query),
  );

  app.get(
    '/api/dashboards/:id/shown/control',
    { schema: { params, querystring: shownControlQuery, response: { 200: publicControl } } },
    async ({ account, params: { id }, query }) =>
      shown.control(await guests.open(account.id, id, 'view'), query.device),
  );

  pastRoutes(app, { guests, shown });

  const perAccount = createMemoryCounter({ points: 60, windowSeconds: 60 });
  app.post(
    '/api/dashboards/:id/shown/commands',
    { schema: { params, body: sharedCommandRequest, response: { 202: commandList } } },
    async ({ account, params: { id }, body }, reply) => {
      const scope = await guests.open(account.id, id, 'operate');
      await perAccount.take(String(account.id));
      const kind = account.tokenScope === null ? 'person' : 'token';
      const by = { kind, name: account.email, id: account.id } as const;
      return reply.code(202).send({ commands: await shown.send(scope, body, by) });
    },
  );
}

/** What a dashboard showed before, to those whose share allows it. */
function pastRoutes(app: Http, { guests, shown }: GuestRouteDeps): void {
  app.get(
    '/api/dashboards/:id/shown/past',
    {
      // Checking tens of thousands of numbers one by one takes longer than reading them.
      serializerCompiler: () => (answer: unknown) => JSON.stringify(answer),
      schema: { params, querystring: shownPastQuery, response: { 200: historyResponse } },
    },
    async ({ account, params: { id }, query }) => shown.past(await guests.open(account.id, id, 'view'), query),
  );

  app.get(
    '/api/dashboards/:id/shown/values',
    { schema: { params, querystring: shownValuesQuery, response: { 200: valuesAt } } },
    async ({ account, params: { id }, query }) => shown.valuesAt(await guests.open(account.id, id, 'view'), query),
  );

  app.get(
    '/api/dashboards/:id/shown/switched',
    { schema: { params, querystring: shownSwitchedQuery, response: { 200: switchedResponse } } },
    async ({ account, params: { id }, query }) => shown.switched(await guests.open(account.id, id, 'view'), query),
  );
}

interface GuestLiveDeps {
  readonly guests: Guests;
  readonly viewers: ScopeViewers;
  readonly webSockets: WebSockets;
  authenticate(token: string): Promise<ViewerAccount | null>;
}

/** The live connection of a shared dashboard at `/api/dashboards/live`: a `hello` with the session's token, then only the server speaks. */
export function guestLiveRoutes(app: Http, { guests, viewers, webSockets, authenticate }: GuestLiveDeps): void {
  scopeLiveRoute(app, {
    ...{ path: '/api/dashboards/live', webSockets, viewers, hello: shownLiveHello },
    async enter(hello) {
      const account = await authenticate(hello.token);
      if (!account) return { code: closeCodes.notAuthenticated, reason: 'Your session has ended. Log in again.' };
      const { id, sessionId, tokenId } = account;
      const scope = await guests.find(id, hello.dashboard);
      if (!scope) return { code: closeCodes.notAuthenticated, reason: 'This dashboard is not shared with you.' };
      const viewer = { origin: `account ${id}`, account: { id, sessionId, tokenId } };
      return { scope, viewer, stillHolds: async () => (await authenticate(hello.token)) !== null };
    },
  });
}
