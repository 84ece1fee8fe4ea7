import { joined } from '@cyno/contract';
import type { AlertRules, Maintenance } from '../features/automation/alerts/index.ts';
import type { AutomationFeature } from '../features/automation/automations/index.ts';
import { namesAndMore } from '../features/automation/definitions/index.ts';
import type { DeviceGroups } from '../features/boards/device-groups/index.ts';
import { AppError, because } from '../platform/errors.ts';

interface Parts {
  readonly groups: DeviceGroups;
  readonly automation: Pick<AutomationFeature, 'readersOfGroup'>;
  readonly alertRules: Pick<AlertRules, 'namesOfGroup'>;
  readonly maintenance: Pick<Maintenance, 'hasGroup'>;
}

/** Refuses to delete a group as long as alert rules, automations or maintenance find devices by it: they would do nothing any more. */
export function protectUsedGroups({ groups, automation, alertRules, maintenance }: Parts): void {
  groups.useCheck(async (accountId, groupId) => {
    const users = [...alertRules.namesOfGroup(accountId, groupId), ...automation.readersOfGroup(accountId, groupId)];
    if (users.length > 0) {
      const names = joined(users.slice(0, 5).map((name) => `"${name}"`));
      const rest = users.length > 5 ? `, and ${users.length - 5} more` : '';
      throw new AppError(
        409,
        'conflict',
        `The group is used by ${names}${rest}. Change or delete that first.`,
        because('group_in_use', namesAndMore(users.map((name) => `“${name}”`))),
      );
    }
    if (await maintenance.hasGroup(accountId, groupId)) {
      throw new AppError(
        409,
        'conflict',
        'A maintenance of the group runs or is planned. End or delete that first.',
        because('group_in_maintenance'),
      );
    }
  });
}
