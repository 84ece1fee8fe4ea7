import { defineEvent } from '../../../platform/bus/index.ts';

/** The update of a device came to another state. */
export const updateChanged = defineEvent<{ readonly deviceId: number }>('update.changed', {
  scope: 'cluster',
  key: 'deviceId',
});
