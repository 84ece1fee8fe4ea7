import { once } from 'node:events';
import { join } from 'node:path';
import type { Command } from '@cyno/contract';
import type { IPublishPacket, Packet } from 'mqtt-packet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBoard } from '../../test/boards/test-board.ts';
import { LiveSocket } from '../../test/live-socket.ts';
import { NamedServers } from '../../test/processes/named-servers.ts';
import { buildVersion } from '../../test/processes/other-version.ts';
import type { StandbyProcess } from '../../test/processes/standby-process.ts';
import { startClusterProxy } from '../../test/stand-ins/cluster-proxy.ts';
import { version } from '../version.ts';

const login = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };
const espid = 'ESP32-UPGRADE_1';
const device = `/api/device/${espid}`;
/** By name whether it is sent once: those expire after half a minute, and a server may take longer to start. */
const momentary = { bell: true, lamp: false, gong: true };
const names = Object.keys(momentary);

let servers: NamedServers;
let proxy: Awaited<ReturnType<typeof startClusterProxy>>;
let username: string;
let board: TestBoard;
let page: LiveSocket;
/** What was acknowledged to the board. */
let acknowledged = 0;

beforeAll(async () => {
  servers = await NamedServers.create();
});
afterAll(async () => {
  page?.socket.terminate();
  board?.destroy();
  await proxy?.stop();
  await servers?.end();
});

const call = (server: StandbyProcess, method: string, path: string, body?: object) =>
  server.call(login, { method, path, body });

async function send(): Promise<void> {
  await board.puback(board.publish('data/update', JSON.stringify({ n: acknowledged + 1 }), 1));
  acknowledged += 1;
}

/** Sends until the server is gone; what that one did not acknowledge is sent again later. */
async function sendUntilClosed(): Promise<void> {
  while (!board.closed) await send().catch(() => undefined);
}

/** The board connects through the load balancer with one attempt. */
async function connectBoard(): Promise<void> {
  const connected = await TestBoard.connect({ port: proxy.boardsPort, espid, username });
  expect(connected.returnCode).toBe(0);
  board = connected.board;
  await board.subscribe();
}

/** The page connects through the load balancer, and tries again as long as nobody serves. */
async function openPage(server: StandbyProcess): Promise<void> {
  const { access_token: token } = await call(server, 'POST', '/api/auth/login', login);
  const open = async () => {
    const tried = new LiveSocket(`https://127.0.0.1:${proxy.port}`, { rejectUnauthorized: false });
    const opened = await Promise.race([
      once(tried.socket, 'open').then(() => true),
      tried.whenClosed().then(() => false),
    ]);
    if (opened) page = tried;
    return opened;
  };
  await expect.poll(open).toBe(true);
  page.send({ type: 'hello', token });
  page.send({ type: 'watch', espids: '*' });
  await page.next('ready');
  await page.settled();
}

const press = (server: StandbyProcess, name: string) => call(server, 'POST', `${device}/event`, { name, value: '1' });

const isEvent = (name: string, packet: Packet): packet is IPublishPacket =>
  packet.cmd === 'publish' && packet.topic === `/${espid}/event` && packet.payload.toString() === `Event:${name}:1`;

/** The board receives this command and confirms it. One that is not momentary may come once more, if the server was slow to hear of it. */
async function confirm(name: string): Promise<void> {
  const { payload } = await board.next((packet) => isEvent(name, packet));
  board.publish('eventact', payload);
}

/** Of the commands for an event, the newest first. */
async function statesOf(server: StandbyProcess, name: string): Promise<string[]> {
  const { commands } = (await call(server, 'GET', `${device}/commands?kind=event&target=${name}`)) as {
    commands: Command[];
  };
  return commands.map(({ state }) => state);
}

/** The server that serves stops while the board sends and commands wait; `next` takes over. Returns the stopped one as it is now. */
async function replace(serving: StandbyProcess, next: StandbyProcess): Promise<StandbyProcess> {
  // The board does not confirm this one, so the second one waits behind it for 5 s.
  await press(serving, 'bell');
  expect((await board.message('event')).text).toBe('Event:bell:1');
  await press(serving, 'lamp');
  const sending = sendUntilClosed();
  const ended = serving.end('SIGTERM');
  await sending;
  await page.whenClosed();
  // Its first attempt, which the load balancer holds.
  await connectBoard();
  // At once, as boards do: what is not confirmed in time has failed.
  const lampConfirmed = confirm('lamp');
  await ended;
  await next.serves();
  await openPage(next);
  await send();
  await page.next('points', ({ points }) => points.some(({ values }) => values.n === acknowledged));
  await lampConfirmed;
  const gongConfirmed = confirm('gong');
  await press(next, 'gong');
  await gongConfirmed;
  const newest = async () => (await Promise.all(names.map((name) => statesOf(next, name)))).map(([state]) => state);
  await expect.poll(newest).toEqual([expect.stringMatching(/^(failed|unconfirmed)$/), 'acknowledged', 'acknowledged']);
  for (const name of ['bell', 'gong']) expect(board.received.filter((packet) => isEvent(name, packet))).toEqual([]);
  // What it acknowledged last and could not store in the time that it had comes now.
  const upgraded = await servers.start(serving.name);
  expect(await upgraded.waits()).toMatch(`${next.name} ${version}`);
  const path = `${device}/history?from=0&to=${Date.now() + 60_000}&points=10000`;
  const missing = async () => {
    const stored = new Set((await call(next, 'GET', path)).series.n?.value);
    return Array.from({ length: acknowledged }, (_, index) => index + 1).filter((n) => !stored.has(n));
  };
  await expect.poll(missing).toEqual([]);
  return upgraded;
}

test('servers are upgraded one after the other: nothing acknowledged is lost, and no command is lost or doubled', async () => {
  const program = await buildVersion('0.1.9', join(servers.directory, 'older'));
  const older = await servers.start('barn-1', { program });
  const setupCode = await older.serves();
  const newer = await servers.start('barn-2');
  expect(await newer.waits()).toMatch(/^barn-1 0\.1\.9/);
  proxy = await startClusterProxy([older, newer]);
  await call(older, 'POST', '/api/auth/signup', { ...login, setupCode });
  const { connectionKey } = await call(older, 'GET', '/api/pairing');
  username = `${login.email}/${connectionKey}`;
  await connectBoard();
  await openPage(older);
  await send();
  for (const [name, once] of Object.entries(momentary)) {
    const settings = { label: null, widget: 'button', min: null, max: null, step: null, choices: [], locked: false };
    await call(older, 'PUT', `${device}/events/${name}`, { ...settings, momentary: once });
  }

  const upgraded = await replace(older, newer);
  await replace(newer, upgraded);
  const { servers: listed } = await call(upgraded, 'GET', '/api/admin/system');
  expect(listed).toMatchObject([
    { name: 'barn-1', version, serves: true },
    { name: 'barn-2', version, serves: false },
  ]);
});
