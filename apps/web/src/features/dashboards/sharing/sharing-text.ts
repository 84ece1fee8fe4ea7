import type { DeviceRole, ShareRole } from '@cyno/contract';
import { formatDateTime } from '../../../lib/format/format.ts';
import type { SharedThing } from './sharing-queries.ts';

/** What a role is called. */
export const roleNames: Record<DeviceRole, string> = {
  viewer: 'Viewer',
  operator: 'Operator',
  manager: 'Manager',
  owner: 'Owner',
};

const allowed: Record<SharedThing['kind'], Record<ShareRole, string>> = {
  device: {
    viewer: 'Sees values, history, dashboards and automations, and changes nothing.',
    operator: 'Sees everything that a viewer sees, switches outputs and sends events.',
    manager: 'Does what an operator does, and changes settings, dashboards and automations, and reads the console.',
  },
  dashboard: {
    viewer: 'Sees everything on the dashboard, also of devices that are not shared, and changes nothing.',
    operator: 'Sees what a viewer sees, and uses the controls on the dashboard.',
    manager:
      'Does what an operator does, and rearranges the dashboard. What a manager adds reaches others when the owner has looked at it.',
  },
};

/** What a role allows with a device or dashboard, in a sentence. */
export const roleAllows = (role: ShareRole, kind: SharedThing['kind'] = 'device'): string => allowed[kind][role];

export const shareRoles: readonly { id: ShareRole; label: string }[] = [
  { id: 'viewer', label: roleNames.viewer },
  { id: 'operator', label: roleNames.operator },
  { id: 'manager', label: roleNames.manager },
];

/** Until when something is shared: `without an end`, `until 11/30/26 14:00`. */
export const untilText = (expiresAt: number | null): string =>
  expiresAt === null ? 'without an end' : `until ${formatDateTime(expiresAt)}`;

/** How many people a device may be shared with: `1 of 2 people`; without a limit only those that there are. */
export function peopleText(used: number, limit: number | null): string {
  if (limit !== null) return `${used} of ${limit} ${limit === 1 ? 'person' : 'people'}`;
  return used === 1 ? '1 person' : `${used} people`;
}
