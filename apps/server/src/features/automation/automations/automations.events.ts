import { defineEvent } from '../../../platform/bus/index.ts';

/** Automations of a device changed or ran. */
export const automationsChanged = defineEvent<{ readonly deviceId: number }>('automations.changed', {
  scope: 'cluster',
  key: 'deviceId',
});
