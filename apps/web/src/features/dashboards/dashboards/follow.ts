import type { DashboardFollows, Device, DeviceGroup, FollowedDevices } from '@cyno/contract';
import { t } from '@lingui/core/macro';

/** So many devices can be chosen above a dashboard. */
export const maxDevices = 100;

/** The tag or the group whose devices a dashboard has; a group without a name was deleted. */
export type Follows = { kind: 'tag'; tag: string } | { kind: 'group'; groupId: number; name: string | null };

type Sorted = Pick<Device, 'tags' | 'groupId'>;

/** What a dashboard follows, as the editor keeps it. */
export function followsOf(followed: FollowedDevices | null): Follows | null {
  if (followed === null) return null;
  if (followed.kind === 'tag') return { kind: 'tag', tag: followed.tag };
  return { kind: 'group', groupId: followed.groupId, name: followed.name };
}

/** What a dashboard follows, as the server takes it. */
export function toDashboardFollows(follows: Follows | null): DashboardFollows | null {
  return follows?.kind === 'group' ? { kind: 'group', groupId: follows.groupId } : follows;
}

/** Those of the own devices that have the tag, however it is written, or are in the group; in their order. */
export function devicesFollowed<Any extends Sorted>(follows: Follows, own: readonly Any[]): Any[] {
  const tag = follows.kind === 'tag' ? follows.tag.toLowerCase() : null;
  return own.filter((device) =>
    follows.kind === 'tag' ? device.tags.some((one) => one.toLowerCase() === tag) : device.groupId === follows.groupId,
  );
}

/** The tags of some devices, each once, however they are written, and the one that is followed. */
export function tagsOf(own: readonly Sorted[], follows: Follows | null): string[] {
  const all = [...(follows?.kind === 'tag' ? [follows.tag] : []), ...own.flatMap(({ tags }) => tags)];
  const byLowerCase = new Map(all.map((tag) => [tag.toLowerCase(), tag]).toReversed() as [string, string][]);
  return [...byLowerCase.values()].sort((a, b) => a.localeCompare(b));
}

/** The group of this name, however it is written. */
export const groupNamed = (groups: readonly DeviceGroup[], name: string): DeviceGroup | undefined =>
  groups.find((group) => group.name.toLowerCase() === name.toLowerCase());

/** Which devices it follows. */
export const followsText = (follows: Follows): string =>
  follows.kind === 'tag'
    ? t`Devices with the tag “${{ tag: follows.tag }}”`
    : t`Devices in the group “${{ name: follows.name ?? '' }}”`;

/** That there is none of the devices which it follows. */
export const noneFollowedText = (follows: Follows): string =>
  follows.kind === 'tag'
    ? t`No devices with the tag “${{ tag: follows.tag }}” yet`
    : t`No devices in the group “${{ name: follows.name ?? '' }}” yet`;
