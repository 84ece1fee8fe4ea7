import { defineEvent } from '../../../platform/bus/index.ts';

/** Boards that wait at an account, its connection keys or its *Add device* window changed. */
export const pairingChanged = defineEvent<{ readonly accountId: number }>('pairing.changed', {
  scope: 'cluster',
  key: 'accountId',
});
