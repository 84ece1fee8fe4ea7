import { type AlertScope, type AutomationDefinition, displayName } from '@cyno/contract';
import type { DeviceRequest } from '../../../platform/http/index.ts';
import type { DeviceAccess, DeviceRecord } from '../../boards/devices/index.ts';
import { alertRulesOf, groupsOf, sceneIdsOf } from '../definitions/index.ts';
import type { RunReader } from '../runs/index.ts';

/** What somebody may use in an automation of a device. */
export interface Reach extends RunReader {
  /** A device of the same owner that they may view: nobody reads through a rule what they may not look at. */
  findDevice(espid: string): DeviceRecord | undefined;
  /** Whether the scene is theirs, and the device too: nobody operates through a scene what they may not operate. */
  hasScene(sceneId: number): boolean;
  /** The same of an alert rule: alerts are the account's, and not a device's. */
  hasAlertRule(ruleId: number): boolean;
  /** Only an owner finds devices by a tag or a group: others would read all of them that way. */
  devicesIn(scope: AlertScope): DeviceRecord[] | null;
}

interface ReachDeps {
  readonly access: Pick<DeviceAccess, 'besides' | 'sharedWith'>;
  findScene(accountId: number, id: number): Promise<object | undefined>;
  hasAlertRule(accountId: number, id: number): Promise<boolean>;
  hasGroup(accountId: number, id: number): Promise<boolean>;
  devicesIn(accountId: number, scope: AlertScope): DeviceRecord[];
}

/** Finds out what the account of a request may use in this automation of the device. */
export type GetReach = (
  request: DeviceRequest,
  device: DeviceRecord,
  definition?: AutomationDefinition,
) => Promise<Reach>;

/** See `Reach`. */
export const reachOf =
  ({ access, findScene, hasAlertRule, hasGroup, devicesIn }: ReachDeps): GetReach =>
  async ({ account }, device, definition) => {
    const isOwner = account.id === device.accountId;
    const own = async (ids: readonly number[], has: (id: number) => Promise<boolean>) => {
      const found = new Set<number>();
      for (const id of isOwner ? new Set(ids) : []) if (await has(id)) found.add(id);
      return found;
    };
    const [scenes, alertRules, groups] = await Promise.all([
      own(definition ? sceneIdsOf(definition) : [], async (id) => (await findScene(account.id, id)) !== undefined),
      own(definition ? alertRulesOf(definition) : [], (id) => hasAlertRule(account.id, id)),
      own(definition ? groupsOf(definition) : [], (id) => hasGroup(account.id, id)),
    ]);
    const mayFind = (scope: AlertScope) =>
      scope.kind === 'devices' || (isOwner && (scope.kind !== 'group' || groups.has(scope.groupId)));
    const known = new Set(isOwner ? [] : access.sharedWith(account.id).map((one) => displayName(one, 'en')));
    return {
      isOwner,
      knowsDevice: (name) => isOwner || known.has(name),
      findDevice: access.besides(account.id, device),
      hasScene: (id) => scenes.has(id),
      hasAlertRule: (id) => alertRules.has(id),
      devicesIn: (scope) => (mayFind(scope) ? devicesIn(device.accountId, scope) : null),
    };
  };
