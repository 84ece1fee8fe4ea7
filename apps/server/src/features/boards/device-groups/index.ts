import type { Database } from '../../../platform/database/index.ts';
import { deviceGroupsRepository } from './device-groups.repository.ts';
import { DeviceGroups } from './device-groups.service.ts';

export { deviceGroupRoutes } from './device-groups.routes.ts';
export type { DeviceGroups } from './device-groups.service.ts';

/** Wires how an account keeps its devices in order: groups and saved views of the list. */
export function createDeviceGroups(deps: {
  database: Database;
  /** Called when browsers of the account are to read groups and devices again. */
  changed(accountId: number): void;
  /** Called when a group is gone, and its devices are in none. */
  removed(accountId: number, groupId: number): Promise<void>;
}): DeviceGroups {
  return new DeviceGroups({ ...deps, repository: deviceGroupsRepository(deps.database) });
}
