import { setTimeout as wait } from 'node:timers/promises';
import type { ComputedList, ComputedRequest } from '@cyno/contract';
import { callApi, startFarm } from './alerts/farm.ts';
import { startChild, usageOf } from './child.ts';
import { espidOf } from './devices/device-rows.ts';
import type { LoadRequest, LoadResult } from './load-generator.ts';
import type { BenchServer } from './server.ts';

const boards = 100;
const rounds = 3;
const formulas = [
  'dewPoint(temp, humid)',
  'avg(temp, 10min)',
  'change(temp, 1h)',
  'runningHours(light > 310)',
  'temp > 30 && max(humid, 1d) > 80',
];
const counts = [0, 1, formulas.length];

/**
 * What formulas cost a message: servers with none, one and five on each of 100 devices, in turns; then how fast a history of `points`
 * messages is gone through. Options: `rate` (messages a second), `seconds` (of a round), `points`.
 */
export async function formulasBench(options: Map<string, string>): Promise<void> {
  const number = (name: string, fallback: number) => Number(options.get(name) ?? fallback);
  const load = { rate: number('rate', 2_000), seconds: number('seconds', 10) };
  const farms: { count: number; server: BenchServer; costs: number[] }[] = [];
  for (const count of counts) {
    const server = await startFarm(boards, []);
    // Formulas read what was sent before.
    await measureRound(server, { ...load, seconds: 1 });
    for (const formula of formulas.slice(0, count)) {
      for (let board = 1; board <= boards; board += 1) await save(server, board, formula);
    }
    farms.push({ count, server, costs: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, costs } of farms) costs.push(await measureRound(server, load));
  }
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  const without = median(farms[0]?.costs ?? []);
  for (const { count, costs } of farms) {
    const micros = costs.map((cost) => cost.toFixed(1)).join(', ');
    console.log(
      `${count} formulas a device: Node a message ${micros} µs, ratio ${(median(costs) / without).toFixed(2)}`,
    );
  }
  const [first] = farms;
  if (first) await measureRecomputing(first.server, number('points', 200_000));
  for (const { server } of farms) await server.stop();
}

async function save(server: BenchServer, board: number, formula: string): Promise<void> {
  const key = `f${formulas.indexOf(formula)}`;
  const request: ComputedRequest = { formula, unit: null, label: null };
  await callApi(server, 'PUT', `/api/device/${espidOf(board)}/computed/${key}`, request);
}

/** Returns the processor time of Node a message, µs. */
async function measureRound(server: BenchServer, { rate, seconds }: { rate: number; seconds: number }) {
  const request: LoadRequest = {
    port: server.plainPort,
    connections: boards,
    inFlight: 20,
    seconds,
    warmUpSeconds: 2,
    rate,
    username: server.username,
    password: 'cynoiotbundle',
  };
  const generator = startChild('load-generator.ts', [JSON.stringify(request)]);
  await generator.nextLine();
  const before = await usageOf(server.child.pid);
  const result = await generator.nextLine<LoadResult>();
  const after = await usageOf(server.child.pid);
  await generator.stop();
  return ((after.cpuSeconds - before.cpuSeconds) * 1e6) / result.acknowledgedInAll;
}

/** Goes through the last so many seconds of a board that sent each second, which are put straight into the database. */
async function measureRecomputing(server: BenchServer, points: number): Promise<void> {
  const { database } = server;
  await database.query(
    `INSERT INTO telemetry (device_id, at, numbers)
     SELECT id, $2::bigint - 1000 * n, ARRAY[20 + n % 10, 60 + n % 20, 300, 40]::float8[]
     FROM devices, generate_series(1, $3::int) AS n WHERE espid = $1 ON CONFLICT DO NOTHING`,
    [espidOf(1), Date.now() - 3_600_000, points],
  );
  for (const formula of formulas.slice(0, 2)) {
    const from = performance.now();
    await save(server, 1, formula);
    let left = true;
    while (left) {
      await wait(50);
      const { variables } = await callApi<ComputedList>(server, 'GET', `/api/device/${espidOf(1)}/computed`);
      left = variables.some(({ recomputed }) => recomputed !== null);
    }
    const seconds = (performance.now() - from) / 1_000;
    console.log(`${formula}: ${points} points in ${seconds.toFixed(1)} s, ${Math.round(points / seconds)} a second`);
  }
}
