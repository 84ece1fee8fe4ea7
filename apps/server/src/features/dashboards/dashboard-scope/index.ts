import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Listening } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import type { Control } from '../../boards/control/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
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
  readonly telemetry: Pick<Telemetry, 'variables' | 'history' | 'valuesAt' | 'subscribe' | 'onVariables'>;
  readonly control: Pick<Control, 'state' | 'switched' | 'switchOutputs' | 'sendEvent'>;
  reopen(channel: string): Promise<DashboardScope | undefined>;
  onChannelChanged(listener: (channel: string) => void): () => void;
  onDashboards(listener: (changed: { accountId: number }) => void): () => void;
  onAccountBlocked(listener: (event: { accountId: number }) => void): () => void;
}

/** Wires the feature: what a dashboard shows to people who are not its owner, by whatever they came to it. */
export function createDashboardScopes(deps: DashboardScopeDeps) {
  const { telemetry } = deps;
  const sharedDashboards = new SharedDashboards(deps);
  const viewers = new ScopeViewers({
    ...deps,
    onPoint: (listener) => telemetry.subscribe(listener),
    onVariables: (listener) =>
      telemetry.onVariables((event) => {
        // An old response would be sent again for some seconds.
        sharedDashboards.forget(event.deviceId);
        listener(event);
      }),
  });
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
