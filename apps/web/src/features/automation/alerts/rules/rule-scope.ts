import type { AlertCondition, AlertScope, Device, DeviceGroup } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';

/** Whether a rule is for a device of the account. */
export function isInScope(scope: AlertScope, { espid, tags, groupId }: Device): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'devices':
      return scope.espids.includes(espid);
    case 'tag':
      return tags.includes(scope.tag);
    case 'group':
      return groupId === scope.groupId;
  }
}

/** The variable that a condition is about; null: the device itself. */
export const keyOf = (condition: AlertCondition): string | null => ('key' in condition ? condition.key : null);

/** Whether a rule watches something of a device: it is for the device, and the device has the variable. */
export function watches({ scope, condition }: { scope: AlertScope; condition: AlertCondition }, device: Device) {
  const key = keyOf(condition);
  return isInScope(scope, device) && (key === null || device.variables.some((variable) => variable.key === key));
}

/** What devices, groups and variables of an account are called. */
export type RuleNames = { devices: readonly Device[]; groups: readonly DeviceGroup[] };

/** The devices of a scope, briefly: `All devices`, `Greenhouse`, `3 devices`, `Tag vegetables`, `Group North`. */
export function scopeText(scope: AlertScope, { devices, groups }: RuleNames): string {
  switch (scope.kind) {
    case 'all':
      return t`All devices`;
    case 'devices': {
      const [first = ''] = scope.espids;
      if (scope.espids.length > 1) return plural({ count: scope.espids.length }, { other: '# devices' });
      return devices.find(({ espid }) => espid === first)?.name ?? first;
    }
    case 'tag':
      return t`Tag ${{ tag: scope.tag }}`;
    case 'group':
      return t`Group ${{ group: groups.find(({ id }) => id === scope.groupId)?.name ?? String(scope.groupId) }}`;
  }
}

/** The variable of that key on the first device of a scope that has it; without one it is called by its key. */
export function variableIn(scope: AlertScope, key: string, devices: readonly Device[]) {
  const has = (device: Device) => device.variables.find((variable) => variable.key === key);
  const found = devices.find((device) => isInScope(scope, device) && has(device)) ?? devices.find(has);
  const { label = key, unit = '', decimals = null, hue = 1 } = (found && has(found)) ?? {};
  return { label, unit, decimals, hue };
}
