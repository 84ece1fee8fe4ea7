import type { TestAccounts } from '../accounts.ts';

/**
 * An account as `member` makes it, in a twentieth of the time: nothing is hashed, and its password is that of the administrator, who has
 * to be there.
 */
export async function quickMember({ accounts, database }: TestAccounts, email: string) {
  const id = await accounts.accountOfAddress({ email, name: null });
  await database.pool.query(
    `UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts WHERE member = 'admin') WHERE id = $1`,
    [id],
  );
  const session = await accounts.startSession(id, { ip: '127.0.0.1', userAgent: 'lightMyRequest' });
  return { id, email, token: session.access_token };
}
