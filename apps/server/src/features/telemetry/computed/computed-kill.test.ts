import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { createTelemetryBench, type TelemetryBench } from '../../../../test/telemetry.ts';

const program = fileURLToPath(new URL('../../../../test/processes/recompute-process.ts', import.meta.url));
const quickImports = new URL('../../../platform/quick-imports.ts', import.meta.url).href;
const messages = 9_000;
const kills = 4;

let database: TestDatabase;
let bench: TelemetryBench;
beforeAll(async () => {
  database = await createTestDatabase();
  bench = await createTelemetryBench(async () => database);
});
afterAll(() => bench.close());

/** Runs the program until it has come so often farther, or is at its end; returns what it reported. */
async function run(parameters: readonly string[], enough: number): Promise<number[]> {
  const child = spawn(process.execPath, ['--import', quickImports, program, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const shares: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    shares.push(Number(line));
    if (shares.at(-1) === 1 || shares.filter((share) => share > 0).length === enough) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return shares;
}

/** What is stored of a variable, by its instant. */
async function stored(deviceId: number, key: string): Promise<Map<number, number>> {
  const { rows } = await bench.database.pool.query<{ at: number; number: number }>(
    `SELECT at, numbers[slot] AS number FROM telemetry JOIN variables USING (device_id)
     WHERE device_id = $1 AND key = $2 AND numbers[slot] IS NOT NULL`,
    [deviceId, key],
  );
  return new Map(rows.map(({ at, number }) => [Number(at), number]));
}

test('kill -9 while a long history is gone through: it continues there, and every result is right and there once', async () => {
  const here = await bench.addDevice('here');
  const there = { ...(await bench.addDevice('there')), accountId: here.accountId };
  const first = Date.now() - messages * 1_300;
  for (const [device, key, stepMs] of [
    [here, 'near', 1_000],
    [there, 'far', 1_300],
  ] as const) {
    const points = Array.from({ length: messages }, (_, index) => ({
      at: first + index * stepMs,
      values: { [key]: 1 },
    }));
    await bench.telemetry.imports.store(device, points, false);
  }
  await bench.telemetry.stop();
  const parameters = [database.url, dirname(bench.spoolDirectory), here.accountId, here.id, there.id].map(String);
  let farthest = 0;
  for (let round = 0; round < kills; round += 1) {
    const shares = (await run(parameters, 3)).filter((share) => share > 0);
    expect(shares[0]).toBeGreaterThanOrEqual(farthest * 0.9);
    farthest = Math.max(...shares);
  }
  expect((await run(parameters, Number.POSITIVE_INFINITY)).at(-1)).toBe(1);
  // What was accepted in the last moment is gone through once more.
  await bench.restart();
  bench.telemetry.computed.useDevices({
    findById: (id) => ({ id, accountId: here.accountId, name: '', paused: false }),
    mayView: () => true,
  });
  await expect.poll(() => bench.metric('cyno_telemetry_spool_bytes')).toBe(0);
  await expect.poll(() => bench.telemetry.computed.list(here.id, 0).variables[0]?.recomputed).toBeNull();

  const [near, far] = [await stored(here.id, 'near'), await stored(there.id, 'far')];
  expect(near.size).toBeGreaterThan(messages);
  const expected = new Map<number, number>();
  let [nears, fars] = [0, 0];
  for (const at of [...new Set([...near.keys(), ...far.keys()])].sort((a, b) => a - b)) {
    nears += near.get(at) ?? 0;
    fars += far.get(at) ?? 0;
    if (nears > 0 && fars > 0) expected.set(at, nears + fars);
  }
  const sums = await stored(here.id, 'sum');
  expect([...expected].filter(([at, sum]) => sums.get(at) !== sum)).toEqual([]);
  expect(sums.size).toBe(expected.size);
});
