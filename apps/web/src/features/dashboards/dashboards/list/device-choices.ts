import type { DeviceGroup } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { devicesFollowed, type Follows, followsText, maxDevices, tagsOf } from '../follow.ts';

/** Which devices can be chosen above a new dashboard: none, one or all that there are now, or whichever has a tag or is in a group. */
export type Choice = 'none' | 'one' | 'all' | `tag:${string}` | `group:${number}`;

/** All that can be chosen from. */
export type Choosable = {
  seen: readonly SeenDevice[];
  /** The account's own devices, which alone are followed. */
  own: readonly SeenDevice[];
  groups: readonly DeviceGroup[];
};

/** What can be chosen, with how many devices that would be now; `first`: it begins with what a device or a template has. */
export function deviceChoices(
  { seen, own, groups }: Choosable,
  first: boolean,
): { id: Choice; label: string; detail?: string }[] {
  const begin: { id: Choice; label: string } = first
    ? { id: 'one', label: t`Only this device` }
    : { id: 'none', label: t`Off: each widget has its own device` };
  const followed: [Choice, Follows][] = [
    ...tagsOf(own, null).map((tag): [Choice, Follows] => [`tag:${tag}`, { kind: 'tag', tag }]),
    ...groups.map(({ id, name }): [Choice, Follows] => [`group:${id}`, { kind: 'group', groupId: id, name }]),
  ];
  return [
    begin,
    { id: 'all', label: t`All current devices`, detail: String(Math.min(seen.length, maxDevices)) },
    ...followed.map(([id, follows]) => ({
      id,
      label: followsText(follows),
      detail: String(devicesFollowed(follows, own).length),
    })),
  ];
}

/** The devices of a choice, the first one in front, at most a hundred; or what the dashboard follows from now on. */
export function devicesOfChoice(
  choice: Choice,
  first: SeenDevice | undefined,
  { seen, groups }: Choosable,
): { espids: string[]; follows: Follows | null } {
  if (choice.startsWith('tag:')) return { espids: [], follows: { kind: 'tag', tag: choice.slice(4) } };
  if (choice.startsWith('group:')) {
    const groupId = Number(choice.slice(6));
    const name = groups.find(({ id }) => id === groupId)?.name ?? null;
    return { espids: [], follows: { kind: 'group', groupId, name } };
  }
  if (choice === 'none') return { espids: [], follows: null };
  const devices = [...(first ? [first] : []), ...(choice === 'all' ? seen : [])];
  return { espids: [...new Set(devices.map(({ espid }) => espid))].slice(0, maxDevices), follows: null };
}
