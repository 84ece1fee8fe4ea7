import type { DeviceVariable } from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Devices } from '../devices/index.ts';
import { dashboardsRepository } from './dashboards.repository.ts';
import { Dashboards } from './dashboards.service.ts';

export { dashboardRoutes } from './dashboards.routes.ts';
export type { Dashboards } from './dashboards.service.ts';

interface DashboardsFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly devices: Pick<Devices, 'subscribe'>;
  variablesOf(deviceId: number): DeviceVariable[];
}

/** Wires the feature: a board that says which kit it is gets that kit's dashboard. */
export function createDashboards(deps: DashboardsFeatureDeps): Dashboards {
  const dashboards = new Dashboards({ ...deps, repository: dashboardsRepository(deps.database) });
  deps.devices.subscribe((event) => {
    if (event.type === 'template') dashboards.templateAnnounced(event.device);
  });
  return dashboards;
}
