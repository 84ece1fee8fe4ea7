import type { DeviceRole, ShareRole } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { formatDateTime } from '../../../lib/format/format.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import type { SharedThing } from './sharing-queries.ts';

const roleNames: Record<DeviceRole, MessageDescriptor> = {
  viewer: msg`Viewer`,
  operator: msg`Operator`,
  manager: msg`Manager`,
  owner: msg`Owner`,
};

/** What a role is called. */
export const roleName = (role: DeviceRole): string => i18n._(roleNames[role]);

const allowed: Record<SharedThing['kind'], Record<ShareRole, MessageDescriptor>> = {
  device: {
    viewer: msg`Sees values, history, dashboards and automations. Cannot change anything.`,
    operator: msg`Like a viewer. Also switches outputs and sends events.`,
    manager: msg`Like an operator. Also changes settings, dashboards and automations, and reads the console.`,
  },
  dashboard: {
    viewer: msg`Sees the whole dashboard, including devices that are not shared. Cannot change anything.`,
    operator: msg`Like a viewer. Also uses the controls on the dashboard.`,
    manager: msg`Like an operator. Also edits the dashboard. Others see new devices on it after the owner has opened it.`,
  },
};

/** What a role allows with a device or dashboard, in a sentence. */
export const roleAllows = (role: ShareRole, kind: SharedThing['kind'] = 'device'): string =>
  i18n._(allowed[kind][role]);

export const shareRoles = (): { id: ShareRole; label: string }[] =>
  (['viewer', 'operator', 'manager'] as const).map((id) => ({ id, label: roleName(id) }));

/** Until when something is shared: `No expiry`, `Expires 11/30/26 14:00`. */
export const untilText = (expiresAt: number | null): string =>
  expiresAt === null ? t`No expiry` : t`Expires ${{ end: formatDateTime(expiresAt) }}`;

/** With how many people a device is shared, and how many it may be: `Shared with 1 of 2 people`. */
export function peopleText(used: number, limit: number | null): string {
  if (limit === null) return plural(used, { one: 'Shared with # person', other: 'Shared with # people' });
  return plural(limit, { one: `Shared with ${used} of # person`, other: `Shared with ${used} of # people` });
}
