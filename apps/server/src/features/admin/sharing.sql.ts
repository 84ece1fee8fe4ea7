import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Transaction } from './people.repository.ts';

/** The condition that a row of `shares` is of a device or dashboard of an account. */
export const isGivenBy = (accountId: number | SQLWrapper): SQL =>
  sql`(device_id in (select devices.id from devices where devices.account_id = ${accountId})
    or dashboard_id in (select dashboards.id from dashboards where dashboards.account_id = ${accountId}))`;

/** The condition that a row of `guest_passes` can be used now or later. */
export const isGood = (now: number): SQL => sql`(revoked_at is null and until_at > ${now} and used < uses)`;

/** Ends every share, offer, public link and guest pass that an account gave; answers how many there were. */
export async function endSharing(transaction: Transaction, accountId: number, now: number) {
  const shares = await transaction.execute(sql`delete from shares where ${isGivenBy(accountId)}`);
  const links = await transaction.execute(sql`delete from public_links where account_id = ${accountId}`);
  const passes = await transaction.execute(
    sql`update guest_passes set revoked_at = ${now} where account_id = ${accountId} and ${isGood(now)}`,
  );
  return { shares: shares.rowCount ?? 0, links: links.rowCount ?? 0, passes: passes.rowCount ?? 0 };
}
