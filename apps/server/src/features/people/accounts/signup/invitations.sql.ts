import { and, eq, exists, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { accounts, invitations } from '../../../../platform/database/schema/index.ts';

type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

/** An invitation that somebody signs up with; only the hash of its code is known. */
export interface InvitationUse {
  readonly codeHash: string;
  readonly email: string;
  readonly now: Date;
}

/** True when the invitation is good for the address. */
export async function isInvited(orm: Database['orm'], use: InvitationUse): Promise<boolean> {
  const rows = await orm.select({ id: invitations.id }).from(invitations).where(goodFor(orm, use));
  return rows.length > 0;
}

/** Uses an invitation up, of two at once for one; returns its id, undefined when it is not good for the address. */
export async function useInvitation(transaction: Transaction, use: InvitationUse): Promise<number | undefined> {
  const rows = await transaction
    .update(invitations)
    .set({ usedAt: sql`coalesce(${invitations.usedAt}, ${use.now})` })
    .where(goodFor(transaction, use))
    .returning({ id: invitations.id });
  return rows[0]?.id;
}

/** Notes whose address an invitation was used with, also when the account was there before: nothing may reveal which. */
export async function noteInvited(transaction: Transaction, invitationId: number, email: string): Promise<void> {
  await transaction
    .update(invitations)
    .set({ usedBy: sql`(select ${accounts.id} from ${accounts} where ${accounts.email} = ${email})` })
    .where(eq(invitations.id, invitationId));
}

/** Anyone who used it may try again with the same address, for instance when the mail could not be sent. */
function goodFor(orm: Pick<Database['orm'], 'select'>, { codeHash, email, now }: InvitationUse) {
  const again = orm
    .select({ one: sql`1` })
    .from(accounts)
    .where(and(eq(accounts.id, invitations.usedBy), eq(accounts.email, email)));
  return and(
    eq(invitations.codeHash, codeHash),
    gt(invitations.expiresAt, now),
    or(isNull(invitations.email), eq(invitations.email, email)),
    or(isNull(invitations.usedAt), exists(again)),
  );
}
