import { defineEvent } from '../../../platform/bus/index.ts';

/** Notes of a device came, changed or went. */
export const annotationsChanged = defineEvent<{ readonly deviceId: number }>('annotations.changed', {
  scope: 'cluster',
  key: 'deviceId',
});
