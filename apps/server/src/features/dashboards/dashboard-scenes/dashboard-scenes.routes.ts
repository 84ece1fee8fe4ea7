import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { requesterOf } from '../../boards/control/index.ts';
import type { DashboardScenes } from './dashboard-scenes.service.ts';

/** What the buttons of scenes on dashboards show, and running them. */
export function dashboardSceneRoutes(app: Http, { dashboardScenes }: { dashboardScenes: DashboardScenes }): void {
  const route = routesOf(app);
  labelRequests(app, 'scenes', { 'POST /api/dashboard-scenes/:id/run': 'Scene run from a dashboard' });

  route('GET /api/dashboard-scenes/:id', ({ account, params: { id } }) => dashboardScenes.get(account.id, id));

  route('POST /api/dashboard-scenes/:id/run', async ({ account, params: { id } }, reply) =>
    reply.code(202).send(await dashboardScenes.run(account.id, id, requesterOf(account))),
  );
}
