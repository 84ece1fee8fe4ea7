import type { AutomationDefinition } from '@cyno/contract';
import type { DeviceRequest } from '../../../platform/http/index.ts';
import type { DeviceAccess, DeviceRecord } from '../../boards/devices/index.ts';
import { sceneIdsOf } from '../definitions/index.ts';

/** What somebody may use in an automation of a device. */
export interface Reach {
  /** A device of the same owner that they may view: nobody reads through a rule what they may not look at. */
  findDevice(espid: string): DeviceRecord | undefined;
  /** Whether the scene is theirs, and the device too: nobody operates through a scene what they may not operate. */
  hasScene(sceneId: number): boolean;
}

interface ReachDeps {
  readonly access: Pick<DeviceAccess, 'besides'>;
  findScene(accountId: number, id: number): Promise<object | undefined>;
}

/** Finds out what the account of a request may use in this automation of the device. */
export type GetReach = (
  request: DeviceRequest,
  device: DeviceRecord,
  definition?: AutomationDefinition,
) => Promise<Reach>;

/** See `Reach`. */
export const reachOf =
  ({ access, findScene }: ReachDeps): GetReach =>
  async ({ account }, device, definition) => {
    const isOwner = account.id === device.accountId;
    const own = new Set<number>();
    for (const id of isOwner && definition ? sceneIdsOf(definition) : []) {
      if (await findScene(account.id, id)) own.add(id);
    }
    return { findDevice: access.besides(account.id, device), hasScene: (id) => own.has(id) };
  };
