import type { Command } from '@cyno/contract';
import { defineEvent } from '../../../platform/bus/index.ts';

/** Commands of a device came to another state; with none, what else is known of its outputs and events changed. */
export const commandChanged = defineEvent<{ readonly deviceId: number; readonly commands: readonly Command[] }>(
  'command.changed',
  { scope: 'cluster', key: 'deviceId' },
);
