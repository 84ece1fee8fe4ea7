import { defineEvent } from '../../../platform/bus/index.ts';

/** Variables of a device came, or their numbers mean something else than before. */
export const variablesChanged = defineEvent<{ readonly deviceId: number; readonly keys: readonly string[] }>(
  'variables.changed',
  { scope: 'cluster', key: 'deviceId' },
);
