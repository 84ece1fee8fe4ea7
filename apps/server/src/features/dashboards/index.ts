import type { DeviceVariable } from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { DeviceAccess, Devices } from '../devices/index.ts';
import { accountDashboardsRepository } from './account-dashboards.repository.ts';
import { AccountDashboards, type DashboardSharing } from './account-dashboards.service.ts';
import { dashboardsRepository } from './dashboards.repository.ts';
import { Dashboards } from './dashboards.service.ts';

export { accountDashboardRoutes } from './account-dashboards.routes.ts';
export type { AccountDashboards } from './account-dashboards.service.ts';
export { type DeviceReach, reachOf } from './dashboard-reach.ts';
export { dashboardRoutes } from './dashboards.routes.ts';
export type { Dashboards } from './dashboards.service.ts';

interface DashboardsFeatureDeps extends DashboardSharing {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly devices: Pick<Devices, 'subscribe' | 'find'>;
  readonly access: Pick<DeviceAccess, 'may'>;
  variablesOf(deviceId: number): DeviceVariable[];
}

/** Wires the feature: a board that says which kit it is gets that kit's dashboard. */
export function createDashboards(deps: DashboardsFeatureDeps): {
  dashboards: Dashboards;
  accountDashboards: AccountDashboards;
} {
  const parts = {
    ...deps,
    repository: dashboardsRepository(deps.database),
    own: accountDashboardsRepository(deps.database),
    devices: {
      findDevice: (espid: string) => deps.devices.find(espid),
      may: deps.access.may.bind(deps.access),
    },
  };
  const dashboards = new Dashboards(parts);
  deps.devices.subscribe((event) => {
    if (event.type === 'template') dashboards.templateAnnounced(event.device);
  });
  return { dashboards, accountDashboards: new AccountDashboards(parts) };
}
