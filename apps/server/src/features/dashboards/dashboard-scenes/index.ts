import { type Core, coreFor } from '../../../core.ts';
import type { ScenesFeature } from '../../automation/scenes/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { SharingFeature } from '../sharing/index.ts';
import { dashboardScenesRepository } from './dashboard-scenes.repository.ts';
import { dashboardSceneRoutes } from './dashboard-scenes.routes.ts';
import { DashboardScenes } from './dashboard-scenes.service.ts';

interface DashboardScenesDeps {
  readonly devices: DevicesFeature;
  readonly scenes: ScenesFeature;
  readonly sharing: SharingFeature;
}

/** The buttons of scenes on dashboards, for the owner of both and for those who may operate the same devices. */
export function createDashboardScenes(server: Core, { devices, scenes, sharing }: DashboardScenesDeps): void {
  const core = coreFor(server, 'dashboard scenes');
  const dashboardScenes = new DashboardScenes({
    repository: dashboardScenesRepository(core.database),
    devices: devices.devices,
    access: devices.access,
    scenes,
    dashboardRoleOf: sharing.dashboards.dashboardRoleOf,
  });
  core.routes.push((app) => dashboardSceneRoutes(app, { dashboardScenes }));
}
