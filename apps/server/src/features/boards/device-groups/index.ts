import type { Core } from '../../../core.ts';
import type { Devices } from '../devices/index.ts';
import { deviceGroupsRepository } from './device-groups.repository.ts';
import { deviceGroupRoutes } from './device-groups.routes.ts';
import { DeviceGroups } from './device-groups.service.ts';

export type { DeviceGroups } from './device-groups.service.ts';

/** How an account keeps its devices in order: groups and saved views of the list. */
export function createDeviceGroups({ database, routes }: Core, devices: Devices): DeviceGroups {
  const groups = new DeviceGroups({
    repository: deviceGroupsRepository(database),
    changed: (accountId) => devices.listChanged(accountId),
    removed: (accountId, groupId) => devices.forgetGroup(accountId, groupId),
  });
  routes.push((app) => deviceGroupRoutes(app, { groups }));
  return groups;
}
