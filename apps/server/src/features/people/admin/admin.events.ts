import { defineEvent } from '../../../platform/bus/index.ts';

/** An administrator ended everything that the account shared. */
export const sharingEnded = defineEvent<{ readonly accountId: number }>('sharing.ended', { scope: 'node' });
