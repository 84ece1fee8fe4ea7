import { Readable } from 'node:stream';
import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { Alerts } from './alerts.service.ts';
import { alertsCsv } from './alerts-csv.ts';

/** Alerts of the devices that an account may see; to acknowledge or snooze one it needs the right to operate its device. */
export function alertRoutes(app: Http, { alerts }: { alerts: Alerts }): void {
  const route = routesOf(app);
  labelRequests(app, 'alerts', {
    'POST /api/alerts/acknowledge': 'Alerts acknowledged',
    'POST /api/alerts/mute': 'Alerts snoozed',
  });

  route('GET /api/alerts', ({ account, query }) => alerts.list(account.id, query));

  // A HEAD would read everything for nobody.
  route('GET /api/alerts/csv', { exposeHeadRoute: false }, ({ account, query }, reply) =>
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="cyno-alerts.csv"')
      .send(Readable.from(alertsCsv(alerts.all(account.id, query)))),
  );

  route('GET /api/alerts/:id', ({ account, params }) => alerts.details(account.id, params.id));

  route('POST /api/alerts/acknowledge', async ({ account, body }) => ({
    alerts: await alerts.acknowledge(account.id, body.ids),
  }));

  route('POST /api/alerts/mute', async ({ account, body }) => ({
    alerts: await alerts.mute(account.id, body.ids, body.minutes),
  }));
}
