import type { RetainedCredentials } from '@cyno/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  accessTokens,
  accounts,
  chatJoinCodes,
  contactPoints,
  devices,
  identities,
  passkeys,
  sessions,
  shares,
} from '../../../../platform/database/schema/index.ts';
import type { Transaction } from '../account.sql.ts';
import { type EndedAccessToken, endedAccessToken } from '../sessions/access-tokens.repository.ts';
import { type EndedSession, endedSession } from '../sessions/sessions.repository.ts';

/** What was ended, so that caches and open connections forget it. */
export interface EndedProofs {
  readonly sessions: EndedSession[];
  readonly tokens: EndedAccessToken[];
}

/** Contacts from which devices are controlled: by what is written in a chat, or with the buttons of a message. */
const controls = inArray(contactPoints.kind, ['telegram', 'line', 'push']);

const numberOf = (table: typeof accessTokens | typeof passkeys | typeof identities) =>
  sql<number>`(select count(*)::int from ${table} where ${table.accountId} = ${accounts.id})`;

/** The columns that count the ways into an account besides its password. */
export const waysInCounts = {
  accessTokens: numberOf(accessTokens),
  passkeys: numberOf(passkeys),
  identities: numberOf(identities),
  contacts: sql<number>`(select count(*)::int from ${contactPoints} where ${contactPoints.accountId} = ${accounts.id} and ${controls})`,
};

/**
 * Ends the sessions of an account, the codes with which chats join it and offers to transfer its devices, and revokes every other way in that is not retained. Two-step
 * login stays as it is.
 */
export async function removeWaysIn(
  transaction: Transaction,
  accountId: number,
  keep: RetainedCredentials,
): Promise<EndedProofs> {
  if (!keep.passkeys) await transaction.delete(passkeys).where(eq(passkeys.accountId, accountId));
  if (!keep.identities) await transaction.delete(identities).where(eq(identities.accountId, accountId));
  if (!keep.contacts)
    await transaction.delete(contactPoints).where(and(eq(contactPoints.accountId, accountId), controls));
  // Who had the account may have offered its devices to themselves; accepted later, they would be gone for good.
  const ofAccount = transaction.select({ id: devices.id }).from(devices).where(eq(devices.accountId, accountId));
  await transaction.delete(shares).where(and(eq(shares.kind, 'transfer'), inArray(shares.deviceId, ofAccount)));
  await transaction.delete(chatJoinCodes).where(eq(chatJoinCodes.accountId, accountId));
  const tokens = keep.accessTokens
    ? []
    : await transaction.delete(accessTokens).where(eq(accessTokens.accountId, accountId)).returning(endedAccessToken);
  const ended = await transaction.delete(sessions).where(eq(sessions.accountId, accountId)).returning(endedSession);
  return { sessions: ended, tokens };
}
