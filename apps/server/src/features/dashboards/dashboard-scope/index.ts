import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Listening } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import type { Control } from '../../boards/control/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import { variablesChanged } from '../../telemetry/variables/index.ts';
import { followClusterEvents } from './cluster-events.ts';
import type { DashboardScope } from './dashboard-scope.ts';
import { ScopeViewers } from './scope-viewers.ts';
import { SharedDashboards } from './shared-dashboards.service.ts';

export { type DashboardScope, dashboardScope } from './dashboard-scope.ts';
export { scopeLiveRoute } from './scope-live.routes.ts';
export type { ScopeViewers, ViewerAccount } from './scope-viewers.ts';
export type { SharedDashboards } from './shared-dashboards.service.ts';

interface DashboardScopeDeps {
  readonly bus: EventBus;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly telemetry: Pick<Telemetry, 'variables' | 'reader'>;
  readonly control: Pick<Control, 'state' | 'switched' | 'switchOutputs' | 'sendEvent'>;
  reopen(channel: string): Promise<DashboardScope | undefined>;
}

/** Wires the feature: what a dashboard shows to people who are not its owner, by whatever they came to it. */
export function createDashboardScopes(deps: DashboardScopeDeps) {
  const sharedDashboards = new SharedDashboards(deps);
  const viewers = new ScopeViewers(deps);
  // Before viewers hear of it: an old response would be sent again for some seconds.
  deps.bus.subscribe(variablesChanged, 'shared dashboards', ({ deviceId }) => sharedDashboards.forget(deviceId));
  let following: Listening | undefined;
  return {
    viewers,
    sharedDashboards,
    async start(): Promise<void> {
      viewers.start();
      following = await followClusterEvents(deps.database, deps.log, {
        channelChanged: (channel) => viewers.refresh(channel),
        dashboardChanged: ({ accountId, id }) => viewers.refreshOf(accountId, id),
        allChanged: () => viewers.refreshAll(),
      });
    },
    async stop(): Promise<void> {
      viewers.stop();
      await following?.stop();
    },
  };
}
