import type { DeviceRole } from '@cyno/contract';
import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { accounts, deviceVisits } from '../../../platform/database/schema/index.ts';

const retentionMs = 90 * 24 * 3_600_000;
/** Of one account on a device, so that nobody pushes out who else looked. */
const maxStoredOfAccount = 200;
const maxListedPerDevice = 1_000;

export interface NewVisit {
  readonly deviceId: number;
  readonly accountId: number;
  readonly role: DeviceRole;
  readonly fromAt: number;
  readonly toAt: number;
}

/** The SQL of who looked at devices. */
export function visitsRepository({ orm, pool }: Database) {
  return {
    /** Stores visits and returns their ids in the same order; null where the device or account is gone by now. */
    async add(visits: readonly NewVisit[]): Promise<(number | null)[]> {
      const { rows } = await pool.query<{ place: number; id: number }>(
        `with wanted as (
           select * from unnest($1::int[], $2::int[], $3::text[], $4::bigint[], $5::bigint[])
             with ordinality as visit(device_id, account_id, role, from_at, to_at, place)
           where exists (select 1 from devices where id = device_id) and exists (select 1 from accounts where id = account_id)
         ), numbered as (select *, nextval('device_visits_id_seq') as id from wanted), added as (
           insert into device_visits (id, device_id, account_id, role, from_at, to_at) overriding system value
           select id, device_id, account_id, role, from_at, to_at from numbered
         )
         select place::int, id from numbered`,
        [
          visits.map(({ deviceId }) => deviceId),
          visits.map(({ accountId }) => accountId),
          visits.map(({ role }) => role),
          visits.map(({ fromAt }) => fromAt),
          visits.map(({ toAt }) => toAt),
        ],
      );
      const ids = new Map(rows.map(({ place, id }) => [place, id]));
      return visits.map((_, index) => ids.get(index + 1) ?? null);
    },

    /** Lengthens visits. */
    async extend(visits: readonly { id: number; toAt: number }[]): Promise<void> {
      await pool.query(
        `update device_visits set to_at = longer.to_at from unnest($1::bigint[], $2::bigint[]) as longer(id, to_at)
         where device_visits.id = longer.id`,
        [visits.map(({ id }) => id), visits.map(({ toAt }) => toAt)],
      );
    },

    /** Newest first. */
    async list(deviceId: number) {
      return orm
        .select({ email: accounts.email, role: deviceVisits.role, from: deviceVisits.fromAt, to: deviceVisits.toAt })
        .from(deviceVisits)
        .innerJoin(accounts, eq(accounts.id, deviceVisits.accountId))
        .where(eq(deviceVisits.deviceId, deviceId))
        .orderBy(desc(deviceVisits.toAt), desc(deviceVisits.id))
        .limit(maxListedPerDevice);
    },

    /** Keeps 90 days, and 200 visits of each account on a device. */
    async removeOld(now: number): Promise<void> {
      await orm.delete(deviceVisits).where(lt(deviceVisits.toAt, now - retentionMs));
      await orm.execute(sql`delete from device_visits using (
          select id from (
            select id, row_number() over (partition by device_id, account_id order by to_at desc, id desc) as place from device_visits
          ) as numbered where place > ${maxStoredOfAccount}
        ) as surplus where device_visits.id = surplus.id`);
    },
  };
}

export type VisitsRepository = ReturnType<typeof visitsRepository>;
