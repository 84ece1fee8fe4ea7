import type { SeenDevice } from '../../lib/device-rights.ts';

/** Which devices can be chosen above a new dashboard: one, all, or those with a tag. */
export type Choice = 'one' | 'all' | `tag:${string}`;

const most = 100;

/** What can be chosen, with how many devices that would be. */
export function deviceChoices(seen: readonly SeenDevice[]): { id: Choice; label: string; detail?: string }[] {
  const tags = [...new Set(seen.flatMap((device) => device.tags))].sort((a, b) => a.localeCompare(b));
  const count = (choice: Choice) => String(devicesOfChoice(choice, undefined, seen).length);
  return [
    { id: 'one', label: 'This device alone' },
    { id: 'all', label: 'All devices', detail: count('all') },
    ...tags.map((tag) => {
      const id: Choice = `tag:${tag}`;
      return { id, label: `Devices with the tag “${tag}”`, detail: count(id) };
    }),
  ];
}

/** The devices of a choice, the first one in front; at most a hundred. */
export function devicesOfChoice(choice: Choice, first: SeenDevice | undefined, seen: readonly SeenDevice[]): string[] {
  const fitting = seen.filter(({ tags }) => choice === 'all' || tags.some((tag) => choice === `tag:${tag}`));
  const espids = [...(first ? [first] : []), ...fitting].map(({ espid }) => espid);
  return [...new Set(espids)].slice(0, most);
}
