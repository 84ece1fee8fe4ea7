import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Listening } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Control } from '../../boards/control/index.ts';
import type { LiveScopes } from '../../telemetry/live/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import { variablesChanged } from '../../telemetry/variables/index.ts';
import { followClusterEvents } from './cluster-events.ts';
import { SharedDashboards } from './shared-dashboards.service.ts';

export { type DashboardScope, dashboardScope } from './dashboard-scope.ts';
export type { SharedDashboards } from './shared-dashboards.service.ts';

interface DashboardScopeDeps {
  readonly bus: EventBus;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly telemetry: Pick<Telemetry, 'variables' | 'reader'>;
  readonly control: Pick<Control, 'state' | 'switched' | 'switchOutputs' | 'sendEvent'>;
  readonly viewers: LiveScopes;
}

/** Wires the feature: what a dashboard shows to people who are not its owner, by whatever they came to it. */
export function createDashboardScopes(deps: DashboardScopeDeps) {
  const sharedDashboards = new SharedDashboards(deps);
  // Before viewers hear of it: an old response would be sent again for some seconds.
  deps.bus.subscribe(variablesChanged, 'shared dashboards', ({ deviceId }) => sharedDashboards.forget(deviceId));
  let following: Listening | undefined;
  return {
    sharedDashboards,
    async start(): Promise<void> {
      following = await followClusterEvents(deps.database, deps.log, deps.viewers);
    },
    async stop(): Promise<void> {
      await following?.stop();
    },
  };
}
