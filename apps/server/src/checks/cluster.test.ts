import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBoard } from '../../test/boards/test-board.ts';
import { longFile } from '../../test/imports.ts';
import { LiveSocket } from '../../test/live-socket.ts';
import { NamedServers } from '../../test/processes/named-servers.ts';
import type { StandbyProcess } from '../../test/processes/standby-process.ts';
import { NatsServers } from '../../test/stand-ins/nats-servers.ts';

const login = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };
const espid = 'ESP8266-CLUSTER_1';

let servers: NamedServers;
let nats: NatsServers;
let username: string;
let board: TestBoard;
let serving: StandbyProcess;
/** The only other one. */
let front: StandbyProcess;
/** What was acknowledged to the board. */
let sent = 0;

const serverOf = (name: string) => servers.get(name);

const start = (name: string, natsUrl = nats.url) => servers.start(name, { natsUrl });

const call = (server: StandbyProcess, method: string, path: string, body?: object) =>
  server.call(login, { method, path, body });

/** Why a server is not ready; none: it is, or brings this request to the one that serves, by a connection that it brought there before. */
async function reasonsOf(server: StandbyProcess): Promise<string[]> {
  const response = await fetch(`${server.url}/readyz`);
  return ((await response.json()) as { reasons?: string[] }).reasons ?? [];
}

/** Resolves when a server brings its clients to the one that serves. Not `expect.poll`, which hooks cannot use. */
const links = (server: StandbyProcess) =>
  vi.waitFor(async () => expect(await reasonsOf(server)).toEqual([]), { timeout: 240_000 });

/** Who serves, as soon as one does, requested through any of them. */
const servingAt = (server: StandbyProcess): Promise<StandbyProcess> =>
  vi.waitFor(
    async () => {
      const { servers: listed } = await call(server, 'GET', '/api/admin/system');
      return serverOf(listed.find(({ serves }: { serves: boolean }) => serves).name);
    },
    { timeout: 240_000 },
  );

async function connectBoard(server: StandbyProcess, from?: string): Promise<TestBoard> {
  const options = { port: server.tlsPort, espid, username, ...(from && { from }) };
  const connected = await TestBoard.connect(options);
  expect(connected.returnCode).toBe(0);
  await connected.board.subscribe();
  return connected.board;
}

async function send(): Promise<void> {
  await board.puback(board.publish('data/update', JSON.stringify({ n: sent + 1 }), 1));
  sent += 1;
}

async function expectAllOnce(server: StandbyProcess): Promise<void> {
  const path = `/api/device/${espid}/history?from=0&to=${Date.now() + 60_000}&points=1000`;
  const values = async () => (await call(server, 'GET', path)).series.n?.value;
  await expect.poll(values).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
}

async function tokenAt(server: StandbyProcess): Promise<string> {
  const { access_token: token } = await call(server, 'POST', '/api/auth/login', login);
  return token;
}

/** Starts an import of so many lines, which are not sent by any board, at one server; returns its address. */
async function startImport(server: StandbyProcess, lines: number): Promise<string> {
  const importer = 'ESP8266-IMPORTER_1';
  const { board: once } = await TestBoard.connect({ port: server.tlsPort, espid: importer, username });
  once.destroy();
  const path = `/api/device/${importer}/imports`;
  const content = Buffer.from(longFile(Date.now() - 10 * 86_400_000, lines));
  const { id } = await call(server, 'POST', path, { name: 'values.csv', bytes: content.length });
  await fetch(`${server.url}${path}/${id}/piece?offset=0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await tokenAt(server)}`, 'content-type': 'application/octet-stream' },
    body: content,
  });
  const request = { layout: null, mapping: null };
  const { layout, mapping } = await call(server, 'POST', `${path}/${id}/preview`, request);
  await call(server, 'POST', `${path}/${id}/start`, { layout, mapping, overwrite: false });
  return `${path}/${id}`;
}

/** Presses a switch at one server, and reads at the board that it arrived once. */
async function press(server: StandbyProcess, value: 0 | 1): Promise<void> {
  await call(server, 'POST', `/api/device/${espid}/io`, { pins: [{ pin: 'D1', mode: 'digit', value }] });
  expect((await board.message('io')).text).toBe(`D1:digit:${value}`);
  board.publish('ioact', `D1:act:${value}`);
  const state = async () => (await call(server, 'GET', `/api/device/${espid}/control`)).commands[0];
  await expect.poll(state).toMatchObject({ target: 'D1', value: String(value), state: 'acknowledged' });
}

const drain = ({ name }: StandbyProcess, drained: boolean) =>
  call(serverOf('barn-1'), 'POST', `/api/admin/system/servers/${name}/drain`, { drained });

const servingStatus = async (server: StandbyProcess) => (await fetch(`${server.url}/healthz/serving`)).status;

beforeAll(async () => {
  servers = await NamedServers.create();
  nats = await NatsServers.start(3);
  const first = await start('barn-1');
  const setupCode = await first.serves();
  await call(first, 'POST', '/api/auth/signup', { ...login, setupCode });
  const { connectionKey } = await call(first, 'GET', '/api/pairing');
  username = `${login.email}/${connectionKey}`;
  for (const name of ['barn-2', 'barn-3']) {
    const server = await start(name);
    expect(await server.waits()).toMatch(/^barn-1 /);
    await links(server);
  }
});
afterAll(async () => {
  board?.destroy();
  await servers?.end();
  await nats?.stop();
});

test('a board at one server and its owner at another one meet at the one that serves', async () => {
  const [second, third] = [serverOf('barn-2'), serverOf('barn-3')];
  board = await connectBoard(second, '127.0.0.2');
  await send();
  // Budgets count by the address of the board, not by that of a server.
  expect(await call(third, 'GET', `/api/device/${espid}`)).toMatchObject({ ip: '127.0.0.2', online: true });
  const page = await LiveSocket.open(third.url, await tokenAt(third));
  await page.next('points');
  await send();
  expect((await page.next('points', ({ replay }) => !replay)).points).toMatchObject([{ values: { n: sent } }]);
  page.socket.close();
  await press(third, 1);
  await expectAllOnce(serverOf('barn-1'));
});

test('a large response comes through, and so does one of a file', async () => {
  const third = serverOf('barn-3');
  const page = await (await fetch(third.url)).text();
  const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
  const bytes = async (server: StandbyProcess) => (await fetch(new URL(script, server.url))).text();
  expect(await bytes(third)).toBe(await bytes(serverOf('barn-1')));
});

test('the clients of a server that is drained move to another one, and come back when it is taken into use again', async () => {
  const [second, third] = [serverOf('barn-2'), serverOf('barn-3')];
  const page = await LiveSocket.open(second.url, await tokenAt(third));
  await send();
  await drain(second, true);
  await expect.poll(() => servingStatus(second)).toBe(404);
  await Promise.all([board.whenClosed(), page.whenClosed()]);
  board = await connectBoard(third);
  const moved = await LiveSocket.open(third.url, await tokenAt(third));
  await send();
  expect((await moved.next('points', ({ replay }) => !replay)).points).toMatchObject([{ values: { n: sent } }]);
  moved.socket.close();
  await expectAllOnce(third);
  await drain(second, false);
  await links(second);
  expect(await servingStatus(second)).toBe(200);
  board.destroy();
  board = await connectBoard(second);
});

test('a board notices nothing when one server of NATS after the other dies', async () => {
  for (let index = 0; index < nats.count; index += 1) {
    await nats.kill(index);
    await send();
    await nats.startOne(index);
    await send();
  }
  expect(board.closed).toBe(false);
  await expectAllOnce(serverOf('barn-3'));
});

test('a new connection key cuts a board that is connected to another server', async () => {
  const replace = { endOld: true };
  const { connectionKey } = await call(serverOf('barn-3'), 'POST', '/api/pairing/key/rotate', replace);
  await board.whenClosed();
  username = `${login.email}/${connectionKey}`;
  board = await connectBoard(serverOf('barn-2'));
  await send();
});

test('while NATS is away a server says that it brings nobody, and its boards are back when it is', async () => {
  const second = serverOf('barn-2');
  const all = Array.from({ length: nats.count }, (_, index) => index);
  for (const index of all) await nats.kill(index);
  await expect.poll(() => reasonsOf(second)).toEqual([expect.stringContaining('NATS cannot be reached')]);
  expect(await servingStatus(second)).toBe(503);
  const { problems } = await call(serverOf('barn-1'), 'GET', '/api/admin/server');
  expect(problems).toMatchObject([{ reason: 'nats_away', urgent: true }]);
  for (const index of all) await nats.startOne(index);
  await links(second);
  if (board.closed) board = await connectBoard(second);
  await send();
  await expectAllOnce(second);
});

test('when the server that serves dies, another one serves its boards and continues its import', async () => {
  const server = serverOf('barn-2');
  const lines = 20_000;
  const ofImport = await startImport(server, lines);
  await serverOf('barn-1').end();
  await board.whenClosed();
  const early = TestBoard.connect({ port: server.tlsPort, espid, username }).catch(() => undefined);
  const next = await servingAt(server);
  (await early)?.board.destroy();
  const other = serverOf(next.name === 'barn-2' ? 'barn-3' : 'barn-2');
  await links(other);
  board = await connectBoard(other);
  await send();
  await press(other, 0);
  await expectAllOnce(next);
  const imported = () => call(other, 'GET', ofImport);
  await expect.poll(imported).toMatchObject({ state: 'done', problem: null });
  const { added, present } = await imported();
  expect(added + present).toBe(lines);
  // The one that died comes back as one that waits.
  const first = await start('barn-1');
  expect(await first.waits()).toMatch(new RegExp(`^${next.name} `));
  await links(first);
  serving = next;
});

test('a board that came through another server to the one that serves, which is dead, is brought to the next one', async () => {
  const others = servers.all.filter((server) => server !== serving);
  serving.signal('SIGSTOP');
  const connecting = others.map(({ name, tlsPort }) =>
    TestBoard.connect({ port: tlsPort, espid: `ESP8266-${name}`, username }),
  );
  await serving.end();
  for (const { board: late, returnCode } of await Promise.all(connecting)) {
    expect(returnCode).toBe(0);
    late.destroy();
  }
  serving = await servingAt(serverOf('barn-1'));
  front = others.find((server) => server !== serving) as StandbyProcess;
  await links(front);
});

test('a server takes over although somebody whom it brought to the one before does not go away', async () => {
  const first = front;
  const deaf = connect({ port: first.httpPort, host: '127.0.0.1', allowHalfOpen: true });
  deaf.on('error', () => undefined);
  deaf.write('GET /healthz/serving HTTP/1.1\r\nHost: cyno\r\n\r\n');
  const page = connect({ port: first.httpPort, host: '127.0.0.1', allowHalfOpen: true });
  page.on('error', () => undefined);
  page.write('GET / HTTP/1.1\r\nHost: cyno\r\n\r\n');
  await once(page, 'data');
  await serving.end();
  serving = await servingAt(first);
  expect(serving.name).toBe(first.name);
  board = await connectBoard(first);
  await send();
  await expectAllOnce(first);
  deaf.destroy();
  page.destroy();
});

test('a server with a wrong password for NATS ends with a sentence', async () => {
  const server = await start('barn-4', nats.urlFor('wrong'));
  await expect(server.serves()).rejects.toThrow('NATS refuses the user and password of NATS_URL.');
  expect(await server.ended()).toBe(1);
});

test('a server with another NATS says that the one that serves does not respond', async () => {
  const other = await NatsServers.start(1);
  const server = await start('barn-4', other.url);
  await server.waits();
  const sentence = /^barn-[123] .* does not respond over NATS\. It is starting, or has no NATS_URL or another one\.$/;
  await expect.poll(() => reasonsOf(server)).toEqual([expect.stringMatching(sentence)]);
  await server.end('SIGTERM');
  await other.stop();
});
