import type { Device, DeviceGroup } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';

/** The devices of a group, or with null those that are in none. */
export type DeviceSection = { group: DeviceGroup | null; devices: readonly Device[]; online: number };

/** What a section is called. */
export const sectionName = ({ group }: DeviceSection): string => group?.name ?? t`No group`;

/**
 * The devices in the order in which they come, by group; those in none stand last. Groups without a device are left out unless
 * `withEmpty`.
 */
export function sectionsOf(
  devices: readonly Device[],
  groups: readonly DeviceGroup[],
  { withEmpty }: { withEmpty: boolean },
): DeviceSection[] {
  const known = new Set<number | null>(groups.map(({ id }) => id));
  const byGroup = Map.groupBy(devices, ({ groupId }) => (known.has(groupId) ? groupId : null));
  const sectionOf = (group: DeviceGroup | null): DeviceSection => {
    const inside = byGroup.get(group?.id ?? null) ?? [];
    return { group, devices: inside, online: inside.filter(({ online }) => online).length };
  };
  return [
    ...groups.map(sectionOf).filter((section) => withEmpty || section.devices.length > 0),
    ...(byGroup.has(null) ? [sectionOf(null)] : []),
  ];
}

/** "12 devices, 9 online". */
export function sectionCounts({ devices, online }: DeviceSection): string {
  if (devices.length === 0) return t`No devices`;
  return plural({ count: devices.length }, { one: `# device, ${online} online`, other: `# devices, ${online} online` });
}
