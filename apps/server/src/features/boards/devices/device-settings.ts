import type { DevicePatch } from '@cyno/contract';
import { boardFamily } from '@cyno/device-protocol';
import { badRequest, because } from '../../../platform/errors.ts';
import type { DeviceRecord } from './devices.directory.ts';

type Changed = Partial<Pick<DeviceRecord, keyof DevicePatch>>;

/** What belongs to the list of the owner alone, as it is for somebody who never set it: people with whom it is shared, and a new owner. */
export const unsetInList = { favourite: false, groupId: null } as const;

/** What becomes the same of several devices at once. */
export type BulkChange = Partial<Pick<DeviceRecord, 'groupId' | 'favourite' | 'timeZone'>>;

/**
 * What of a device's settings a change names; throws a 400 when that is nothing, and for the chip of a board whose id names it. Of tags
 * that differ in case alone the first counts.
 */
export function settingsOf(espid: string, { tags, ...others }: DevicePatch): Changed {
  const named = Object.entries(others).filter(([, value]) => value !== undefined);
  const changed: Changed = { ...Object.fromEntries(named), ...(tags && { tags: withoutTwins(tags) }) };
  if (Object.keys(changed).length === 0) throw badRequest('Name what is to be changed.');
  if (changed.family && boardFamily(espid) !== 'other')
    throw badRequest('The id of this board names its chip.', because('chip_known'));
  return changed;
}

/** As the columns of table `devices`. */
export function settingColumns({ location, ...others }: Changed) {
  return { ...others, ...(location === undefined ? {} : (location ?? { latitude: null, longitude: null })) };
}

/** Of tags that differ in case alone the first. */
export function withoutTwins(tags: readonly string[]): string[] {
  const lowerCased = tags.map((tag) => tag.toLowerCase());
  return tags.filter((_, index) => lowerCased.indexOf(lowerCased[index] ?? '') === index);
}
