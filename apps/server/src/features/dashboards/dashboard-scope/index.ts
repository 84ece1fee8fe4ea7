import { type Core, coreFor } from '../../../core.ts';
import type { Listening } from '../../../platform/database/index.ts';
import type { AlertRules, Alerts } from '../../automation/alerts/index.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { Live } from '../../telemetry/live/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import { variablesChanged } from '../../telemetry/variables/index.ts';
import { followClusterEvents } from './cluster-events.ts';
import { SharedDashboards } from './shared-dashboards.service.ts';

export { type DashboardScope, dashboardScope } from './dashboard-scope.ts';
export type { SharedDashboards } from './shared-dashboards.service.ts';

interface SharedDashboardsDeps {
  readonly telemetry: Telemetry;
  readonly alerts: Alerts;
  readonly alertRules: AlertRules;
  readonly control: ControlFeature;
  readonly live: Live;
}

/** What a dashboard shows to people who are not its owner, by whatever they came to it. */
export function createSharedDashboards(
  server: Core,
  { telemetry, alerts, alertRules, control: { control }, live }: SharedDashboardsDeps,
): SharedDashboards {
  const core = coreFor(server, 'shown dashboards');
  const sharedDashboards = new SharedDashboards({ ...core, telemetry, alerts, alertRules, control });
  // Before viewers hear of it: an old response would be sent again for some seconds.
  core.bus.subscribe(variablesChanged, 'shared dashboards', ({ deviceId }) => sharedDashboards.forget(deviceId));
  let following: Listening | undefined;
  core.parts.push({
    async start(): Promise<void> {
      following = await followClusterEvents(core.database, core.log, live.scopes);
    },
    async stop(): Promise<void> {
      await following?.stop();
    },
  });
  return sharedDashboards;
}
