import type { ControlState } from '@cyno/contract';
import { defineEvent } from '../../../platform/bus/index.ts';

/** All outputs and events of a device as they are now, and those of its commands that came to another state; often none. */
export type ControlChange = Pick<ControlState, 'outputs' | 'events' | 'commands'>;

/** Commands of a device came to another state; with none, what else is known of its outputs and events changed. */
export const commandChanged = defineEvent<ControlChange & { readonly deviceId: number }>('command.changed', {
  scope: 'cluster',
  key: 'deviceId',
});
