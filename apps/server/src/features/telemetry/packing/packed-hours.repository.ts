import type pg from 'pg';
import { decodeHour, encodeHour, hourMs, hourOf } from './codec/index.ts';
import { arrayText, type Client, type DeviceHour, inTransaction, isMarked, lockDevices } from './device-hours.sql.ts';
import { areSame, columnsOfRows, type HourColumns, rowsOfColumns, withoutValues } from './hour-columns.ts';
import { packRollups, unpackRollups } from './packed-rollups.repository.ts';
import { rollupColumn, rollupFigures } from './rollup-columns.ts';

const minuteMs = 60_000;
const hoursPerRead = 100;

/** A packed hour of messages, `minutes` is 0, or of rollups that are so wide. */
interface StoredHour {
  readonly hour: number;
  readonly minutes: number;
  readonly data: Buffer;
}

/** What packing an hour gave: how many messages were packed into how many bytes. */
export interface Packed {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * Turns packed hours back into rows, with their rollups, within a transaction that changes them; hours that are not packed stay as they are.
 * Until the transaction ends none of these devices is packed.
 */
export async function unpackHours(client: Client, hours: readonly DeviceHour[]): Promise<void> {
  if (hours.length === 0) return;
  await lockDevices(
    client,
    hours.map(({ deviceId }) => deviceId),
  );
  const { rows } = await client.query<DeviceHour & { data: Buffer }>(
    `DELETE FROM telemetry_packed AS packed USING unnest($1::int[], $2::bigint[]) AS wanted(device_id, hour)
     WHERE packed.device_id = wanted.device_id AND packed.at = wanted.hour
     RETURNING packed.device_id AS "deviceId", packed.at AS hour, packed.data`,
    [hours.map(({ deviceId }) => deviceId), hours.map(({ hour }) => hour)],
  );
  for (const { deviceId, hour, data } of rows) await insertRows(client, deviceId, decodeHour(hour, data));
  await unpackRollups(client, hours);
  // The rollups of minutes that were left out, because the packed messages gave them, are made again.
  await client.query(
    'INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT * FROM unnest($1::int[], $2::bigint[])',
    [rows.map(({ deviceId }) => deviceId), rows.map(({ hour }) => hour)],
  );
}

/**
 * Packs the messages of an hour, within a transaction of its own. Null: there are none, or its rollups are still to be made. Throws when what
 * was packed does not read back as it was, and leaves it as rows.
 */
function packHour(pool: pg.Pool, { deviceId, hour }: DeviceHour): Promise<Packed | null> {
  return inTransaction(pool, async (client) => {
    // Also what a former packing left out: a message that came while two servers worked.
    await unpackHours(client, [{ deviceId, hour }]);
    return (await isMarked(client, { deviceId, hour })) ? null : packRows(client, { deviceId, hour });
  });
}

async function packRows(client: Client, { deviceId, hour }: DeviceHour): Promise<Packed | null> {
  const { rows } = await client.query(
    `WITH gone AS (
       DELETE FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3 RETURNING at, numbers, texts
     )
     SELECT json_agg(at) AS times, json_agg(numbers) AS numbers, json_agg(texts) AS texts
     FROM (SELECT * FROM gone ORDER BY at) AS messages`,
    [deviceId, hour, hour + hourMs],
  );
  if (!rows[0]?.times) return null;
  const columns = columnsOfRows(rows[0]);
  const { rows: stored } = await client.query<{ data: Buffer }>(
    `INSERT INTO telemetry_packed (device_id, at, first_at, last_at, messages, data) VALUES ($1, $2, $3, $4, $5, $6) RETURNING data`,
    [deviceId, hour, columns.times[0], columns.times.at(-1), columns.times.length, encodeHour(hour, columns)],
  );
  const data = stored[0]?.data ?? Buffer.alloc(0);
  if (!areSame(columns, decodeHour(hour, data))) throw new Error('A packed hour does not read back as it was stored');
  return { messages: columns.times.length, bytes: data.length };
}

async function insertRows(client: Client, deviceId: number, columns: HourColumns): Promise<void> {
  const { times, numbers, texts } = rowsOfColumns(columns);
  await client.query(
    `INSERT INTO telemetry AS stored (at, device_id, numbers, texts)
     SELECT at, $1::int, numbers::float8[], texts::jsonb
     FROM unnest($2::bigint[], $3::text[], $4::text[]) AS given(at, numbers, texts)
     ON CONFLICT (device_id, at) DO UPDATE SET
       numbers = telemetry_merge(excluded.numbers, stored.numbers),
       texts = coalesce(excluded.texts || stored.texts, stored.texts, excluded.texts)`,
    [deviceId, times, numbers.map(arrayText), texts.map((textsBySlot) => textsBySlot && JSON.stringify(textsBySlot))],
  );
}

/**
 * Takes the values of one slot out of the first packed hours between two instants, and out of their rollups; messages that hold nothing
 * else go. Doing it again changes nothing. Returns from where to continue, null: there are no more.
 */
export async function removePackedValues(
  pool: pg.Pool,
  { deviceId, slot }: { readonly deviceId: number; readonly slot: number },
  { from, before }: { readonly from: number; readonly before: number },
): Promise<number | null> {
  const { rows } = await pool.query<StoredHour>(
    `SELECT at AS hour, minutes, data FROM (
       SELECT at, 0 AS minutes, data FROM telemetry_packed WHERE device_id = $1 UNION ALL
       SELECT at, minutes, data FROM rollup_packed WHERE device_id = $1
     ) AS packed WHERE at >= $2 AND at < $3 ORDER BY at, minutes LIMIT ${hoursPerRead}`,
    [deviceId, hourOf(from), before],
  );
  for (const { hour, minutes, data } of rows) {
    const columns = decodeHour(hour, data);
    const slots = minutes === 0 ? [slot] : rollupFigures.map((figure) => rollupColumn(slot, figure));
    if (!slots.some((one) => columns.numbers.has(one) || columns.texts.has(one))) continue;
    // A bucket that reaches over the limit holds values that are stored.
    const { times, ...values } = withoutValues(columns, slots, before - minutes * minuteMs + (minutes === 0 ? 0 : 1));
    await replaceHour(pool, { deviceId, hour, minutes, data }, { times, ...values });
  }
  const last = rows.at(-1);
  // The rest of the last hour may not be among them.
  return last && rows.length === hoursPerRead ? last.hour : null;
}

/** What was unpacked since it was read stays as it is: it is gone through as rows another night. */
async function replaceHour(
  pool: pg.Pool,
  { deviceId, hour, minutes, data }: StoredHour & { readonly deviceId: number },
  columns: HourColumns,
): Promise<void> {
  const { times } = columns;
  const place = [deviceId, hour, data];
  const table = minutes === 0 ? 'telemetry_packed' : 'rollup_packed';
  const isMeant = `device_id = $1 AND at = $2 AND data = $3 ${minutes === 0 ? '' : `AND minutes = ${minutes}`}`;
  if (times.length === 0) await pool.query(`DELETE FROM ${table} WHERE ${isMeant}`, place);
  else if (minutes > 0) {
    await pool.query(`UPDATE rollup_packed SET data = $4 WHERE ${isMeant}`, [...place, encodeHour(hour, columns)]);
  } else {
    await pool.query(
      `UPDATE telemetry_packed SET data = $4, first_at = $5, last_at = $6, messages = $7 WHERE ${isMeant}`,
      [...place, encodeHour(hour, columns), times[0], times.at(-1), times.length],
    );
  }
}

/** Which hours are to be packed, and what is packed. */
export function packedHoursRepository(pool: pg.Pool) {
  return {
    /** Of each device the oldest hour with rows in a table that ended by `before` and has its rollups, from where it is to continue. */
    async listUnpacked(
      table: 'telemetry' | 'rollup_5m',
      before: number,
      passed: ReadonlyMap<number, number>,
    ): Promise<DeviceHour[]> {
      const { rows } = await pool.query<DeviceHour>(
        `SELECT devices.id AS "deviceId", oldest.hour FROM devices
         LEFT JOIN unnest($2::int[], $3::bigint[]) AS passed(id, until) USING (id)
         CROSS JOIN LATERAL (
           SELECT at - at % ${hourMs} AS hour FROM ${table}
           WHERE device_id = devices.id AND at >= coalesce(passed.until, 0) AND at < $1
             AND at - at % ${hourMs} NOT IN (SELECT hour FROM telemetry_dirty_hours WHERE device_id = devices.id)
           ORDER BY at LIMIT 1
         ) AS oldest`,
        [before, [...passed.keys()], [...passed.values()]],
      );
      return rows;
    },

    /** The end of the newest packed hour, ms since the epoch; 0: there is none. */
    async newestEnd(): Promise<number> {
      const { rows } = await pool.query<{ until: number | null }>(
        // Device by device along the index: there is none by the instant alone.
        `SELECT max(newest.at) + ${hourMs} AS until FROM devices CROSS JOIN LATERAL (
           SELECT at FROM telemetry_packed WHERE device_id = devices.id ORDER BY at DESC LIMIT 1
         ) AS newest`,
      );
      return rows[0]?.until ?? 0;
    },

    pack: (hour: DeviceHour) => packHour(pool, hour),

    packRollups: (hour: DeviceHour) => packRollups(pool, hour),
  };
}

export type PackedHoursRepository = ReturnType<typeof packedHoursRepository>;
