import type pg from 'pg';
import { decodeHour, encodeHour, hourMs } from './codec/index.ts';
import { arrayText, type Client, type DeviceHour, inTransaction, isMarked, lockDevices } from './device-hours.sql.ts';
import { areSame, type HourColumns } from './hour-columns.ts';
import { DamagedHourError, UnpackableError } from './packing-errors.ts';
import { columnsOfRollups, rollupFigures, rollupsOfColumns, rollupsOfMessages } from './rollup-columns.ts';

const minuteMs = 60_000;
/** The rollups that are packed: how wide they are, and their table. */
const tables = { 1: 'rollup_1m', 5: 'rollup_5m' } as const;
type PackedMinutes = keyof typeof tables;
/** Few, since each is unpacked and packed between two turns of the event loop. */
const hoursAtOnce = 10;

/** Packs the rollups of an hour, unless they are to be made again. Those of a minute go where the messages of the hour are packed. */
export function packRollups(pool: pg.Pool, { deviceId, hour }: DeviceHour): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockDevices(client, [deviceId]);
    if (await isMarked(client, { deviceId, hour })) return;
    await packTable(client, { deviceId, hour }, 5);
    const { rowCount } = await client.query('SELECT FROM telemetry_packed WHERE device_id = $1 AND at = $2', [
      deviceId,
      hour,
    ]);
    if (rowCount === 0) await packTable(client, { deviceId, hour }, 1);
    else {
      await client.query('DELETE FROM rollup_1m WHERE device_id = $1 AND at >= $2 AND at < $3', [
        deviceId,
        hour,
        hour + hourMs,
      ]);
    }
  });
}

async function packTable(client: Client, { deviceId, hour }: DeviceHour, minutes: PackedMinutes): Promise<void> {
  const { rows } = await client.query(
    `WITH gone AS (DELETE FROM ${tables[minutes]} WHERE device_id = $1 AND at >= $2 AND at < $3 RETURNING *)
     SELECT json_agg(at) AS times, ${[...rollupFigures, 'texts'].map((name) => `json_agg(${name}) AS ${name}`).join(', ')}
     FROM (SELECT * FROM gone ORDER BY at) AS buckets`,
    [deviceId, hour, hour + hourMs],
  );
  if (!rows[0]?.times) return;
  const columns = columnsOfRollups(rows[0]);
  // An hour may be packed already where its rollups were made again without it being unpacked: then the newer ones count.
  const { rows: stored } = await client.query<{ data: Buffer }>(
    `INSERT INTO rollup_packed (device_id, at, minutes, data) VALUES ($1, $2, $3, $4)
     ON CONFLICT (device_id, minutes, at) DO UPDATE SET data = excluded.data RETURNING data`,
    [deviceId, hour, minutes, encodeHour(hour, columns)],
  );
  if (!areSame(columns, decodeHour(hour, stored[0]?.data ?? Buffer.alloc(0)))) {
    throw new UnpackableError('Packed rollups do not read back as they were stored');
  }
}

/** Turns packed rollups of hours back into rows, within a transaction that has locked their devices. */
export async function unpackRollups(client: Client, hours: readonly DeviceHour[]): Promise<void> {
  if (hours.length === 0) return;
  const { rows } = await client.query<DeviceHour & { minutes: PackedMinutes; data: Buffer }>(
    `DELETE FROM rollup_packed AS packed USING unnest($1::int[], $2::bigint[]) AS wanted(device_id, hour)
     WHERE packed.device_id = wanted.device_id AND packed.at = wanted.hour
     RETURNING packed.device_id AS "deviceId", packed.at AS hour, packed.minutes, packed.data`,
    [hours.map(({ deviceId }) => deviceId), hours.map(({ hour }) => hour)],
  );
  for (const width of [1, 5] as const) {
    const unpacked = rows.flatMap(({ deviceId, hour, minutes, data }) => {
      const columns = minutes === width ? readable(hour, data) : undefined;
      return columns ? [{ deviceId, columns }] : [];
    });
    if (unpacked.length > 0) await insertRollups(client, tables[width], unpacked);
  }
}

/** What a packed hour of a device holds. */
export interface UnpackedHour {
  readonly deviceId: number;
  readonly columns: HourColumns;
}

async function insertRollups(client: Client, table: string, hours: readonly UnpackedHour[]): Promise<void> {
  const unpacked = hours.map(({ deviceId, columns }) => ({ deviceId, ...rollupsOfColumns(columns) }));
  await client.query(
    `INSERT INTO ${table} (device_id, at, counts, mins, maxs, sums, lasts, texts)
     SELECT device_id, at, counts::int[], mins::float8[], maxs::float8[], sums::float8[], lasts::float8[], texts::jsonb
     FROM unnest($1::int[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       AS given(device_id, at, counts, mins, maxs, sums, lasts, texts)
     ON CONFLICT (device_id, at) DO NOTHING`,
    [
      unpacked.flatMap(({ deviceId, times }) => times.map(() => deviceId)),
      unpacked.flatMap(({ times }) => times),
      ...rollupFigures.map((figure) => unpacked.flatMap((rows) => rows[figure].map(arrayText))),
      unpacked.flatMap(({ texts }) => texts.map((textsBySlot) => textsBySlot && JSON.stringify(textsBySlot))),
    ],
  );
}

/** What an hour holds, all of it or some of its slots; undefined: it is damaged, and must not keep others from what is done with them. */
export function readable(hour: number, data: Buffer, slots?: ReadonlySet<number>): HourColumns | undefined {
  try {
    return decodeHour(hour, data, slots);
  } catch (error) {
    if (error instanceof DamagedHourError) return undefined;
    throw error;
  }
}

/** The rollups of a minute of messages that were unpacked, where they were left out because these gave them. */
export function insertMinutes(client: Client, hours: readonly UnpackedHour[]): Promise<void> {
  return insertRollups(
    client,
    tables[1],
    hours.map(({ deviceId, columns }) => ({ deviceId, columns: rollupsOfMessages(columns, minuteMs) })),
  );
}

/**
 * Removes packed messages of hours that ended by an instant, and keeps the rollups of a minute that they gave. Some hours at a time; returns
 * whether there may be more.
 */
export function removePackedMessages(pool: pg.Pool, deviceId: number, before: number): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await lockDevices(client, [deviceId]);
    const { rows } = await client.query<{ hour: number; data: Buffer; hasMinutes: boolean }>(
      `SELECT at AS hour, data, EXISTS (
         SELECT FROM rollup_1m WHERE device_id = $1 AND rollup_1m.at >= packed.at AND rollup_1m.at < packed.at + ${hourMs}
       ) AS "hasMinutes" FROM telemetry_packed AS packed WHERE device_id = $1 AND at <= $2 ORDER BY at LIMIT ${hoursAtOnce}`,
      [deviceId, before - hourMs],
    );
    const retired = rows.flatMap(({ hour, data, hasMinutes }) => {
      const messages = hasMinutes ? undefined : readable(hour, data);
      return messages ? [{ hour, data: encodeHour(hour, rollupsOfMessages(messages, minuteMs)) }] : [];
    });
    await client.query(
      `INSERT INTO rollup_packed (device_id, minutes, at, data) SELECT $1::int, 1, * FROM unnest($2::bigint[], $3::bytea[])
       ON CONFLICT (device_id, minutes, at) DO NOTHING`,
      [deviceId, retired.map(({ hour }) => hour), retired.map(({ data }) => data)],
    );
    await client.query('DELETE FROM telemetry_packed WHERE device_id = $1 AND at = ANY($2::bigint[])', [
      deviceId,
      rows.map(({ hour }) => hour),
    ]);
    return rows.length === hoursAtOnce;
  });
}
