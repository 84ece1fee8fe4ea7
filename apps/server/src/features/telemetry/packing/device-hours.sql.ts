import type pg from 'pg';

export type Client = Pick<pg.ClientBase, 'query'>;

/** An hour of a device, its start in ms since the epoch. */
export interface DeviceHour {
  readonly deviceId: number;
  readonly hour: number;
}

/** Nobody changes an hour that is being packed or unpacked. Devices share this many locks: the database has room for some thousand. */
const lock = { class: 0x63_79_70_6b, count: 64 };

/** Lets nobody else pack or unpack hours of devices until the transaction ends. */
export async function lockDevices(client: Client, deviceIds: readonly number[]): Promise<void> {
  const numbers = [...new Set(deviceIds.map((id) => id % lock.count))].sort((a, b) => a - b);
  await client.query('SELECT pg_advisory_xact_lock($1, number) FROM unnest($2::int[]) AS number', [
    lock.class,
    numbers,
  ]);
}

/** Whether the rollups of an hour are still to be made. */
export async function isMarked(client: Client, { deviceId, hour }: DeviceHour): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM telemetry_dirty_hours WHERE device_id = $1 AND hour = $2 LIMIT 1', [
    deviceId,
    hour,
  ]);
  return rows.length > 0;
}

/** An array of numbers as PostgreSQL reads it. JavaScript writes the shortest digits that read back the same number, but loses the sign of zero. */
export const arrayText = (numbers: readonly (number | null)[]): string =>
  `{${numbers.map((number) => (Object.is(number, -0) ? '-0' : String(number ?? 'NULL'))).join(',')}}`;

/** Runs `work` in a transaction; what it throws rolls it back. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}
