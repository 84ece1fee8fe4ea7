import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './people.repository.ts';

/** The condition that a row of `guest_passes` can be used now or later. */
export const isGood = (now: number): SQL => sql`(revoked_at is null and until_at > ${now} and used < uses)`;

/** Ends every share, offer, public link and guest pass that an account gave; returns how many there were. */
export async function endSharing(transaction: Transaction, accountId: number, now: number) {
  const shares = await transaction.execute(sql`delete from shares
    where device_id in (select id from devices where account_id = ${accountId})
      or dashboard_id in (select id from dashboards where account_id = ${accountId})`);
  const links = await transaction.execute(sql`delete from public_links where account_id = ${accountId}`);
  const passes = await transaction.execute(
    sql`update guest_passes set revoked_at = ${now} where account_id = ${accountId} and ${isGood(now)}`,
  );
  return { shares: shares.rowCount ?? 0, links: links.rowCount ?? 0, passes: passes.rowCount ?? 0 };
}
