import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AlertList, LinkCreated, PublicControl, PublicDashboard } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = nextEspid();
const other = nextEspid();
/** What nobody may learn through a link. */
const secrets = [espid, other, 'owner-', 'Secret shed', 'hidden', 'HomeNet', '10.77.0.9', 'behind the tree'];

let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
let board: TestBoard;
let dashboardId: number;

const api = (rest = '', id = espid) => `/api/device/${encodeURIComponent(id)}${rest}`;
const target = { kind: 'output', pin: 'D1', mode: 'digit' };
const place = { y: 0, width: 3, height: 3 };
const widgets = [
  { ...place, id: 'temp', x: 0, content: { type: 'value', title: 'Air', key: 'temp' } },
  { ...place, id: 'day', x: 3, content: { type: 'chart', title: 'Day', keys: ['humid'], minutes: 60 } },
  { ...place, id: 'fan', x: 6, content: { type: 'switch', title: 'Fan', target } },
  { ...place, id: 'lamp', x: 9, content: { type: 'switch', title: 'Lamp', target: { ...target, pin: 'D2' } } },
];

const save = async (wanted: readonly unknown[]) => {
  const { body } = await owner.api('GET', api('/dashboard'));
  const basedOn = body.dashboard?.version ?? null;
  const saved = await owner.api('PUT', api('/dashboard/widgets'), { name: 'Greenhouse', widgets: wanted, basedOn });
  expect([saved.status, saved.body.error]).toEqual([200, undefined]);
  return saved.body.dashboard.id as number;
};

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  board = (await server.board({ espid, username, keepalive: 3_600 })).board;
  const second = (await server.board({ espid: other, username, keepalive: 3_600 })).board;
  board.publish('data/update', '{"temp":21.5,"humid":60,"hidden":42}', 1);
  second.publish('data/update', '{"hidden":7}', 1);
  board.publish('net', 'ip:10.77.0.9,ssid:HomeNet,rssi:-60');
  await owner.api('PATCH', api(), { name: 'Greenhouse board', notes: 'behind the tree' });
  await owner.api('PATCH', api('', other), { name: 'Secret shed' });
  await owner.api('PUT', api('/outputs/D1'), { mode: 'digit', name: 'hidden fan', locked: false, momentaryMs: null });
  dashboardId = await save(widgets);
  const values = async () => (await owner.api('GET', api())).body.variables.length;
  await vi.waitUntil(async () => (await values()) === 3, 60_000);
});
afterAll(() => server.stop());

const settings = { name: 'Club house', expiresAt: null, exposed: [], origins: [], password: null };
const make = async (change: object = {}): Promise<LinkCreated> => {
  const { status, body } = await owner.api('POST', `/api/dashboards/${dashboardId}/links`, { ...settings, ...change });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};
const revoke = ({ link }: LinkCreated) => owner.api('DELETE', `/api/dashboards/${dashboardId}/links/${link.id}`);

let requested = 0;
interface LinkRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
/** What a visitor's page requests; each call comes from a network of its own unless set otherwise. */
async function visit(token: string, rest = '', { method = 'GET', body, headers }: LinkRequest = {}) {
  requested += 1;
  const response = await fetch(`${server.http}/api/public/dashboard${rest}`, {
    method,
    headers: {
      'x-cyno-link': token,
      'x-forwarded-for': `10.2.${(requested >> 8) & 255}.${requested & 255}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}
type Open = Extract<PublicDashboard, { state: 'open' }>;
const loadView = async (token: string): Promise<Open> => (await visit(token)).body;
const deviceOf = async (token: string): Promise<string> => (await loadView(token)).choices[0] ?? '';
async function press(token: string, pin: string, value = 1, device?: string) {
  const body = { kind: 'io', device: device ?? (await deviceOf(token)), pins: [{ pin, mode: 'digit', value }] };
  return visit(token, '/commands', { method: 'POST', body });
}

/** The live connection of a public page. */
class PublicLive {
  readonly received: (Partial<Pick<PublicControl, 'outputs' | 'commands'>> & {
    type: string;
    espid?: string;
    points?: { values: object }[];
  })[] = [];
  readonly socket: WebSocket;
  closed: number | undefined;
  constructor(options: object = {}) {
    this.socket = new WebSocket(`${server.http.replace(/^http/, 'ws')}/api/live`, options);
    this.socket.on('message', (data) => this.received.push(JSON.parse(String(data))));
    this.socket.on('close', (code) => {
      this.closed = code;
    });
    this.socket.on('error', () => {});
  }
  static async open(token: string, unlock: string | null = null): Promise<PublicLive> {
    const live = new PublicLive();
    await once(live.socket, 'open');
    live.send({ type: 'hello', link: token, unlock });
    return live;
  }
  send = (message: object) => this.socket.send(JSON.stringify(message));
  types = () => this.received.map(({ type }) => type);
  values = () => this.received.flatMap(({ points }) => points?.map(({ values }) => values) ?? []);
}

describe('a public link', () => {
  test('shows its dashboard with the newest values of what is bound, and the history of what is drawn', async () => {
    const made = await make();
    expect(made.token).toMatch(/^[\w-]{43}$/);
    const visible = await loadView(made.token);
    const [device = ''] = visible.choices;
    expect(visible).toMatchObject({ state: 'open', name: 'Greenhouse', choices: [device], exposed: [] });
    expect(visible.devices).toMatchObject([{ device, name: 'Greenhouse board', online: true, location: null }]);
    expect(visible.devices[0]?.variables.map(({ key, value }) => [key, value])).toEqual([
      ['temp', 21.5],
      ['humid', 60],
    ]);
    expect(visible.widgets.map(({ id }) => id)).toEqual(['temp', 'day', 'fan', 'lamp']);
    const history = await visit(made.token, `/history?device=${device}&minutes=60`);
    expect(Object.keys(history.body.series)).toEqual(['humid']);
    expect((await visit(made.token, `/history?device=${device}&minutes=1440`)).body.series).toHaveProperty('temp');
    for (const query of [`device=${device}&minutes=61`, 'device=2&minutes=60']) {
      expect((await visit(made.token, `/history?${query}`)).status, query).toBe(404);
    }
    const { rows } = await server.database.pool.query('select * from public_links');
    expect(JSON.stringify(rows)).not.toContain(made.token);
  });

  test('reads only, unless a control is exposed; then exactly that one, and the history reports it', async () => {
    const closed = await make();
    expect((await press(closed.token, 'D1')).status).toBe(403);
    const { token } = await make({ exposed: ['fan'] });
    const live = await PublicLive.open(token);
    await expect.poll(live.types).toContain('ready');
    expect((await press(token, 'D2')).status).toBe(403);
    expect((await press(token, 'D1', 0)).body.commands).toMatchObject([{ actor: { kind: 'link', name: null } }]);
    expect((await board.message('io')).text).toBe('D1:digit:0');
    board.publish('ioact', 'D1:act:0');
    const device = await deviceOf(token);
    const event = { kind: 'event', device, name: 'D1', value: '1' };
    expect((await visit(token, '/commands', { method: 'POST', body: event })).status).toBe(403);
    const { body } = await owner.api('GET', api('/commands?kind=output&target=D1'));
    expect(body.commands[0].actor).toEqual({ kind: 'link', name: 'Club house' });
    await owner.api('POST', api('/io'), { pins: [{ pin: 'D2', mode: 'digit', value: 1 }] });
    const control = await visit(token, `/control?device=${device}`);
    expect(control.body.outputs.map(({ pin }: { pin: string }) => pin)).toEqual(['D1', 'D2']);
    expect(control.body.commands.every(({ target: pin }: { target: string }) => pin === 'D1')).toBe(true);
    const pushes = () => live.received.filter(({ type }) => type === 'control');
    await expect
      .poll(() => pushes().map(({ outputs }) => outputs))
      .toContainEqual([
        expect.objectContaining({ pin: 'D1', name: null, reported: 0, wanted: null, changedBy: null }),
        expect.objectContaining({ pin: 'D2', name: null, wanted: 1 }),
      ]);
    expect(new Set(pushes().flatMap(({ commands = [] }) => commands.map(({ target: pin }) => pin)))).toEqual(
      new Set(['D1']),
    );
    for (const secret of secrets) expect(control.text + JSON.stringify(pushes())).not.toContain(secret);
    live.socket.close();
  });

  test('operates nothing else when a manager makes another control of an exposed one', async () => {
    const { token, link } = await make({ exposed: ['fan'] });
    await owner.api('POST', api('/shares'), { email: stranger.email, role: 'manager', expiresAt: null });
    const [offer] = (await stranger.api('GET', '/api/offers')).body.offers;
    await stranger.api('POST', `/api/offers/${offer.id}/accept`);
    const retargeted = widgets.map((one) =>
      one.id === 'fan' ? { ...one, content: { ...one.content, target: { ...target, pin: 'D2' } } } : one,
    );
    const { version } = (await owner.api('GET', api('/dashboard'))).body.dashboard;
    const request = { name: 'Greenhouse', widgets: retargeted, basedOn: version };
    expect((await stranger.api('PUT', api('/dashboard/widgets'), request)).status).toBe(200);
    expect((await press(token, 'D2')).status).toBe(403);
    expect((await loadView(token)).exposed).toEqual([]);
    await owner.api('PUT', `/api/dashboards/${dashboardId}/links/${link.id}`, { ...settings, exposed: ['fan'] });
    expect((await press(token, 'D2')).status).toBe(202);
    await stranger.api('POST', api('/leave'));
    await save(widgets);
    expect((await press(token, 'D1')).status).toBe(403);
    await revoke({ token, link });
    board.publish('ioact', 'D2:act:1');
  });

  test('cannot be used to switch by a page of another site', async () => {
    const { token } = await make({ exposed: ['fan'] });
    const body = { kind: 'io', device: '1', pins: [{ pin: 'D1', mode: 'digit', value: 1 }] };
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await visit(token, '/commands', { method: 'POST', body, headers })).status).toBe(403);
  });

  test('stops serving a variable at once when its widget is removed, also to who looks', async () => {
    const { token } = await make();
    const live = await PublicLive.open(token);
    await expect.poll(live.types).toContain('ready');
    board.publish('data/update', '{"temp":22,"humid":61,"hidden":43}');
    await expect.poll(live.values).toEqual([{ temp: 22, humid: 61 }]);
    await save(widgets.filter(({ id }) => id !== 'temp'));
    expect((await loadView(token)).devices[0]?.variables.map(({ key }) => key)).toEqual(['humid']);
    expect((await visit(token, `/history?device=${await deviceOf(token)}&minutes=1440`)).status).toBe(404);
    await expect.poll(live.types).toContain('dashboards');
    // Until the server has read the change viewers get nothing.
    const publish = () => {
      board.publish('data/update', '{"temp":23,"humid":62,"hidden":44}');
      return live.values().at(-1);
    };
    await expect.poll(publish).toEqual({ humid: 62 });
    expect(
      live
        .values()
        .slice(1)
        .filter((values) => 'temp' in values),
    ).toEqual([]);
    live.socket.close();
    await save(widgets);
  });

  test('notifies viewers when a variable of the dashboard comes, and of no other one', async () => {
    await save([
      ...widgets,
      { ...place, id: 'late', x: 0, y: 3, content: { type: 'value', title: 'Late', key: 'late' } },
    ]);
    const { token } = await make();
    const visitor = await PublicLive.open(token);
    await expect.poll(visitor.types).toContain('ready');
    const notified = () => visitor.received.filter(({ type }) => type === 'variables');
    const own = await LiveSocket.open(server.http, owner.token, []);
    const device = await deviceOf(token);
    const drawn = async () => (await visit(token, `/history?device=${device}&minutes=1440`)).body.series;
    expect(await drawn()).not.toHaveProperty('late');
    board.publish('data/update', '{"hidden2":1}');
    await own.next('variables');
    expect(notified()).toEqual([]);
    board.publish('data/update', '{"late":5,"hidden3":1}');
    await own.next('variables');
    await expect.poll(notified).toEqual([{ type: 'variables', espid: device }]);
    const visible = await loadView(token);
    expect(visible.devices[0]?.variables).toContainEqual(expect.objectContaining({ key: 'late', value: 5 }));
    const range = `from=${Date.now() - 60_000}&to=${Date.now() + 60_000}&keys=late`;
    const { late } = (await owner.api('GET', api(`/history?${range}`))).body.series;
    expect(late.value).toContain(5);
    expect(await drawn()).toHaveProperty('late');
    for (const { socket } of [visitor, own]) socket.close();
    await save(widgets);
  });

  test('shows and reports the alerts of what it shows, and nothing of others, also with a list of alerts on it', async () => {
    const list = { ...place, id: 'alerts', x: 0, y: 3, content: { type: 'alerts', title: 'Alerts' } };
    await save([...widgets, list]);
    const { token } = await make();
    const visitor = await PublicLive.open(token);
    await expect.poll(visitor.types).toContain('ready');
    const add = async (key: string, count: number) => {
      await owner.api('POST', '/api/alert-rules', { ...tooHot({ key, threshold: 20 }), name: 'Secret shed' });
      const open = async (): Promise<AlertList['alerts']> => (await owner.api('GET', '/api/alerts')).body.alerts;
      await vi.waitUntil(async () => (await open()).length === count, 60_000);
      return open();
    };
    expect([await add('hidden', 1), (await visit(token, '/alerts')).body.alerts]).toEqual([[expect.anything()], []]);
    const both = await add('temp', 2);
    await expect.poll(() => visitor.types().filter((type) => type === 'alerts')).toHaveLength(1);
    await owner.api('POST', '/api/alerts/acknowledge', { ids: both.map(({ id }) => id) });
    const { text, body } = await visit(token, '/alerts');
    const seen = { device: await deviceOf(token), state: 'acknowledged', key: 'temp', limit: 20 };
    expect(body.alerts).toEqual([expect.objectContaining(seen)]);
    for (const secret of secrets) expect(text).not.toContain(secret);
    for (const { ruleId } of both) await owner.api('DELETE', `/api/alert-rules/${ruleId}`);
    visitor.socket.close();
    await save(widgets);
  });

  test('cancels what visitors requested through it when it is revoked, and nothing of others', async () => {
    const [made, other] = [await make({ exposed: ['fan'] }), await make({ exposed: ['lamp'] })];
    await owner.api('POST', api('/io'), { pins: [{ pin: 'D5', mode: 'digit', value: 1 }] });
    while ((await board.message('io')).text !== 'D5:digit:1');
    expect((await press(made.token, 'D1')).status).toBe(202);
    expect((await press(other.token, 'D2')).status).toBe(202);
    await revoke(made);
    const newest = async (pin: string) =>
      (await owner.api('GET', api(`/commands?kind=output&target=${pin}`))).body.commands[0].state;
    expect([await newest('D1'), await newest('D2')]).toEqual(['failed', 'queued']);
    await revoke(other);
    expect(await newest('D2')).toBe('failed');
  });

  test('ends at once when it is revoked or expires, also for who looks', async () => {
    const made = await make();
    const short = await make({ expiresAt: Date.now() + 60_000 });
    const [first, second] = await Promise.all([PublicLive.open(made.token), PublicLive.open(short.token)]);
    for (const live of [first, second]) await expect.poll(live.types).toContain('ready');
    const list = await owner.api('GET', `/api/dashboards/${dashboardId}/links`);
    expect(list.body.links[0]).toMatchObject({ name: 'Club house', viewers: 1 });
    expect((await revoke(made)).status).toBe(204);
    await expect.poll(() => first.closed).toBe(4401);
    expect((await visit(made.token)).status).toBe(404);
    expect((await visit(short.token)).status).toBe(200);
    await server.database.pool.query('update public_links set expires_at = 1 where id = $1', [short.link.id]);
    await expect.poll(() => second.closed).toBe(4401);
    expect((await visit(short.token)).status).toBe(404);
    const late = await PublicLive.open(made.token);
    await expect.poll(() => late.closed).toBe(4401);
  });

  test('is made, seen and revoked by nobody else', async () => {
    const made = await make();
    const path = `/api/dashboards/${dashboardId}/links`;
    expect((await stranger.api('GET', path)).status).toBe(404);
    expect((await stranger.api('POST', path, settings)).status).toBe(404);
    expect((await stranger.api('PUT', `${path}/${made.link.id}`, settings)).status).toBe(404);
    expect((await stranger.api('DELETE', `${path}/${made.link.id}`)).status).toBe(404);
    expect((await loadView(made.token)).state).toBe('open');
  });

  test('dies with the account’s right to be used and when the dashboard becomes somebody else’s', async () => {
    const { token } = await make();
    const query = 'update dashboards set account_id = (select id from accounts where email = $1) where id = $2';
    await server.database.pool.query(query, [stranger.email, dashboardId]);
    expect((await visit(token)).status).toBe(404);
    await server.database.pool.query(query, [owner.email, dashboardId]);
    expect((await visit(token)).status).toBe(200);
  });
});

describe('a password', () => {
  const password = 'moss and stones';
  const unlock = (token: string, typed: string, network?: string) =>
    visit(token, '/unlock', {
      method: 'POST',
      body: { password: typed },
      ...(network !== undefined && { headers: { 'x-forwarded-for': network } }),
    });

  test('is requested before anything is shown, and another one sends away who looks', async () => {
    const made = await make({ password });
    const { token } = made;
    expect((await visit(token)).text).toBe('{"state":"locked"}');
    for (const rest of ['/history?device=1&minutes=60', '/control?device=1', '/alerts']) {
      expect((await visit(token, rest)).status).toBe(403);
    }
    expect((await press(token, 'D1', 1, '1')).status).toBe(403);
    const refused = await PublicLive.open(token);
    await expect.poll(() => refused.closed).toBe(4401);
    expect((await unlock(token, 'wrong one')).body.code).toBe('wrong_credentials');
    const { body } = await unlock(token, password);
    const headers = { 'x-cyno-unlock': body.unlock };
    expect((await visit(token, '', { headers })).body.state).toBe('open');
    const forged = { 'x-cyno-unlock': body.unlock.replace(/^\d+/, String(body.until + 1)) };
    expect((await visit(token, '', { headers: forged })).body.state).toBe('locked');
    const another = await make({ password });
    expect((await visit(another.token, '', { headers })).body.state).toBe('locked');

    const live = await PublicLive.open(token, body.unlock);
    await expect.poll(live.types).toContain('ready');
    const path = `/api/dashboards/${dashboardId}/links/${made.link.id}`;
    expect((await owner.api('PUT', path, { ...settings, password: 'other stones' })).status).toBe(200);
    await expect.poll(() => live.closed).toBe(4401);
    expect((await visit(token, '', { headers })).body.state).toBe('locked');
    const stored = { ...settings, password: undefined };
    expect((await owner.api('PUT', path, stored)).body.hasPassword).toBe(true);
  });

  test('can be tried ten times from a network; others and the owner continue', async () => {
    const { token } = await make({ password });
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await unlock(token, `guess ${n}`, '10.8.8.8')).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    expect((await unlock(token, password, '10.8.8.8')).status).toBe(429);
    expect((await unlock(token, password, '10.8.8.9')).status).toBe(200);
    expect((await owner.api('GET', api('/dashboard'))).status).toBe(200);
  });
});

describe('the page of a link', () => {
  const page = (token: string) => fetch(`${server.http}/view/${token}`, { headers: { accept: 'text/html' } });

  test('may be framed by the pages that its owner named, and by no other', async () => {
    const { token } = await make({ origins: ['https://club.example.com', 'http://localhost:4000'] });
    const plain = await make();
    const framed = (await page(token)).headers;
    expect(framed.get('content-security-policy')).toContain(
      'frame-ancestors https://club.example.com http://localhost:4000',
    );
    expect(framed.get('x-frame-options')).toBeNull();
    for (const closed of [plain.token, 'A'.repeat(43), 'x']) {
      const { headers } = await page(closed);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test.each(['https://*.example.com', 'https://a.com/path', 'javascript:alert(1)', "https://a.com 'self'", '*'])(
    'takes no %s as origin',
    async (origin) => {
      const request = { ...settings, origins: [origin] };
      expect((await owner.api('POST', `/api/dashboards/${dashboardId}/links`, request)).status).toBe(400);
    },
  );
});

test('a page of another origin opens no live connection', async () => {
  const live = new PublicLive({ origin: 'https://evil.example.com' });
  await expect.poll(() => live.closed).toBe(4403);
});

describe('the live connection of a link', () => {
  let made: LinkCreated;
  beforeAll(async () => {
    made = await make();
  });
  afterAll(() => revoke(made));

  test.each([
    ['watches devices', { type: 'watch', espids: '*', replay: true }],
    ['reads the log of a device', { type: 'console', espid }],
    ['comes again', { type: 'hello', link: 'x', unlock: null }],
  ])('is closed when it %s', async (_, message) => {
    const live = await PublicLive.open(made.token);
    await expect.poll(live.types).toContain('ready');
    live.send(message);
    await expect.poll(() => live.closed).toBe(4400);
    // These may come to everybody meanwhile: nothing about devices or their logs does.
    expect(live.types().filter((type) => type !== 'tick' && type !== 'control')).toEqual(['ready']);
  });

  test('is no session, and opens no shared dashboard', async () => {
    const { token } = made;
    for (const hello of [{ token }, { token, dashboard: dashboardId }]) {
      const live = new PublicLive();
      await once(live.socket, 'open');
      live.send({ type: 'hello', ...hello });
      await expect.poll(() => live.closed).toBe(4401);
    }
    const both = new PublicLive();
    await once(both.socket, 'open');
    both.send({ type: 'hello', link: token, token: owner.token });
    await expect.poll(both.types).toContain('ready');
    both.send({ type: 'watch', espids: '*' });
    await expect.poll(() => both.closed).toBe(4400);
  });

  test('may be opened sixty times a minute from a network', async () => {
    const headers = { 'x-forwarded-for': '10.7.7.7' };
    const closed = [];
    for (let n = 0; n < 61; n += 1) {
      const live = new PublicLive({ headers });
      await once(live.socket, 'open');
      live.send({ type: 'hello', link: 'A'.repeat(43) });
      await once(live.socket, 'close');
      closed.push(live.closed);
    }
    expect(closed).toEqual([...Array(60).fill(4401), 4429]);
  });
});

test('anyone who tries tokens is slowed down', async () => {
  const headers = { 'x-forwarded-for': '10.9.9.9' };
  const statuses = [];
  for (let n = 0; n < 32; n += 1) statuses.push((await visit(randomUUID().padEnd(43, 'x'), '', { headers })).status);
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(404));
  expect(statuses.slice(30)).toEqual([429, 429]);
});

describe('a walk through the whole API with the token of a link', () => {
  const ways: [string, (token: string) => { headers?: Record<string, string>; query?: string }][] = [
    ['as bearer token', (token) => ({ headers: { authorization: `Bearer ${token}` } })],
    ['in the query', (token) => ({ query: `&token=${token}&link=${token}&access_token=${token}` })],
    ['as link header', (token) => ({ headers: { 'x-cyno-link': token } })],
    [
      'in every way',
      (token) => ({
        headers: { authorization: `Bearer ${token}`, 'x-cyno-link': token, cookie: `token=${token}` },
        query: `&token=${token}`,
      }),
    ],
  ];

  test.each(ways)('%s reaches this dashboard and nothing else', async (_, how) => {
    const { token } = await make({ exposed: ['fan'] });
    const { headers = {}, query = '' } = how(token);
    const device = await deviceOf(token);
    const { body } = await server.api('GET', '/api/openapi.json');
    const routes = Object.entries<Record<string, object>>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((verb) => ({ path, method: verb.toUpperCase() })),
    );
    expect(routes.length).toBeGreaterThan(100);
    const opened = new Set<string>();
    for (const { path, method } of routes) {
      const filled = path
        .replace('{espid}', encodeURIComponent(espid))
        .replace(/\{(id|version|linkId)\}/g, String(dashboardId))
        .replaceAll(/\{\w+\}/g, 'x');
      requested += 1;
      const response = await fetch(
        `${server.http}${filled}?device=${device}&minutes=60&from=0&to=${Date.now()}&format=csv&kind=output&target=D1${query}`,
        {
          method,
          headers: {
            ...headers,
            'x-forwarded-for': `10.3.${(requested >> 8) & 255}.${requested & 255}`,
            ...(method !== 'GET' && { 'content-type': 'application/json' }),
          },
          ...(method !== 'GET' && { body: '{}' }),
        },
      );
      const text = await response.text();
      const what = `${method} ${path} answered ${response.status} ${text.slice(0, 300)}`;
      expect({ what, found: secrets.filter((secret) => text.includes(secret)) }).toEqual({ what, found: [] });
      if (response.ok) opened.add(`${method} ${path}`);
    }
    const publicOnes = ['', '/alerts', '/control', '/history'].map((rest) => `/api/public/dashboard${rest}`);
    const isLink = 'x-cyno-link' in headers;
    const linked = isLink ? publicOnes.map((path) => `GET ${path}`) : [];
    expect([...opened].sort()).toEqual(['GET /api/config', ...linked, 'GET /api/trust']);
  });
});
