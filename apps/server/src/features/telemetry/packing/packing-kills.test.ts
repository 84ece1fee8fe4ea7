import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { migrate, openDatabase, startEmbeddedPostgres } from '../../../platform/database/index.ts';
import { decodeHour, hourMs } from './codec/index.ts';
import { rowsOfColumns } from './hour-columns.ts';

const program = fileURLToPath(new URL('../../../../test/processes/packing-process.ts', import.meta.url));
const quickImports = new URL('../../../platform/quick-imports.ts', import.meta.url).href;
const devices = 50;
const hours = 16;
const stepMs = 600_000;

let directory: string;
let postgres: Awaited<ReturnType<typeof startDatabase>>;
let bench: TelemetryBench;
const startDatabase = () =>
  startEmbeddedPostgres({ directory, log: silentLogger, settings: { shared_buffers: '16MB' } });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-packing-'));
  postgres = await startDatabase();
  bench = await createTelemetryBench(async () => {
    const database = openDatabase(postgres.url, { log: silentLogger });
    await migrate(database);
    return { database, drop: () => database.close() };
  });
});
afterAll(async () => {
  await bench.close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Every message that is stored, in rows or packed, as text; so doubles would show. */
async function everything(): Promise<string[]> {
  const { rows } = await bench.database.pool.query('SELECT device_id AS id, at, numbers, texts FROM telemetry');
  const packed = await bench.database.pool.query('SELECT device_id AS id, at AS hour, data FROM telemetry_packed');
  const unpacked = packed.rows.flatMap(({ id, hour, data }) => {
    const { times, numbers, texts } = rowsOfColumns(decodeHour(hour, data));
    return times.map((at, index) => ({ id, at, numbers: numbers[index], texts: texts[index] }));
  });
  return [...rows, ...unpacked].map((row) => JSON.stringify([row.id, row.at, row.numbers, row.texts])).sort();
}

const packedHours = async () =>
  Number((await bench.database.pool.query('SELECT count(*) AS count FROM telemetry_packed')).rows[0]?.count);

function startPacking(): ChildProcess {
  return spawn(process.execPath, ['--import', quickImports, program, postgres.url, directory], { stdio: 'ignore' });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Waits until some more hours are packed, or all. */
async function packsOn(): Promise<void> {
  const enough = Math.min((await packedHours()) + 16, devices * hours);
  await expect.poll(packedHours, { interval: 20 }).toBeGreaterThanOrEqual(enough);
}

test('kill -9 of the server and of the database while hours are packed loses and doubles no message', async () => {
  for (let number = 0; number < devices; number++) {
    const device = await bench.addDevice(`board-${number}`);
    const points = Array.from({ length: (hours * hourMs) / stepMs }, (_, index) => ({
      at: noon - 48 * hourMs + index * stepMs + number,
      values: {
        temp: Math.round(2_000 + 100 * Math.sin(index + number)) / 100,
        index,
        ...(index % 10 === 0 && { mode: `m${index}` }),
      },
    }));
    await bench.telemetry.imports.store(device, points, false);
  }
  bench.clock.at = noon + 2 * hourMs;
  await bench.telemetry.updateRollups();
  const before = await everything();
  for (let round = 0; round < 5; round++) {
    const child = startPacking();
    await packsOn();
    child.kill('SIGKILL');
    await ended(child);
    expect(await everything()).toEqual(before);
  }
  for (let round = 0; round < 5; round++) {
    const packing = bench.telemetry.pack().catch(() => undefined);
    await packsOn();
    const [pid] = (await readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await packing;
    await postgres.stop();
    postgres = await startDatabase();
    expect(await everything()).toEqual(before);
  }
  await bench.telemetry.pack();
  expect(await packedHours()).toBe(devices * hours);
  expect(await everything()).toEqual(before);
});
