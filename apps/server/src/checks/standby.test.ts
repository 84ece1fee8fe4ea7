import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBoard } from '../../test/boards/test-board.ts';
import { NamedServers } from '../../test/processes/named-servers.ts';
import { StandbyProcess } from '../../test/processes/standby-process.ts';
import { startClusterProxy } from '../../test/stand-ins/cluster-proxy.ts';
import { DatabaseNetwork } from '../../test/stand-ins/database-network.ts';

const login = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };
const espid = 'ESP32-STANDBY_1';

let servers: NamedServers;
let proxy: Awaited<ReturnType<typeof startClusterProxy>>;
let username: string;
/** What was acknowledged to the board. */
let sent = 0;

const serverOf = (name: string) => servers.get(name);

const start = (name: string, databaseUrl = servers.database.url) => servers.start(name, { databaseUrl });

beforeAll(async () => {
  servers = await NamedServers.create();
  const first = await start('barn-1');
  const setupCode = await first.serves();
  const second = await start('barn-2');
  expect(await second.waits()).toMatch(/^barn-1 \d+\.\d+\.\d+/);
  proxy = await startClusterProxy([first, second]);
  await call(first, 'POST', '/api/auth/signup', { ...login, setupCode });
  const { connectionKey } = await call(first, 'GET', '/api/pairing');
  username = `${login.email}/${connectionKey}`;
});
afterAll(async () => {
  await proxy?.stop();
  await servers?.end();
});

const call = (server: StandbyProcess, method: string, path: string, body?: object) =>
  server.call(login, { method, path, body });

/** The board connects through the load balancer, as soon as that has somebody who serves. */
async function connectBoard(): Promise<TestBoard> {
  let board: TestBoard | undefined;
  await expect
    .poll(async () => {
      const tried = await TestBoard.connect({ port: proxy.boardsPort, espid, username }).catch(() => undefined);
      board = tried?.board;
      return tried?.returnCode;
    })
    .toBe(0);
  await board?.subscribe();
  return board as TestBoard;
}

async function send(board: TestBoard): Promise<void> {
  await board.puback(board.publish('data/update', JSON.stringify({ n: sent + 1 }), 1));
  sent += 1;
}

async function expectAllOnce(server: StandbyProcess): Promise<void> {
  const path = `/api/device/${espid}/history?from=0&to=${Date.now() + 60_000}&points=1000`;
  const values = async () => (await call(server, 'GET', path)).series.n?.value;
  await expect.poll(values).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
}

/** Keeps each server that takes over in the middle of its start until what is returned is called. */
async function holdStarts(): Promise<() => Promise<void>> {
  const held = new pg.Client({ connectionString: servers.database.url });
  // It is cut with the database where the test fails.
  held.on('error', () => undefined);
  await held.connect();
  // A start reads all accounts.
  await held.query('BEGIN; LOCK TABLE accounts');
  return () => held.end();
}

async function showsStart(server: StandbyProcess): Promise<void> {
  const reasons = async () => ((await (await fetch(`${server.url}/readyz`)).json()) as { reasons: string[] }).reasons;
  await expect.poll(reasons).toEqual(['This server is starting: it takes over from another one.']);
}

/** SHA-256 of the certificate that boards are shown. */
async function fingerprint(): Promise<string> {
  const socket = connectTls({ port: proxy.boardsPort, host: '127.0.0.1', rejectUnauthorized: false });
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

const statusOf = async (server: StandbyProcess, path: string) => (await fetch(`${server.url}${path}`)).status;

test('of two servers one serves, and the page of the other one shows that it waits', async () => {
  const [first, second] = [serverOf('barn-1'), serverOf('barn-2')];
  expect(await statusOf(first, '/healthz/serving')).toBe(200);
  expect(await statusOf(second, '/healthz')).toBe(200);
  for (const path of ['/healthz/serving', '/readyz', '/', '/api/device'])
    expect(await statusOf(second, path)).toBe(503);
  const page = await fetch(second.url);
  expect(page.headers.get('refresh')).toBe('5');
  expect(await page.text()).toMatch(/on standby[\s\S]*เครื่องสำรอง/);
});

test('when the machine of the one that serves dies, the other one takes over with all that was acknowledged', async () => {
  const [first, second] = [serverOf('barn-1'), serverOf('barn-2')];
  const certificate = await fingerprint();
  const board = await connectBoard();
  for (let count = 0; count < 20; count += 1) await send(board);
  const release = await holdStarts();
  await first.end();
  // Its port stays open, so that the load balancer does not take it for dead, and shows what it does.
  await showsStart(second);
  expect(await (await fetch(second.url)).text()).toMatch(/is starting[\s\S]*กำลังเริ่มทำงาน/);
  await release();
  await board.whenClosed();
  await second.serves();
  const again = await connectBoard();
  await send(again);
  await expectAllOnce(second);
  // Boards that remember the certificate of the server notice nothing.
  expect(await fingerprint()).toBe(certificate);
  await again.end();
});

test('a server that hangs is replaced, and is on standby when it continues', async () => {
  const second = serverOf('barn-2');
  const first = await start('barn-1');
  expect(await first.waits()).toMatch(/^barn-2 /);
  const board = await connectBoard();
  await send(board);
  second.signal('SIGSTOP');
  // The load balancer notices first, and cuts what is open.
  await board.whenClosed();
  await first.serves();
  const again = await connectBoard();
  await send(again);
  await expectAllOnce(first);
  second.signal('SIGCONT');
  expect(await second.waits()).toMatch(/^barn-1 /);
  expect(await statusOf(second, '/healthz/serving')).toBe(503);
  await send(again);
  await expectAllOnce(first);
  await again.end();
});

test('an administrator lets the other server take over, and this one is on standby afterwards', async () => {
  const [first, second] = [serverOf('barn-1'), serverOf('barn-2')];
  const { servers: listed } = await call(first, 'GET', '/api/admin/system');
  expect(listed.map(({ name, serves }: { name: string; serves: boolean }) => ({ name, serves }))).toEqual([
    { name: 'barn-1', serves: true },
    { name: 'barn-2', serves: false },
  ]);
  const board = await connectBoard();
  await send(board);
  await call(first, 'POST', '/api/admin/system/hand-over');
  await second.serves();
  expect(await first.waits()).toMatch(/^barn-2 /);
  const again = await connectBoard();
  await send(again);
  await expectAllOnce(second);
  await again.end();
  const { entries } = await call(second, 'GET', '/api/admin/audit?action=server.handed_over');
  expect(entries).toMatchObject([{ details: { to: 'barn-2' } }]);
});

test('with nobody on standby the work cannot be handed over', async () => {
  const [first, second] = [serverOf('barn-1'), serverOf('barn-2')];
  await first.end('SIGTERM');
  await expect.poll(async () => (await call(second, 'GET', '/api/admin/system')).servers).toHaveLength(1);
  await expect(call(second, 'POST', '/api/admin/system/hand-over')).rejects.toThrow('No other server is on standby');
});

test('a server that is told to stop while it takes over ends well, and another one takes over', async () => {
  const second = serverOf('barn-2');
  const third = await start('barn-3');
  expect(await third.waits()).toMatch(/^barn-2 /);
  const release = await holdStarts();
  await second.end();
  await showsStart(third);
  const waits = `SELECT FROM pg_locks WHERE relation = 'accounts'::regclass AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(async () => (await servers.database.database.pool.query(waits)).rowCount).toBe(1);
  // Before what it waits for takes too long.
  const exitCode = await third.end('SIGTERM');
  await release();
  expect(exitCode).toBe(0);
  const again = await start('barn-2');
  await again.serves();
  const board = await connectBoard();
  await send(board);
  await expectAllOnce(again);
  await board.end();
});

test('a second server with the name of another one ends with a sentence, and the name of a dead one is free', async () => {
  const second = serverOf('barn-2');
  const directory = join(servers.directory, 'copied');
  await mkdir(directory);
  const copied = await StandbyProcess.start('barn-2', { directory, databaseUrl: servers.database.url });
  expect(await copied.waits()).toMatch(/^barn-2 /);
  await expect(copied.serves()).rejects.toThrow(
    'on this database has the name barn-2. Stop it, or set SERVER_NAME to another one.',
  );
  expect(await copied.ended()).toBe(1);
  const third = await start('barn-3');
  expect(await third.waits()).toMatch(/^barn-2 /);
  await second.end();
  await third.serves();
  const again = await start('barn-2');
  expect(await again.waits()).toMatch(/^barn-3 /);
  await third.end('SIGTERM');
  await again.serves();
});

test('a server that loses the database acknowledges to its boards, and leaves what it could not store to the one that takes over', async () => {
  const network = await DatabaseNetwork.open(servers.database.url);
  const second = serverOf('barn-2');
  const first = await start('barn-1', network.url);
  expect(await first.waits()).toMatch(/^barn-2 /);
  await second.end('SIGTERM');
  await first.serves();
  expect(await (await start('barn-2')).waits()).toMatch(/^barn-1 /);
  const board = await connectBoard();
  await send(board);
  network.part();
  // Its spool has them.
  for (let count = 0; count < 3; count += 1) await send(board);
  await serverOf('barn-2').serves();
  // The load balancer brings the board to the other one.
  await board.whenClosed();
  const again = await connectBoard();
  await send(again);
  network.join();
  expect(await first.waits()).toMatch(/^barn-2 /);
  await expectAllOnce(serverOf('barn-2'));
  await again.end();
  network.close();
});
