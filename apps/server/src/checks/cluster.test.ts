import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBoard } from '../../test/boards/test-board.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { StandbyProcess } from '../../test/processes/standby-process.ts';
import { NatsServers } from '../../test/stand-ins/nats-servers.ts';

const login = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };
const names = ['barn-1', 'barn-2', 'barn-3'] as const;

let directory: string;
let database: TestDatabase;
let nats: NatsServers;
const servers = new Map<string, StandbyProcess>();
let username: string;

const serverOf = (name: string) => servers.get(name) as StandbyProcess;

async function start(name: string, natsUrl = nats.url): Promise<StandbyProcess> {
  const folder = join(directory, name);
  await mkdir(folder, { recursive: true });
  const server = await StandbyProcess.start(name, {
    directory: folder,
    databaseUrl: database.url,
    natsUrl,
    like: servers.get(name),
  });
  servers.set(name, server);
  return server;
}

const call = (server: StandbyProcess, method: string, path: string, body?: object) =>
  server.call(login, { method, path, body });

/** The reasons why a server is not ready; none: it is. */
async function reasonsOf(server: StandbyProcess): Promise<string[]> {
  const response = await fetch(`${server.url}/readyz`);
  return ((await response.json()) as { reasons: string[] }).reasons;
}

const links = (server: StandbyProcess) =>
  vi.waitFor(async () => expect(await reasonsOf(server)).toEqual([]), { timeout: 60_000 });

async function connectBoard(server: StandbyProcess, espid: string): Promise<TestBoard> {
  const { board, returnCode } = await TestBoard.connect({ port: server.tlsPort, espid, username });
  expect(returnCode).toBe(0);
  await board.subscribe();
  return board;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-cluster-'));
  database = await createTestDatabase();
  nats = await NatsServers.start(3);
  const first = await start('barn-1');
  const setupCode = await first.serves();
  await call(first, 'POST', '/api/auth/signup', { ...login, setupCode });
  const { connectionKey } = await call(first, 'GET', '/api/pairing');
  username = `${login.email}/${connectionKey}`;
  for (const name of names.slice(1)) {
    await (await start(name)).waits();
    await links(serverOf(name));
  }
});
afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.end()));
  await nats.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

test('a board and its owner reach the server that serves through two others', async () => {
  const [, second, third] = names.map(serverOf) as [StandbyProcess, StandbyProcess, StandbyProcess];
  const board = await connectBoard(second, 'ESP32-CLUSTER_1');
  await board.puback(board.publish('data/update', '{"n":1}', 1));
  const devices = await call(third, 'GET', '/api/device');
  expect(devices).toMatchObject([{ espid: 'ESP32-CLUSTER_1' }]);
  await board.end();
});
