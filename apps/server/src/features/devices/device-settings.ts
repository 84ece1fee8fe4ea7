import type { DevicePatch } from '@cyno/contract';
import { badRequest } from '../../platform/errors.ts';
import type { DeviceRecord } from './devices.directory.ts';

type Changed = Partial<Pick<DeviceRecord, 'name' | 'location' | 'icon' | 'favourite' | 'tags' | 'notes' | 'timeZone'>>;

/** What becomes the same of several devices at once. */
export type BulkChange = Partial<Pick<DeviceRecord, 'groupId' | 'favourite' | 'timeZone'>>;

/** What of a device's settings a change names; throws a 400 when that is nothing. Of tags that differ in case alone the first counts. */
export function settingsOf({ tags, ...others }: DevicePatch): Changed {
  const named = Object.entries(others).filter(([, value]) => value !== undefined);
  const changed: Changed = { ...Object.fromEntries(named), ...(tags && { tags: withoutTwins(tags) }) };
  if (Object.keys(changed).length === 0) throw badRequest('Name what is to be changed.');
  return changed;
}

/** As the columns of table `devices`. */
export function settingColumns({ location, ...others }: Changed) {
  return { ...others, ...(location === undefined ? {} : (location ?? { latitude: null, longitude: null })) };
}

/** Of tags that differ in case alone the first. */
export function withoutTwins(tags: readonly string[]): string[] {
  const words = tags.map((tag) => tag.toLowerCase());
  return tags.filter((_, index) => words.indexOf(words[index] ?? '') === index);
}
