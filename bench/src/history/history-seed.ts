import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../child.ts';
import type { LoadRequest, LoadResult } from '../load-generator.ts';
import type { BenchServer } from '../server.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const stepMs = 5_000;

/** A device that sent four variables every 5 s, until `now` (ms since the epoch). */
export type SeededDevice = { espid: string; now: number };

/** The device that an earlier run left in the server's directory, or a new one with so many days of messages. */
export async function seededDevice(server: BenchServer, days: number): Promise<SeededDevice> {
  return (await findSeed(server)) ?? (await makeSeed(server, days));
}

/** What an earlier run left, ending with its last message. */
async function findSeed({ database }: BenchServer): Promise<SeededDevice | undefined> {
  const { rows } = await database.query<{ espid: string; at: string | null }>(
    'SELECT espid, (SELECT max(at) FROM telemetry WHERE device_id = id) AS at FROM devices LIMIT 1',
  );
  return rows[0]?.at ? { espid: rows[0].espid, now: Number(rows[0].at) } : undefined;
}

async function makeSeed(server: BenchServer, days: number): Promise<SeededDevice> {
  const espid = await makeDevice(server);
  const now = Date.now();
  await seed(server, { now, days });
  return { espid, now };
}

/** One board sends one message, so that the device and its variables exist. */
async function makeDevice(server: BenchServer): Promise<string> {
  const request: LoadRequest = {
    port: server.plainPort,
    connections: 1,
    inFlight: 1,
    warmUpSeconds: 0,
    seconds: 3,
    username: server.username,
    password: 'cynoiotbundle',
    rate: 5,
  };
  const board = startChild('load-generator.ts', [JSON.stringify(request)]);
  await board.nextLine();
  await board.nextLine<LoadResult>();
  await board.stop();
  const { rows } = await server.database.query<{ espid: string }>('SELECT espid FROM devices');
  return rows[0]?.espid ?? '';
}

/** Fills the tables as the server would have, then waits until its own job has rolled everything up. */
async function seed({ database }: BenchServer, { now, days }: { now: number; days: number }): Promise<void> {
  const from = now - days * dayMs;
  for (let month = new Date(from); month.getTime() <= now; month.setUTCMonth(month.getUTCMonth() + 1, 1)) {
    const start = Date.UTC(month.getUTCFullYear(), month.getUTCMonth());
    const end = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1);
    const name = `telemetry_${month.getUTCFullYear()}_${String(month.getUTCMonth() + 1).padStart(2, '0')}`;
    await database.query(
      `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF telemetry FOR VALUES FROM (${start}) TO (${end})`,
    );
  }
  // The library writes at most three decimals.
  const { rowCount } = await database.query(
    `INSERT INTO telemetry (at, device_id, numbers)
     SELECT at, id, ARRAY[floor(100 * (25 + 8 * sin(at / 1.4e7) + random())) / 100, floor(100 * (60 + 20 * sin(at / 2e7) + random())) / 100,
       floor(100 * (500 * random())) / 100, floor(100 * (40 + random())) / 100]
     FROM devices, generate_series($1::bigint, $2::bigint, $3::bigint) AS at ON CONFLICT DO NOTHING`,
    [from, now, stepMs],
  );
  await database.query(
    `INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT DISTINCT device_id, at - at % ${hourMs} FROM telemetry`,
  );
  console.log(`${rowCount} messages; waiting for the roll-up job`);
  for (;;) {
    const { rows } = await database.query<{ hours: string }>(
      'SELECT count(DISTINCT hour) AS hours FROM telemetry_dirty_hours',
    );
    if (Number(rows[0]?.hours) <= 1) break;
    await wait(1000);
  }
  await database.query('VACUUM ANALYZE');
}
