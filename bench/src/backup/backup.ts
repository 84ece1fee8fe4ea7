import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startChild } from '../child.ts';
import type { LoadRequest, LoadResult } from '../load-generator.ts';
import { type BenchServer, startServer } from '../server.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../apps/server/src/backup.ts', import.meta.url));
const rowsAtOnce = 200_000;

/**
 * A backup of a full database while boards send, and its restore: how long both take, and how long boards wait for their
 * acknowledgement meanwhile and without it. Options: `gigabytes`, `rate` (messages a second), `seconds` (of each measurement).
 */
export async function backupBench(options: Map<string, string>): Promise<void> {
  const number = (name: string, fallback: number) => Number(options.get(name) ?? fallback);
  const rate = number('rate', 200);
  const seconds = number('seconds', 30);
  const server = await startServer();
  const restored = await mkdtemp(join(tmpdir(), 'cyno-bench-restored-'));
  try {
    const load = () => send(server, { rate, seconds });
    await load();
    await fill(server, number('gigabytes', 1) * 1e9);
    print('without a backup', await load());
    let isRunning = true;
    const begun = performance.now();
    const backup = command(server.directory, ['create']).finally(() => {
      isRunning = false;
      console.log(`backup, compared: ${secondsSince(begun)} s`);
    });
    while (isRunning) print('during it', await load());
    console.log((await backup).trim());
    await server.child.stop();
    const file = /Backup (\S+) is in/.exec(await backup)?.[1] ?? '';
    const restoring = performance.now();
    console.log((await command(restored, ['restore', join(server.directory, 'backups', file)])).trim());
    console.log(`restore, compared: ${secondsSince(restoring)} s`);
  } finally {
    await server.stop();
    await rm(restored, { recursive: true, force: true });
  }
}

const secondsSince = (at: number): string => ((performance.now() - at) / 1_000).toFixed(0);

function print(name: string, { perSecond, p50Ms, p99Ms, maxMs, closed }: LoadResult): void {
  console.log(
    `${name}: ${Math.round(perSecond)} msg/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms, ${closed} closed`,
  );
}

async function command(directory: string, args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: directory };
  return (await run(process.execPath, [program, ...args], { env })).stdout;
}

async function send({ plainPort, username }: BenchServer, { rate, seconds }: { rate: number; seconds: number }) {
  const request: LoadRequest = {
    port: plainPort,
    username,
    password: 'cynoiotbundle',
    connections: 50,
    inFlight: 20,
    warmUpSeconds: 2,
    seconds,
    rate,
  };
  const generator = startChild('load-generator.ts', [JSON.stringify(request)]);
  await generator.nextLine<{ connected: number }>();
  const result = await generator.nextLine<LoadResult>();
  await generator.stop();
  return result;
}

/** Messages of four variables of the last weeks, as boards would have sent them, until the database has so many bytes. */
async function fill({ database }: BenchServer, bytes: number): Promise<void> {
  const month = await database.query<{ from: string }>(`SELECT min(at) - min(at) % 1000 AS from FROM telemetry`);
  let before = Number(month.rows[0]?.from);
  for (;;) {
    const { rows } = await database.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    if (Number(rows[0]?.bytes) >= bytes) break;
    await database.query(
      `INSERT INTO telemetry (at, device_id, numbers)
       SELECT at, (SELECT min(id) FROM devices), ARRAY[floor(2500 + 800 * sin(at / 1.4e7)) / 100, floor(10000 * random()) / 100,
         floor(50000 * random()) / 100, floor(4000 + 100 * random()) / 100]
       FROM generate_series($1::bigint, $2::bigint, 1) AS at`,
      [before - rowsAtOnce, before - 1],
    );
    before -= rowsAtOnce;
  }
  await database.query('VACUUM ANALYZE');
  await database.query('CHECKPOINT');
  console.log('The database is filled');
}
