import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild, usageOf } from '../child.ts';
import { insertDevices } from '../devices/device-rows.ts';
import { startServer } from '../server.ts';
import type { ReturningBoards } from './returning-boards.ts';

/** So that each board may connect again at once, as one that was connected for long. */
const settleMs = 16_000;

/**
 * How long people and boards are without a server when it is restarted: from SIGTERM until its process is gone, until the next one is ready, and
 * until half of the boards and the last one are connected again; and what its Node takes then.
 * Options: `devices`, `boards` (connected over TLS, as the library of boards does it) and `rounds`.
 */
export async function restartBench(options: Map<string, string>): Promise<void> {
  const devices = Number(options.get('devices') ?? 10_000);
  const boards = Number(options.get('boards') ?? 1_000);
  const rounds = Number(options.get('rounds') ?? 5);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-restart-'));
  const first = await startServer([], directory);
  await insertDevices(first.database, devices);
  await first.stop();
  // Boards come back to where they were.
  const settings = { MQTT_TLS_PORT: String(first.tlsPort) };
  let server = await startServer([], directory, settings);
  const times = {
    'its process is gone': [] as number[],
    'the next one is ready': [] as number[],
    'half of the boards are back': [] as number[],
    'all are': [] as number[],
  };
  const megabytes: string[] = [];
  const request: ReturningBoards = {
    port: server.tlsPort,
    boards,
    username: server.username,
    password: 'cynoiotbundle',
  };
  const generator = startChild('restart/returning-boards.ts', [JSON.stringify(request)]);
  await generator.nextLine();
  for (let round = 0; round < rounds; round++) {
    await pause(settleMs);
    await server.database.end();
    const begin = performance.now();
    const note = (what: keyof typeof times) => times[what].push(performance.now() - begin);
    await server.child.stop();
    note('its process is gone');
    server = await startServer([], directory, settings);
    note('the next one is ready');
    await generator.nextLine();
    note('half of the boards are back');
    await generator.nextLine();
    note('all are');
    megabytes.push((await usageOf(server.child.pid)).rssMegabytes.toFixed(0));
  }
  await generator.stop();
  for (const [what, durations] of Object.entries(times)) {
    const seconds = durations.map((ms) => (ms / 1_000).toFixed(1)).join(', ');
    console.log(`${devices} devices, ${boards} boards: from SIGTERM until ${what}: ${seconds} s`);
  }
  console.log(`${devices} devices: Node when all boards are back ${megabytes.join(', ')} MB`);
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
