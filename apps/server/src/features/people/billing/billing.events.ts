import { defineEvent } from '../../../platform/bus/index.ts';

/** A device of the account was deleted or handed over: the plan has room for another one. */
export const devicePlaceFreed = defineEvent<{ readonly accountId: number }>('device.place-freed', { scope: 'node' });
