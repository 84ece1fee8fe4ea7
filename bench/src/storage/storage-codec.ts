import type pg from 'pg';
import { decodeHour, encodeHour } from '../../../apps/server/src/features/telemetry/packing/codec/index.ts';
import { areSame } from '../../../apps/server/src/features/telemetry/packing/hour-columns.ts';

const hours = 300;
const rounds = 4;

/** How many messages a second of one core are packed and compared with what they read back as; the database takes no part. */
export async function codecSpeed(database: pg.Pool, devices: readonly number[]): Promise<number> {
  const { rows } = await database.query<{ hour: string; data: Buffer }>(
    'SELECT at AS hour, data FROM telemetry_packed WHERE device_id = ANY($1) ORDER BY at, device_id LIMIT $2',
    [devices, hours],
  );
  const unpacked = rows.map(({ hour, data }) => ({ hour: Number(hour), columns: decodeHour(Number(hour), data) }));
  const messages = unpacked.reduce((sum, { columns }) => sum + columns.times.length, 0);
  let seconds = 0;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    for (const { hour, columns } of unpacked) {
      if (!areSame(columns, decodeHour(hour, encodeHour(hour, columns)))) throw new Error('It does not read back');
    }
    const { user, system } = process.cpuUsage(before);
    // The first round is that of code which is not compiled yet.
    if (round > 0) seconds += (user + system) / 1e6;
  }
  return (messages * (rounds - 1)) / seconds;
}
