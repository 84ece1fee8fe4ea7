import type { ShareRole } from '@cyno/contract';
import { defineEvent } from '../../../platform/bus/index.ts';
import type { SharedThing } from './share-directory.ts';

/** What an account may do with something of another. `role` null: nothing any more. */
export interface ShareChange {
  readonly thing: SharedThing;
  readonly accountId: number;
  readonly ownerId: number;
  readonly role: ShareRole | null;
}

/** What an account may do with something of another changed. Each server learns of it from the database. */
export const shareChanged = defineEvent<ShareChange>('share.changed', { scope: 'node' });

/** What is offered to an account, or what it offers, changed. */
export const offersChanged = defineEvent<{ readonly accountId: number }>('offers.changed', {
  scope: 'cluster',
  key: 'accountId',
});
