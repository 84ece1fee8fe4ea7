import type { DeviceGroup, DeviceVariable } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import {
  type DeviceAccess,
  type DeviceRecord,
  type Devices,
  deviceListChanged,
  deviceReported,
} from '../../boards/devices/index.ts';
import { accountDashboardsChanged } from './dashboards.events.ts';
import { dashboardsRepository } from './dashboards.repository.ts';
import { type DashboardSharing, Dashboards } from './dashboards.service.ts';
import { Following } from './following.ts';

export { accountDashboardRoutes } from './account-dashboards.routes.ts';
export { allowsOf, type ChosenDashboard } from './approval.ts';
export { checkSeen } from './changed-devices.ts';
export { chosenEspids, type OwnDevices } from './chosen-devices.ts';
export { sendsOf } from './control-sends.ts';
export { type DeviceReach, reachOf } from './dashboard-reach.ts';
export { accountDashboardsChanged, deviceDashboardChanged } from './dashboards.events.ts';
export { dashboardRoutes } from './dashboards.routes.ts';
export type { Dashboards } from './dashboards.service.ts';
export { keysDrawn, pointsDrawn } from './drawn-minutes.ts';

interface DashboardsFeatureDeps extends DashboardSharing {
  readonly database: Database;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly devices: Pick<Devices, 'find' | 'findById' | 'ofAccount'>;
  readonly access: Pick<DeviceAccess, 'may'>;
  variablesOf(deviceId: number): DeviceVariable[];
  groupsOf(accountId: number): Promise<readonly Pick<DeviceGroup, 'id' | 'name'>[]>;
}

/** Wires the feature: a board that reports its kit gets that kit's dashboard. */
export function createDashboards(deps: DashboardsFeatureDeps): Dashboards {
  const parts = {
    ...deps,
    repository: dashboardsRepository(deps.database),
    groupName: async (accountId: number, groupId: number) =>
      (await deps.groupsOf(accountId)).find(({ id }) => id === groupId)?.name ?? null,
    devices: {
      findDevice: (espid: string) => deps.devices.find(espid),
      findById: (id: number) => deps.devices.findById(id),
      ofAccount: (accountId: number): readonly DeviceRecord[] => deps.devices.ofAccount(accountId),
      may: deps.access.may.bind(deps.access),
    },
  };
  const dashboards = new Dashboards(parts);
  const following = new Following({ ...parts, notify: (dashboard) => dashboards.notify(dashboard) });
  deps.bus.subscribe(accountDashboardsChanged, 'dashboards', ({ accountId }) => following.forget(accountId));
  deps.bus.subscribe(deviceReported, 'dashboards', ({ deviceId, fact }) => {
    const device = fact === 'template' && deps.devices.findById(deviceId);
    if (device) dashboards.templateAnnounced(device);
  });
  deps.bus.subscribe(deviceListChanged, 'dashboards', ({ accountId }) => following.devicesChanged(accountId));
  return dashboards;
}
