import type { Member } from '@cyno/contract';
import { defineEvent } from '../../../platform/bus/index.ts';
import type { EndedAccessToken } from './sessions/access-tokens.repository.ts';
import type { EndedSession } from './sessions/sessions.repository.ts';

// Each server learns of all of these from the database, no matter who changed it.

/** A session of a browser ended. Published more than once when this server ended it itself. */
export const sessionEnded = defineEvent<EndedSession>('session.ended', { scope: 'node' });

/** An access token was revoked or has expired. Published more than once when this server revoked it itself. */
export const accessTokenRevoked = defineEvent<EndedAccessToken>('access-token.revoked', { scope: 'node' });

/** Everything that is open for an account must be cut. */
export const accountBlocked = defineEvent<{ readonly accountId: number }>('account.blocked', { scope: 'node' });

/** Something about an account changed: whether it is one of an administrator now. */
export const accountChanged = defineEvent<{ readonly accountId: number; readonly member: Member }>('account.changed', {
  scope: 'node',
});

/** Changes of accounts may have been missed: whatever holds connections open passes their proofs to `endMissing`. */
export const accountChangesMissed = defineEvent<undefined>('account-changes.missed', { scope: 'node' });
