import { type DeviceLogQuery, deviceIcon } from '@cyno/contract';
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import {
  type Database,
  isForeignKeyViolation,
  isUniqueViolation,
  readPages,
  rowsByColumn,
} from '../../../platform/database/index.ts';
import { deviceLog, devices, firmwareJobs, variables } from '../../../platform/database/schema/index.ts';
import type { BulkChange } from './device-settings.ts';
import type { DeviceRecord } from './devices.directory.ts';
import { addDevices, type NewDevice } from './new-devices.sql.ts';
import type { Added } from './new-devices.ts';

const perPage = 5_000;

type Row = typeof devices.$inferSelect;

const columns = Object.entries(getTableColumns(devices));
const columnNames = columns.map(([name]) => name);
const isInstant = (column: (typeof columns)[number][1]) => column.columnType === 'PgTimestamp';
const columnList = columns
  .map(([name, column]) => {
    const value = isInstant(column) ? `date_part('epoch', "${column.name}") * 1000` : `"${column.name}"`;
    return `${value} as "${name}"`;
  })
  .join(', ');
const instants = columns.flatMap(([name, column]) => (isInstant(column) ? [name as keyof Row] : []));

/** A row with its instants in ms since the epoch. */
type NumbersRow = { [Name in keyof Row]: Row[Name] extends Date | null ? number | null : Row[Name] };

function withInstants(row: NumbersRow): Row {
  const dates = instants.map((name) => [name, row[name] === null ? null : new Date(Math.round(row[name] as number))]);
  return Object.assign(row, Object.fromEntries(dates));
}

const toRecord = (row: Row): DeviceRecord => ({
  id: row.id,
  accountId: row.accountId,
  espid: row.espid,
  name: row.name,
  order: row.order,
  family: row.family,
  verifiedKeyId: row.verifiedKeyId,
  paused: row.pausedAt !== null,
  virtual: row.virtual,
  virtualUntil: row.virtualUntil?.getTime() ?? null,
  firmware: row.firmware,
  template: row.template,
  templateVersion: row.templateVersion,
  rssi: row.rssi,
  ip: row.ip,
  ssid: row.ssid,
  location:
    row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude },
  icon: row.icon === null ? null : (deviceIcon.safeParse(row.icon).data ?? null),
  favourite: row.favourite,
  tags: row.tags,
  notes: row.notes,
  groupId: row.groupId,
  timeZone: row.timeZone,
  online: false,
  onlineChangedAt: row.onlineChangedAt?.getTime() ?? null,
  lastSeenAt: row.lastSeenAt?.getTime() ?? null,
  addedAt: row.createdAt.getTime(),
  spokeAt: row.spokeAt?.getTime() ?? null,
});

/**
 * Saves what a bulk action changes, of all devices in one statement: the tags of each by its id, and the same of all. Returns which
 * of them are the account's still, or `no group` when that is gone by now.
 */
async function saveMany(
  orm: Database['orm'],
  accountId: number,
  { tags, ...same }: { tags: ReadonlyMap<number, readonly string[]> } & BulkChange,
): Promise<ReadonlySet<number> | 'no group'> {
  const rows = [...tags].map(([id, ofDevice]) => ({ id, tags: ofDevice }));
  try {
    const saved = await orm
      .update(devices)
      .set({ ...same, tags: sql`array(select jsonb_array_elements_text(wanted.tags))` })
      .from(sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted(id int, tags jsonb)`)
      .where(and(sql`${devices.id} = wanted.id`, eq(devices.accountId, accountId), isNull(devices.deletedAt)))
      .returning({ id: devices.id });
    return new Set(saved.map(({ id }) => id));
  } catch (error) {
    if (isForeignKeyViolation(error)) return 'no group';
    throw error;
  }
}

async function restore(orm: Database['orm'], accountId: number, espid: string): Promise<DeviceRecord | undefined> {
  try {
    const [row] = await orm
      .update(devices)
      .set({ deletedAt: null })
      .where(
        sql`id = (select id from ${devices} where account_id = ${accountId} and espid = ${espid} and deleted_at is not null
          order by deleted_at desc limit 1) and not exists (select 1 from ${devices} where espid = ${espid} and deleted_at is null)`,
      )
      .returning();
    return row && toRecord(row);
  } catch (error) {
    // Somebody else's board came with it in the same moment.
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

async function listOwners(orm: Database['orm']): Promise<ReadonlyMap<number, number>> {
  const rows = await orm
    .select({ id: devices.id, accountId: devices.accountId })
    .from(devices)
    .where(isNull(devices.deletedAt));
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}

async function removeSilent(orm: Database['orm'], ids: readonly number[], before: number): Promise<number[]> {
  const { spokeAt, deletedAt, virtual, createdAt } = devices;
  const isSilent = and(isNull(spokeAt), isNull(deletedAt), eq(virtual, false), lt(createdAt, new Date(before)));
  // Somebody may have imported a history for a board that is still to come.
  const measured = sql`exists (select 1 from ${variables} where ${variables.deviceId} = ${devices.id})`;
  // It may be a board that is offline, and what depends on its update would never hear how that ended.
  const updated = sql`exists (select 1 from ${firmwareJobs} where ${firmwareJobs.deviceId} = ${devices.id}
    and ${firmwareJobs.finishedAt} is null)`;
  const rows = await orm
    .delete(devices)
    .where(and(inArray(devices.id, [...ids]), isSilent, sql`not ${measured}`, sql`not ${updated}`))
    .returning({ id: devices.id });
  return rows.map((row) => row.id);
}

/** Saves what boards report of themselves. */
async function saveFacts({ pool }: Database, records: readonly DeviceRecord[]): Promise<void> {
  await pool.query(
    `update devices set ip = said.ip, ssid = said.ssid, rssi = said.rssi, firmware = said.firmware,
       template = said.template, template_version = said.version
     from unnest($1::int[], $2::text[], $3::text[], $4::smallint[], $5::text[], $6::text[], $7::smallint[])
       as said(id, ip, ssid, rssi, firmware, template, version)
     where devices.id = said.id`,
    [
      records.map((record) => record.id),
      records.map((record) => record.ip),
      records.map((record) => record.ssid),
      records.map((record) => record.rssi),
      records.map((record) => record.firmware),
      records.map((record) => record.template),
      records.map((record) => record.templateVersion),
    ],
  );
}

/** The SQL of devices, but for presence and the event log's hot path. */
export function devicesRepository(database: Database) {
  const { pool, orm } = database;
  return {
    saveFacts: (records: readonly DeviceRecord[]) => saveFacts(database, records),

    /** All that were not deleted; in pages, since all rows at once take several times what is held of them. */
    async *listAll(): AsyncGenerator<DeviceRecord[]> {
      const pages = readPages((last: NumbersRow | undefined) =>
        rowsByColumn<NumbersRow>(pool, {
          names: columnNames,
          text: `select ${columnList} from devices where id > $1 and deleted_at is null order by id limit $2`,
          values: [last?.id ?? 0, perPage],
        }),
      );
      for await (const page of pages) yield page.map((row) => toRecord(withInstants(row)));
    },

    /** Whose the devices are that were not deleted, by their ids. */
    listOwners: () => listOwners(orm),

    /** A device that was not deleted. */
    async find(id: number): Promise<DeviceRecord | undefined> {
      const [row] = await orm
        .select()
        .from(devices)
        .where(and(eq(devices.id, id), isNull(devices.deletedAt)));
      return row && toRecord(row);
    },

    /** Adds boards behind the other devices of their accounts, or brings back deleted ones; returns in their order. */
    async addAll(wanted: readonly NewDevice[]): Promise<Added[]> {
      const rows = await addDevices({ pool, orm }, wanted);
      return rows.map((row) => (typeof row === 'string' ? row : toRecord(row)));
    },

    /** Brings back a deleted device with its data; undefined when there is none, or its espid was taken meanwhile. */
    restore: (accountId: number, espid: string) => restore(orm, accountId, espid),

    /** Which of these boards the account deleted in the last days. */
    async deletedAmong(accountId: number, espids: readonly string[]): Promise<Set<string>> {
      const rows = await orm
        .selectDistinct({ espid: devices.espid })
        .from(devices)
        .where(
          and(eq(devices.accountId, accountId), inArray(devices.espid, [...espids]), isNotNull(devices.deletedAt)),
        );
      return new Set(rows.map((row) => row.espid));
    },

    /** What an account deleted last under an id. */
    async findDeleted(accountId: number, espid: string): Promise<{ spokeAt: Date | null } | undefined> {
      const [row] = await orm
        .select({ spokeAt: devices.spokeAt })
        .from(devices)
        .where(and(eq(devices.accountId, accountId), eq(devices.espid, espid), isNotNull(devices.deletedAt)))
        .orderBy(desc(devices.deletedAt))
        .limit(1);
      return row;
    },

    async saveOrder(accountId: number, ids: readonly number[]): Promise<void> {
      await orm.execute(sql`update ${devices} set "order" = place - 1
        from unnest(${sql.param(ids)}::int[]) with ordinality as wanted(id, place)
        where ${devices.id} = wanted.id and ${devices.accountId} = ${accountId}`);
    },

    /** Pauses devices at an instant, or with null lets them continue. */
    async savePaused(ids: readonly number[], at: number | null): Promise<void> {
      if (ids.length === 0) return;
      await orm
        .update(devices)
        .set({ pausedAt: at === null ? null : new Date(at) })
        .where(inArray(devices.id, [...ids]));
    },

    async save(id: number, change: Partial<typeof devices.$inferInsert>): Promise<void> {
      await orm.update(devices).set(change).where(eq(devices.id, id));
    },

    /** False when the device is not the account's any more. */
    async saveVerifiedKey(accountId: number, id: number, verifiedKeyId: number): Promise<boolean> {
      const { rowCount } = await orm
        .update(devices)
        .set({ verifiedKeyId })
        .where(and(eq(devices.id, id), eq(devices.accountId, accountId), isNull(devices.deletedAt)));
      return rowCount === 1;
    },

    saveMany: (accountId: number, changes: Parameters<typeof saveMany>[2]) => saveMany(orm, accountId, changes),

    /** Returns which of them are the account's and were not deleted yet. */
    async markDeleted(accountId: number, ids: readonly number[], at: number): Promise<number[]> {
      const rows = await orm
        .update(devices)
        .set({ deletedAt: new Date(at) })
        .where(and(inArray(devices.id, [...ids]), eq(devices.accountId, accountId), isNull(devices.deletedAt)))
        .returning({ id: devices.id });
      return rows.map((row) => row.id);
    },

    /** Removes devices that were deleted before this instant for good, with everything that hangs on them. */
    async purge(before: number): Promise<number[]> {
      const rows = await orm
        .delete(devices)
        .where(and(isNotNull(devices.deletedAt), lt(devices.deletedAt, new Date(before))))
        .returning({ id: devices.id });
      return rows.map((row) => row.id);
    },

    /** Removes those of these devices whose boards never sent anything and that were added before this instant; returns which. */
    removeSilent: (ids: readonly number[], before: number) => removeSilent(orm, ids, before),

    /** Newest first. */
    async logLines(deviceId: number, { before, kinds, search, limit }: DeviceLogQuery) {
      const { id, at, kind, text, raw, run } = deviceLog;
      return orm
        .select({ id, at, kind, text, raw, run })
        .from(deviceLog)
        .where(
          and(
            eq(deviceLog.deviceId, deviceId),
            before === undefined ? undefined : lt(id, before),
            kinds === undefined ? undefined : inArray(kind, kinds),
            search === undefined ? undefined : sql`position(lower(${search}) in lower(${text})) > 0`,
          ),
        )
        .orderBy(sql`${id} desc`)
        .limit(limit);
    },
  };
}

export type DevicesRepository = ReturnType<typeof devicesRepository>;
