import type pg from 'pg';
import { type Reads, within } from '../../../platform/database/index.ts';

/** Of a statement; the database itself stops it then. */
const timeoutMs = 5_000;
/** About what a packed hour takes besides its data: header, other columns, and its entry in the index. */
const bytesPerPackedHour = 110;
/** About what a row takes besides its columns: its pointer in the page and its entry in the index. */
const bytesPerRow = 45;

/** A range of instants, ms since the epoch; `to` does not belong to it. */
export interface SizeRange {
  readonly from: number;
  readonly to: number;
}

/** What a device stored within ranges, bytes. The first packed hours of all are ms since the epoch; null: there is none. */
export interface StoredWithin {
  readonly deviceId: number;
  readonly messages: number;
  readonly firstMessages: number | null;
  /** Packed rollups of 5 minutes. */
  readonly fineRollups: number;
  /** Rollups of an hour and of a day. */
  readonly longRollups: number;
  readonly firstRollups: number | null;
}

/** A device, and from which instants on its messages and rollups count as retained, ms since the epoch. */
export interface RetainedFrom {
  readonly deviceId: number;
  readonly messages: number;
  readonly rollups: number;
}

/** What a device has stored, bytes, and how much of it is retained; `messagesWithRollups` are the messages of which the rollups are. */
export interface StoredNow {
  readonly deviceId: number;
  readonly messages: number;
  readonly retainedMessages: number;
  readonly messagesWithRollups: number;
  readonly rollups: number;
  readonly retainedRollups: number;
}

const packedBytes = `octet_length(data) + ${bytesPerPackedHour}`;
const rowBytes = (table: string) => `pg_column_size(${table}.*) + ${bytesPerRow}`;
const total = (bytes: string) => `coalesce(sum(${bytes}), 0)::float8`;

/** How much devices have stored and store in a time, counted from the rows of all tables of history. */
export function deviceSizesRepository(reads: Reads) {
  return {
    /** Rejects with an error that `isCanceled` when it takes longer than 5 seconds. */
    listWithin(
      deviceIds: readonly number[],
      { messages, rollups }: { readonly messages: SizeRange; readonly rollups: SizeRange },
    ): Promise<StoredWithin[]> {
      const longRollups = (table: string) =>
        `(SELECT ${total(rowBytes(table))} FROM ${table} WHERE device_id = device.id AND at >= $4 AND at < $5)`;
      return query<StoredWithin>(
        reads,
        `SELECT device.id AS "deviceId",
           (SELECT ${total(packedBytes)} FROM telemetry_packed WHERE device_id = device.id AND at >= $2 AND at < $3) AS messages,
           (SELECT min(at) FROM telemetry_packed WHERE device_id = device.id) AS "firstMessages",
           (SELECT ${total(packedBytes)} FROM rollup_packed
            WHERE device_id = device.id AND minutes = 5 AND at >= $4 AND at < $5) AS "fineRollups",
           ${longRollups('rollup_1h')} + ${longRollups('rollup_1d')} AS "longRollups",
           (SELECT min(at) FROM rollup_packed WHERE device_id = device.id AND minutes = 5) AS "firstRollups"
         FROM unnest($1::int[]) AS device(id)`,
        [deviceIds, messages.from, messages.to, rollups.from, rollups.to],
      );
    },

    /** All that is stored of some devices. Rejects with an error that `isCanceled` when it takes longer than 5 seconds. */
    listNow(devices: readonly RetainedFrom[]): Promise<StoredNow[]> {
      const sums = (tables: readonly [string, string][]) =>
        `(SELECT ${total('bytes')} AS all, ${total('CASE WHEN at >= messages_from THEN bytes END')} AS of_messages,
           ${total('CASE WHEN at >= rollups_from THEN bytes END')} AS of_rollups FROM (${tables
             .map(([table, bytes]) => `SELECT at, ${bytes} AS bytes FROM ${table} WHERE device_id = device.id`)
             .join(' UNION ALL ')}) AS stored)`;
      const rows = (table: string): [string, string] => [table, rowBytes(table)];
      const messages = sums([rows('telemetry'), ['telemetry_packed', packedBytes]]);
      const rollups = sums([
        ...['rollup_1m', 'rollup_5m', 'rollup_1h', 'rollup_1d'].map(rows),
        ['rollup_packed', packedBytes],
      ]);
      return query<StoredNow>(
        reads,
        `SELECT device.id AS "deviceId", messages.all AS messages, messages.of_messages AS "retainedMessages",
           messages.of_rollups AS "messagesWithRollups", rollups.all AS rollups, rollups.of_rollups AS "retainedRollups"
         FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS device(id, messages_from, rollups_from)
         CROSS JOIN LATERAL ${messages} AS messages CROSS JOIN LATERAL ${rollups} AS rollups`,
        [
          devices.map(({ deviceId }) => deviceId),
          devices.map(({ messages: from }) => from),
          devices.map(({ rollups: from }) => from),
        ],
      );
    },
  };
}

export type DeviceSizesRepository = ReturnType<typeof deviceSizesRepository>;

function query<Row extends pg.QueryResultRow>(reads: Reads, text: string, values: unknown[]): Promise<Row[]> {
  return reads.run(async (client) => {
    await client.query('BEGIN READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
    // A database that hangs does not stop it itself.
    const { rows } = await client.query<Row>(within(2 * timeoutMs, { text, values }));
    await client.query('COMMIT');
    return rows;
  });
}
