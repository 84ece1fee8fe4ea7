import { type BulkAct, type BulkRequest, type BulkResponse, maxTags } from '@cyno/contract';
import { AppError, badRequest, notFound } from '../../platform/errors.ts';
import { type BulkChange, withoutTwins } from './device-settings.ts';
import type { DeviceRecord } from './devices.directory.ts';
import type { Devices } from './devices.service.ts';

type Change = Extract<BulkAct, { kind: 'change' }>;
type Failure = BulkResponse['failed'][number];

interface BulkDeps {
  readonly devices: Devices;
  hasGroup(accountId: number, groupId: number): Promise<boolean>;
}

/**
 * Does the same with several of an account's devices. What cannot be done with one is told of that one; throws a 404 for an unknown
 * group and a 400 when nothing is to be changed.
 */
export async function actOnMany(deps: BulkDeps, accountId: number, request: BulkRequest): Promise<BulkResponse> {
  const { act } = request;
  const espids = [...new Set(request.devices)];
  if (act.kind === 'restore') return restore(deps.devices, accountId, espids);
  if (act.kind === 'change') await checkChange(deps, accountId, act);
  const failed: Failure[] = [];
  const found: DeviceRecord[] = [];
  for (const espid of espids) {
    const device = deps.devices.findOwned(accountId, espid);
    if (device) found.push(device);
    else failed.push({ espid, error: notFound('device', espid).message });
  }
  if (act.kind === 'delete') {
    if (found.length > 0) await deps.devices.removeAll(accountId, found);
    return { done: espidsOf(found), failed };
  }
  const changes = new Map<DeviceRecord, BulkChange>();
  for (const device of found) {
    const tags = tagsAfter(device, act);
    if (tags.length > maxTags) failed.push({ espid: device.espid, error: tooManyTags(device, tags.length) });
    else changes.set(device, changeOf(act, tags));
  }
  if (changes.size > 0) await deps.devices.changeAll(accountId, changes);
  return { done: espidsOf([...changes.keys()]), failed };
}

async function restore(devices: Devices, accountId: number, espids: readonly string[]): Promise<BulkResponse> {
  const answer: BulkResponse = { done: [], failed: [] };
  for (const espid of espids) {
    try {
      await devices.restore(accountId, espid);
      answer.done.push(espid);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answer.failed.push({ espid, error: error.message });
    }
  }
  return answer;
}

async function checkChange({ hasGroup }: BulkDeps, accountId: number, { kind, ...wish }: Change): Promise<void> {
  if (Object.values(wish).every((value) => value === undefined)) throw badRequest('Name what is to be changed.');
  const { groupId } = wish;
  if (typeof groupId === 'number' && !(await hasGroup(accountId, groupId))) throw notFound('group', String(groupId));
}

function changeOf({ groupId, favourite, timeZone }: Change, tags: string[]): BulkChange {
  return {
    tags,
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
  `"${name}" would have ${count} tags; a device has at most ${maxTags}.`;
