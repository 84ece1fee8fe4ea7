import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser, testPassword } from '../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
const espid = nextEspid();
const boardOf = async () =>
  (await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` })).board;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
});
afterAll(() => server.stop());

describe('what a browser is pushed', () => {
  it('gets points, presence and facts of its own boards, and nobody else does', async () => {
    const mine = await LiveSocket.open(server.http, owner.token);
    const other = await LiveSocket.open(server.http, stranger.token, [espid]);
    const board = await boardOf();
    await mine.next('presence', (message) => message.espid === espid && message.online);
    board.publish('data/update', '{"temp":30.5}');
    const { points } = await mine.next('points', (message) => !message.replay);
    expect(points).toMatchObject([{ values: { temp: 30.5 } }]);
    board.publish('info', '{"ip":"10.0.0.7","ssid":"barn","RSSI":"-61","v":"1.0.8"}');
    expect(await mine.next('info')).toMatchObject({
      espid,
      rssi: -61,
      ip: '10.0.0.7',
      ssid: 'barn',
      firmware: '1.0.8',
    });
    await board.end();
    await mine.next('presence', (message) => !message.online);
    expect(other.received.filter((message) => message.type !== 'tick' && message.type !== 'pairing')).toEqual([]);
  });

  it('notifies every page of an owner of variables that come or mean something else, whatever it watches', async () => {
    const board = await boardOf();
    const page = await LiveSocket.open(server.http, owner.token, []);
    const other = await LiveSocket.open(server.http, stranger.token);
    board.publish('data/update', '{"fresh":1,"fresher":2}');
    await page.next('variables', (message) => message.espid === espid);
    const list = async () => (await owner.api('GET', `/api/device/${espid}/variables`)).body.variables;
    expect((await list()).map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining(['fresh', 'fresher']));
    const path = `/api/device/${espid}/variables/fresh`;
    // Its row is written some moments after it came.
    const calibrate = async () => (await owner.api('PUT', `${path}/calibration`, { offset: 1, scale: 2 })).status;
    await expect.poll(calibrate).toBe(200);
    await page.next('variables');
    await owner.api('PUT', `${path}/retention`, { days: 1 });
    await page.next('variables');
    await owner.api('DELETE', path);
    board.publish('data/update', '{"fresh":3}');
    await page.next('variables');
    expect(page.received.filter(({ type }) => type === 'variables')).toEqual([]);
    expect(other.received.filter(({ type }) => type === 'variables')).toEqual([]);
    for (const { socket } of [page, other]) socket.close();
    await board.end();
  });

  it('replays the last minute to anyone who starts to watch, so that history and live join without a gap', async () => {
    const board = await boardOf();
    for (const value of [1, 2, 3]) board.publish('data/update', `{"step":${value}}`);
    await board.message('data/update');
    await board.message('data/update');
    await board.message('data/update');
    const late = await LiveSocket.open(server.http, owner.token, [espid]);
    const replay = await late.next('points');
    expect(replay.replay).toBe(true);
    const steps = replay.points.filter((point) => 'step' in point.values);
    expect(steps.map((point) => point.values.step)).toEqual([1, 2, 3]);
    // A page of all devices that opens one draws it from here on.
    late.send({ type: 'watch', espids: '*' });
    late.send({ type: 'watch', espids: [espid], replay: true });
    expect((await late.next('points')).points).toEqual(replay.points);
    await server.spoolEmpty();
    const { body } = await owner.api(
      'GET',
      `/api/device/${espid}/history?from=${Date.now() - 60_000}&to=${Date.now() + 1}`,
    );
    const stored = new Set(body.times);
    // Every replayed point is found in history under the same instant: the page can join them by it.
    expect(steps.every((point) => stored.has(point.at))).toBe(true);
    await board.end();
  });

  it('is notified of a board that asks to join', async () => {
    const mine = await LiveSocket.open(server.http, owner.token);
    const request = nextEspid();
    await server.board({ espid: request, username: owner.email });
    const { state } = await mine.next('pairing', (message) => message.state.pending.some((one) => one.online));
    expect(state.pending).toMatchObject([{ espid: request, online: true }]);
  });
});

it.each(['read', 'control'] as const)('does not push the connection key to an access token to %s', async (scope) => {
  const { body } = await owner.api('POST', '/api/access-tokens', { name: 'wall', scope, expiresInDays: null });
  const wall = await LiveSocket.open(server.http, body.token);
  const page = await LiveSocket.open(server.http, owner.token);
  await page.next('pairing');
  await owner.api('POST', '/api/pairing/window', { minutes: 0 });
  await page.next('pairing');
  expect(wall.received.filter((message) => message.type === 'pairing')).toEqual([]);
});

describe('who may open a live connection', () => {
  it('needs a valid token as the first message', async () => {
    const wrong = new LiveSocket(server.http);
    await once(wrong.socket, 'open');
    wrong.send({ type: 'hello', token: 'guess' });
    expect(await wrong.whenClosed()).toBe(4401);
    const silent = new LiveSocket(server.http);
    await once(silent.socket, 'open');
    silent.send({ type: 'watch', espids: '*' });
    expect(await silent.whenClosed()).toBe(4400);
  });

  it('opens no account when the hello is for a dashboard that is none', async () => {
    const wrong = new LiveSocket(server.http);
    await once(wrong.socket, 'open');
    wrong.send({ type: 'hello', token: owner.token, dashboard: 'mine' });
    expect(await wrong.whenClosed()).toBe(4400);
  });

  it('does not take another hello for that of somebody else', async () => {
    const live = await LiveSocket.open(server.http, stranger.token);
    live.send({ type: 'hello', token: owner.token });
    live.send({ type: 'hello', link: 'x' });
    live.send({ type: 'watch', espids: '*' });
    await live.settled();
    const witness = await LiveSocket.open(server.http, owner.token);
    const board = await boardOf();
    await witness.next('presence');
    expect(live.received.filter(({ type }) => type !== 'tick' && type !== 'pairing')).toEqual([]);
    live.socket.close();
    await board.end();
  });

  it('refuses a page of another origin', async () => {
    const foreign = new LiveSocket(server.http, { origin: 'https://evil.example' });
    expect(await foreign.whenClosed()).toBe(4403);
  });

  it.each([['{"type":"hello"'], ['[]'], ['{"type":"watch","espids":["../x"]}'], ['{"type":"nonsense"}']])(
    'closes on %s',
    async (text) => {
      const bad = new LiveSocket(server.http);
      await once(bad.socket, 'open');
      bad.socket.send(text);
      expect(await bad.whenClosed()).toBe(4400);
    },
  );

  it('does not read 21,000 names that come before hello', async () => {
    const stranger = new LiveSocket(server.http);
    await once(stranger.socket, 'open');
    stranger.send({ type: 'watch', espids: Array(21_000).fill('') });
    expect([1006, 1009]).toContain(await stranger.whenClosed());
    const long = new LiveSocket(server.http);
    await once(long.socket, 'open');
    long.send({ type: 'watch', espids: Array(400).fill('') });
    expect(await long.whenClosed()).toBe(1009);
  });

  it('watches 200 devices by name and no more', async () => {
    const mine = await LiveSocket.open(server.http, owner.token);
    mine.send({ type: 'watch', espids: Array(200).fill('x'.repeat(64)) });
    mine.send({ type: 'watch', espids: Array(201).fill('x') });
    expect(await mine.whenClosed()).toBe(4400);
  });

  it('closes a connection that floods', async () => {
    const flood = await LiveSocket.open(server.http, owner.token);
    for (let i = 0; i < 40; i++) flood.send({ type: 'watch', espids: [] });
    expect(await flood.whenClosed()).toBe(4429);
  });

  it('is closed when the session ends elsewhere, before anything else is pushed', async () => {
    const visitor = await server.signup('visitor@example.com');
    const live = await LiveSocket.open(server.http, visitor.token);
    const login = { email: visitor.email, password: testPassword };
    const { body } = await server.api('POST', '/api/auth/login', login);
    const other = await LiveSocket.open(server.http, body.access_token);
    await live.next('pairing');
    await other.next('pairing');
    expect((await visitor.api('POST', '/api/auth/logout')).status).toBeLessThan(300);
    await server.api('POST', '/api/pairing/window', { minutes: 0 }, body.access_token);
    await other.next('pairing');
    expect(await live.whenClosed()).toBe(4401);
    expect(live.received.map(({ type }) => type).filter((type) => type !== 'tick')).toEqual(['ended']);
  });
});
