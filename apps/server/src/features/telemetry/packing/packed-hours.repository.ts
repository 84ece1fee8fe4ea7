import type pg from 'pg';
import { decodeHour, encodeHour, hourMs, hourOf } from './codec/index.ts';
import { arrayText, type Client, type DeviceHour, inTransaction, isMarked, lockDevices } from './device-hours.sql.ts';
import { areSame, columnsOfRows, type HourColumns, rowsOfColumns, withoutValues } from './hour-columns.ts';
import { insertMinutes, packRollups, readable, type UnpackedHour, unpackRollups } from './packed-rollups.repository.ts';
import { UnpackableError } from './packing-errors.ts';
import { rollupColumn, rollupFigures } from './rollup-columns.ts';

const minuteMs = 60_000;
/** Few, since they are unpacked between two turns of the event loop. */
const hoursPerRead = 20;
/** An hour of more messages than about three a second stays as rows: unpacking it would hold up what boards send. */
const maxMessages = 10_000;
const messagesAtOnce = 5_000;

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
  const wanted = [hours.map(({ deviceId }) => deviceId), hours.map(({ hour }) => hour)];
  const { rows } = await client.query<DeviceHour & { data: Buffer }>(
    `SELECT packed.device_id AS "deviceId", packed.at AS hour, packed.data FROM telemetry_packed AS packed
     JOIN unnest($1::int[], $2::bigint[]) AS wanted(device_id, hour) ON packed.device_id = wanted.device_id AND packed.at = wanted.hour`,
    wanted,
  );
  const unpacked = rows.flatMap(({ deviceId, hour, data }) => {
    const columns = readable(hour, data);
    // One that is damaged stays as it is, beside what is written now.
    return columns ? [{ deviceId, hour, columns }] : [];
  });
  const damaged = new Set(rows.map(placeOf));
  for (const hour of unpacked) damaged.delete(placeOf(hour));
  // Rollups of what cannot be read any more are all that is left of it.
  await unpackRollups(
    client,
    hours.filter((hour) => !damaged.has(placeOf(hour))),
  );
  if (unpacked.length === 0) return;
  const places = [unpacked.map(({ deviceId }) => deviceId), unpacked.map(({ hour }) => hour)];
  await client.query(
    `DELETE FROM telemetry_packed AS packed USING unnest($1::int[], $2::bigint[]) AS wanted(device_id, hour)
     WHERE packed.device_id = wanted.device_id AND packed.at = wanted.hour`,
    places,
  );
  await insertRows(client, unpacked);
  await insertMinutes(client, unpacked);
  await client.query(
    'INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT * FROM unnest($1::int[], $2::bigint[])',
    places,
  );
}

const placeOf = ({ deviceId, hour }: DeviceHour): string => `${deviceId} ${hour}`;

/** Which of some hours are packed, in groups that are unpacked within a second each, and never more than is packed at once. */
export async function listPackedHours(client: Client, hours: readonly DeviceHour[]): Promise<DeviceHour[][]> {
  const { rows } = await client.query<DeviceHour & { messages: number }>(
    `SELECT DISTINCT packed.device_id AS "deviceId", packed.at AS hour, packed.messages FROM telemetry_packed AS packed
     JOIN unnest($1::int[], $2::bigint[]) AS wanted(device_id, hour) ON packed.device_id = wanted.device_id AND packed.at = wanted.hour`,
    [hours.map(({ deviceId }) => deviceId), hours.map(({ hour }) => hour)],
  );
  const groups: DeviceHour[][] = [];
  let messages = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (messages + row.messages > messagesAtOnce) {
      groups.push([]);
      messages = 0;
    }
    messages += row.messages;
    groups.at(-1)?.push({ deviceId: row.deviceId, hour: row.hour });
  }
  return groups;
}

/**
 * Packs the messages of an hour, within a transaction of its own. Null: there are none, those of before are damaged, or its rollups are still
 * to be made. Throws when what was packed does not read back as it was, and leaves it as rows.
 */
function packHour(pool: pg.Pool, { deviceId, hour }: DeviceHour): Promise<Packed | 'too many' | null> {
  return inTransaction(pool, async (client) => {
    await lockDevices(client, [deviceId]);
    // Its rollups stay packed.
    if (await hasTooMany(client, { deviceId, hour })) return 'too many';
    await unpackHours(client, [{ deviceId, hour }]);
    const { rowCount } = await client.query('SELECT FROM telemetry_packed WHERE device_id = $1 AND at = $2', [
      deviceId,
      hour,
    ]);
    // It is damaged, and what came since stays beside it.
    if (rowCount === 1 || (await isMarked(client, { deviceId, hour }))) return null;
    return (await hasTooMany(client, { deviceId, hour })) ? 'too many' : packRows(client, { deviceId, hour });
  });
}

async function hasTooMany(client: Client, { deviceId, hour }: DeviceHour): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3 LIMIT 1 OFFSET ${maxMessages}`,
    [deviceId, hour, hour + hourMs],
  );
  return rowCount === 1;
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
  if (!areSame(columns, decodeHour(hour, data)))
    throw new UnpackableError('A packed hour does not read back as it was stored');
  return { messages: columns.times.length, bytes: data.length };
}

/** All in one statement: a board that sends seldom has its messages in very many hours. */
async function insertRows(client: Client, hours: readonly UnpackedHour[]): Promise<void> {
  const unpacked = hours.map(({ deviceId, columns }) => ({ deviceId, ...rowsOfColumns(columns) }));
  await client.query(
    `INSERT INTO telemetry AS stored (at, device_id, numbers, texts)
     SELECT at, device_id, numbers::float8[], texts::jsonb
     FROM unnest($1::int[], $2::bigint[], $3::text[], $4::text[]) AS given(device_id, at, numbers, texts)
     ON CONFLICT (device_id, at) DO UPDATE SET
       numbers = telemetry_merge(excluded.numbers, stored.numbers),
       texts = coalesce(excluded.texts || stored.texts, stored.texts, excluded.texts)`,
    [
      unpacked.flatMap(({ deviceId, times }) => times.map(() => deviceId)),
      unpacked.flatMap(({ times }) => times),
      unpacked.flatMap(({ numbers }) => numbers.map(arrayText)),
      unpacked.flatMap(({ texts }) => texts.map((textsBySlot) => textsBySlot && JSON.stringify(textsBySlot))),
    ],
  );
}

/**
 * Takes the values of one slot out of the first packed hours between two instants, and out of their rollups; messages that hold nothing
 * else go. Doing it again changes nothing. With `leastMinutes` only of rollups that are so wide. Returns from where to continue, null: there are no more.
 */
export async function removePackedValues(
  pool: pg.Pool,
  { deviceId, slot }: { readonly deviceId: number; readonly slot: number },
  {
    from,
    before,
    leastMinutes = 0,
  }: { readonly from: number; readonly before: number; readonly leastMinutes?: number },
): Promise<number | null> {
  const { rows } = await pool.query<StoredHour>(
    `SELECT at AS hour, minutes, data FROM (
       SELECT at, 0 AS minutes, data FROM telemetry_packed WHERE device_id = $1 UNION ALL
       SELECT at, minutes, data FROM rollup_packed WHERE device_id = $1
     ) AS packed WHERE at >= $2 AND at < $3 AND minutes >= $4 ORDER BY at, minutes LIMIT ${hoursPerRead}`,
    [deviceId, hourOf(from), before, leastMinutes],
  );
  for (const { hour, minutes, data } of rows) {
    const columns = readable(hour, data);
    if (!columns) continue;
    const slots = minutes === 0 ? [slot] : rollupFigures.map((figure) => rollupColumn(slot, figure));
    if (!slots.some((one) => columns.numbers.has(one) || columns.texts.has(one))) continue;
    // A bucket that reaches over the limit holds values that are stored.
    const rest = withoutValues(columns, slots, before - minutes * minuteMs + (minutes === 0 ? 0 : 1));
    await replaceHour(pool, { deviceId, hour, minutes, data }, rest);
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

    /** Of each device the oldest hour between two instants whose rollups are packed, from where it is to continue. */
    async listPackedRollups(
      { from, to }: { readonly from: number; readonly to: number },
      passed: ReadonlyMap<number, number>,
    ): Promise<DeviceHour[]> {
      const { rows } = await pool.query<DeviceHour>(
        `SELECT devices.id AS "deviceId", oldest.hour FROM devices
         LEFT JOIN unnest($2::int[], $3::bigint[]) AS passed(id, until) USING (id)
         CROSS JOIN LATERAL (
           SELECT at AS hour FROM rollup_packed
           WHERE device_id = devices.id AND minutes = 5 AND at >= greatest($1, passed.until) AND at < $4 ORDER BY at LIMIT 1
         ) AS oldest`,
        [from, [...passed.keys()], [...passed.values()], to],
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

    /** Turns an hour back into rows, with its rollups. */
    unpack: (hour: DeviceHour) => inTransaction(pool, (client) => unpackHours(client, [hour])),
  };
}

export type PackedHoursRepository = ReturnType<typeof packedHoursRepository>;
