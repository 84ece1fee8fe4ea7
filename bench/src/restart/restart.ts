import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, usageOf } from './child.ts';
import { insertDevices } from './devices/device-rows.ts';
import { type BenchServer, startServer } from './server.ts';

/**
 * How long people and boards are without a server when it is restarted: from SIGTERM until its process is gone, and until the next one is ready;
 * and what its Node takes then.
 * Options: `devices`, `boards` (connected over TLS at each restart) and `rounds`.
 */
export async function restartBench(options: Map<string, string>): Promise<void> {
  const devices = Number(options.get('devices') ?? 10_000);
  const boards = Number(options.get('boards') ?? 1_000);
  const rounds = Number(options.get('rounds') ?? 5);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-restart-'));
  let server = await startServer([], directory);
  await insertDevices(server.database, devices);
  await server.stop();
  server = await startServer([], directory);
  const times = { 'its process is gone': [] as number[], 'the next one is ready': [] as number[] };
  const megabytes: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const generator = await connectBoards(server, boards);
    await server.database.end();
    const begin = performance.now();
    await server.child.stop();
    times['its process is gone'].push(performance.now() - begin);
    server = await startServer([], directory);
    times['the next one is ready'].push(performance.now() - begin);
    megabytes.push((await usageOf(server.child.pid)).rssMegabytes.toFixed(0));
    await generator.stop();
  }
  for (const [what, durations] of Object.entries(times)) {
    const seconds = durations.map((ms) => (ms / 1_000).toFixed(1)).join(', ');
    console.log(`${devices} devices, ${boards} boards: from SIGTERM until ${what}: ${seconds} s`);
  }
  console.log(`${devices} devices: Node at the start ${megabytes.join(', ')} MB`);
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

async function connectBoards({ tlsPort, username }: BenchServer, boards: number) {
  const generator = startChild('idle/idle-boards.ts', [
    JSON.stringify({ port: tlsPort, boards, username, password: 'cynoiotbundle' }),
  ]);
  await generator.nextLine();
  return generator;
}
