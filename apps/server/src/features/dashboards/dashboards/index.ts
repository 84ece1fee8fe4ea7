import type { DeviceVariable, Language } from '@cyno/contract';
import { type Core, coreFor } from '../../../core.ts';
import type { DeviceGroups } from '../../boards/device-groups/index.ts';
import {
  type DeviceAccess,
  type DeviceRecord,
  type Devices,
  deviceListChanged,
  deviceReported,
} from '../../boards/devices/index.ts';
import { accountDashboardRoutes } from './account-dashboards.routes.ts';
import { accountDashboardsChanged } from './dashboards.events.ts';
import { dashboardsRepository } from './dashboards.repository.ts';
import { dashboardRoutes } from './dashboards.routes.ts';
import { type DashboardSharing, Dashboards } from './dashboards.service.ts';
import { Following } from './following.ts';
import { readingDashboards } from './reading-dashboards.repository.ts';

export { allowsOf, type ChosenDashboard } from './approval.ts';
export { checkSeen } from './changed-devices.ts';
export { chosenEspids, type OwnDevices } from './chosen-devices.ts';
export { sendsOf } from './control-sends.ts';
export { type DeviceReach, reachOf } from './dashboard-reach.ts';
export { accountDashboardsChanged, deviceDashboardChanged } from './dashboards.events.ts';
export type { Dashboards } from './dashboards.service.ts';
export { chartedMinutes, keysDrawn, keysWithAlertLimits, pointsDrawn } from './drawn-minutes.ts';

interface DashboardsFeatureDeps {
  readonly devices: Devices;
  readonly access: DeviceAccess;
  readonly sharing: DashboardSharing;
  readonly groups: DeviceGroups;
  variablesOf(deviceId: number): DeviceVariable[];
  hasScene(accountId: number, sceneId: number): Promise<boolean>;
  languageOf(accountId: number): Promise<Language>;
}

/** Dashboards; a board that reports its kit gets that kit's dashboard. */
export function createDashboards(server: Core, deps: DashboardsFeatureDeps): Dashboards {
  const core = coreFor(server, 'dashboards');
  const parts = {
    ...core,
    ...deps.sharing,
    variablesOf: deps.variablesOf,
    hasScene: deps.hasScene,
    languageOf: deps.languageOf,
    groupsOf: (accountId: number) => deps.groups.list(accountId),
    repository: dashboardsRepository(core.database),
    listReading: readingDashboards(core.database),
    groupName: async (accountId: number, groupId: number) =>
      (await deps.groups.list(accountId)).find(({ id }) => id === groupId)?.name ?? null,
    devices: {
      findDevice: (espid: string) => deps.devices.find(espid),
      findById: (id: number) => deps.devices.findById(id),
      ofAccount: (accountId: number): readonly DeviceRecord[] => deps.devices.ofAccount(accountId),
      may: deps.access.may.bind(deps.access),
    },
  };
  const dashboards = new Dashboards(parts);
  const following = new Following({ ...parts, notify: (dashboard) => dashboards.notify(dashboard) });
  core.bus.subscribe(accountDashboardsChanged, 'dashboards', ({ accountId }) => following.forget(accountId));
  core.bus.subscribe(deviceReported, 'dashboards', ({ deviceId, fact }) => {
    const device = fact === 'template' && deps.devices.findById(deviceId);
    if (device) dashboards.templateAnnounced(device);
  });
  core.bus.subscribe(deviceListChanged, 'dashboards', ({ accountId }) => following.devicesChanged(accountId));
  core.jobs.scheduleByAge('dashboards.purge', '22 3 * * *', () => dashboards.purge());
  core.routes.push((app) => {
    dashboardRoutes(app, { dashboards, getDevice: deps.access.getDevice });
    accountDashboardRoutes(app, { dashboards });
  });
  return dashboards;
}
