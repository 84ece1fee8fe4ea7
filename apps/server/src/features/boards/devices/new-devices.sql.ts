import { inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { devices } from '../../../platform/database/schema/index.ts';

export interface NewDevice {
  readonly accountId: number;
  readonly espid: string;
  readonly family: (typeof devices.$inferSelect)['family'];
  readonly verifiedKeyId: number | null;
  /** Leaves a board alone that the account deleted lately, instead of bringing it back. */
  readonly unlessDeleted: boolean;
}

/** `deleted`: its account deleted it lately; `taken`: somebody has a device with this id. */
export type AddedRow = typeof devices.$inferSelect | 'deleted' | 'taken';

/** An id stands in `wanted` once at most; the rows that are changed are those of one instant, no matter who else changes them. */
const addSql = `
  with wanted as (
    select * from unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::boolean[])
      with ordinality as wanted(account_id, espid, family, key_id, unless_deleted, place)
  ), deleted as (
    select distinct on (wanted.place) wanted.place, wanted.key_id, wanted.unless_deleted, devices.id
    from wanted join devices using (account_id, espid)
    where devices.deleted_at is not null
    order by wanted.place, devices.deleted_at desc
  ), restored as (
    update devices set deleted_at = null, verified_key_id = deleted.key_id
    from deleted
    where devices.id = deleted.id and not deleted.unless_deleted
      and not exists (select 1 from devices other where other.espid = devices.espid and other.deleted_at is null)
    returning deleted.place, devices.id
  ), inserted as (
    insert into devices (account_id, espid, name, "order", family, verified_key_id)
    select account_id, espid, espid,
      coalesce((select max("order") + 1 from devices mine where mine.account_id = wanted.account_id), 0)
        + row_number() over (partition by account_id order by place) - 1,
      family, key_id
    from wanted where not exists (select 1 from deleted where deleted.place = wanted.place)
    on conflict (espid) where deleted_at is null do nothing
    returning id, espid
  )
  select coalesce(restored.id, inserted.id) as id, coalesce(deleted.unless_deleted, false) as "isDeleted"
  from wanted left join deleted using (place) left join restored using (place) left join inserted using (espid)
  order by wanted.place`;

/** Adds boards behind the other devices of their accounts, or brings back deleted ones, in one statement; returns in their order. */
export async function addDevices(
  { pool, orm }: Pick<Database, 'pool' | 'orm'>,
  wanted: readonly NewDevice[],
): Promise<AddedRow[]> {
  const { rows } = await pool.query<{ id: number | null; isDeleted: boolean }>(addSql, [
    wanted.map((one) => one.accountId),
    wanted.map((one) => one.espid),
    wanted.map((one) => one.family),
    wanted.map((one) => one.verifiedKeyId),
    wanted.map((one) => one.unlessDeleted),
  ]);
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const added = ids.length === 0 ? [] : await orm.select().from(devices).where(inArray(devices.id, ids));
  const byId = new Map(added.map((row) => [row.id, row]));
  return rows.map(({ id, isDeleted }) => (id === null ? undefined : byId.get(id)) ?? (isDeleted ? 'deleted' : 'taken'));
}
