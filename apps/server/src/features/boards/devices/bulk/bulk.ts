import { type BulkAction, type BulkRequest, type BulkResponse, maxTags } from '@cyno/contract';
import { AppError, badRequest, because, notFound } from '../../../../platform/errors.ts';
import { type BulkChange, withoutTwins } from '../device-settings.ts';
import type { DeviceRecord } from '../devices.directory.ts';
import type { Devices } from '../devices.service.ts';

type Change = Extract<BulkAction, { kind: 'change' }>;
type Failure = BulkResponse['failed'][number];

interface BulkDeps {
  readonly devices: Devices;
  hasGroup(accountId: number, groupId: number): Promise<boolean>;
}

/**
 * Does the same with several of an account's devices. What cannot be done with one is reported for that one; throws a 404 for an
 * unknown group and a 400 when nothing is to be changed.
 */
export async function applyToMany(deps: BulkDeps, accountId: number, request: BulkRequest): Promise<BulkResponse> {
  const { act: action } = request;
  const espids = [...new Set(request.devices)];
  if (action.kind === 'restore') return restore(deps.devices, accountId, espids);
  if (action.kind === 'change') await checkChange(deps, accountId, action);
  if (action.kind === 'delete') {
    const { found, failed } = findOwned(deps.devices, accountId, espids);
    if (found.length > 0) await deps.devices.removeAll(accountId, found);
    return { done: espidsOf(found), failed };
  }
  const failed: Failure[] = [];
  const changed = await deps.devices.changeAll(accountId, sameOf(action), () => {
    const owned = findOwned(deps.devices, accountId, espids);
    failed.push(...owned.failed);
    const tags = new Map(owned.found.map((device) => [device, tagsAfter(device, action)]));
    for (const [device, { length }] of tags) {
      if (length <= maxTags) continue;
      tags.delete(device);
      failed.push(failureOf(device.espid, tooManyTags(device, length)));
    }
    return tags;
  });
  return { done: espidsOf(changed), failed };
}

function findOwned(devices: Devices, accountId: number, espids: readonly string[]) {
  const failed: Failure[] = [];
  const found: DeviceRecord[] = [];
  for (const espid of espids) {
    const device = devices.findOwned(accountId, espid);
    if (device) found.push(device);
    else failed.push(failureOf(espid, notFound('device', espid)));
  }
  return { found, failed };
}

async function restore(devices: Devices, accountId: number, espids: readonly string[]): Promise<BulkResponse> {
  const result: BulkResponse = { done: [], failed: [] };
  const deleted = await devices.deletedAmong(accountId, espids);
  for (const espid of espids) {
    try {
      if (!deleted.has(espid)) throw notFound('deleted device', espid);
      await devices.restore(accountId, espid);
      result.done.push(espid);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.failed.push(failureOf(espid, error));
    }
  }
  return result;
}

async function checkChange({ hasGroup }: BulkDeps, accountId: number, { kind, ...changes }: Change): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) throw badRequest('Name what is to be changed.');
  const { groupId } = changes;
  if (typeof groupId === 'number' && !(await hasGroup(accountId, groupId))) throw notFound('group', String(groupId));
}

function sameOf({ groupId, favourite, timeZone }: Change): BulkChange {
  return {
    ...(groupId !== undefined && { groupId }),
    ...(favourite !== undefined && { favourite }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

function tagsAfter({ tags }: DeviceRecord, { addTags = [], removeTags = [] }: Change): string[] {
  const unwanted = new Set(removeTags.map((tag) => tag.toLowerCase()));
  return withoutTwins([...tags.filter((tag) => !unwanted.has(tag.toLowerCase())), ...addTags]);
}

const espidsOf = (devices: readonly DeviceRecord[]) => devices.map((device) => device.espid);
const tooManyTags = ({ name }: DeviceRecord, count: number) =>
  badRequest(
    `"${name}" would have ${count} tags; a device has at most ${maxTags}.`,
    because('too_many_tags', { max: maxTags }),
  );

/** What the response names of a device with which something could not be done. */
export const failureOf = (espid: string, { message, why }: AppError): Failure => ({ espid, error: message, ...why });
