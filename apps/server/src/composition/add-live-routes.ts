import { type Core, coreFor } from '../core.ts';
import type { Guests } from '../features/dashboards/dashboard-guests/index.ts';
import type { Links } from '../features/dashboards/links/index.ts';
import { type Live, liveRoutes } from '../features/telemetry/live/index.ts';
import { allowWebSockets, WebSockets } from '../platform/web-socket/index.ts';

/** Adds the live route, by which also those come who have a link or see a dashboard of others. */
export function addLiveRoutes(core: Core, { live, links, guests }: { live: Live; links: Links; guests: Guests }): void {
  const { log } = coreFor(core, 'live');
  const webSockets = new WebSockets({ publicUrl: core.config.publicUrl, log });
  core.routes.push(async (app) => {
    await allowWebSockets(app);
    liveRoutes(app, {
      live,
      webSockets,
      openLink: (token, unlock) => links.openLive(token, unlock),
      openShared: (accountId, dashboardId) => guests.openLive(accountId, dashboardId),
    });
  });
}
