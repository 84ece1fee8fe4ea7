import { once } from 'node:events';
import type { AlertList, LiveServerMessage, OpenDashboard } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const shed = nextEspid();
const barn = nextEspid();
const cellar = nextEspid();

const target = { kind: 'output', pin: 'D1', mode: 'digit' };
const place = { y: 0, width: 3, height: 3 };
const widgets = [
  { ...place, id: 'air', x: 0, device: shed, content: { type: 'value', title: 'Air', key: 'temp' } },
  { ...place, id: 'day', x: 3, device: barn, content: { type: 'chart', title: 'Hour', keys: ['humid'], minutes: 60 } },
  { ...place, id: 'fan', x: 6, device: shed, content: { type: 'switch', title: 'Fan', target } },
];

const roles = ['stranger', 'invited', 'declined', 'expired', 'revoked', 'viewer', 'operator', 'manager'] as const;
type Who = (typeof roles)[number];
const sees = (who: Who) => who === 'viewer' || who === 'operator' || who === 'manager';
const operates = (who: Who) => who === 'operator' || who === 'manager';

let server: JoinedServer;
let owner: TestUser;
let people: Record<Who, TestUser>;
let boards: Record<string, TestBoard>;
let id: number;

const visible = (user: TestUser, rest = '', of = id) => user.api('GET', `/api/dashboards/${of}/shown${rest}`);
const press = (user: TestUser, change: object = {}) =>
  user.api('POST', `/api/dashboards/${id}/shown/commands`, {
    kind: 'io',
    device: shed,
    pins: [{ pin: 'D1', mode: 'digit', value: 1 }],
    ...change,
  });
const version = async () => (await owner.api('GET', `/api/dashboards/${id}`)).body.version as number;
const save = async (user: TestUser, wanted: readonly unknown[], espids: string[] = []) =>
  user.api('PUT', `/api/dashboards/${id}`, { name: 'Farm', widgets: wanted, espids, basedOn: await version() });

/** The limit of polls, which are for tests only; it ends nothing but a hook that hangs. */
const longest = 60_000;

async function share(who: Exclude<Who, 'stranger'>): Promise<number> {
  const { email } = people[who];
  const role = sees(who) ? who : 'manager';
  const path = `/api/dashboards/${id}/shares`;
  const { status, body } = await owner.api('POST', path, { email, role, expiresAt: null });
  expect(status).toBe(201);
  const share: number = body.shares.find((one: { email: string }) => one.email === email).id;
  if (who === 'invited') return share;
  const [offer] = (await people[who].api('GET', '/api/offers')).body.dashboards;
  await people[who].api('POST', `/api/offers/${offer.id}/${who === 'declined' ? 'decline' : 'accept'}`);
  if (who === 'revoked') await owner.api('DELETE', `${path}/${share}`);
  if (who === 'expired') {
    const over = 'update shares set expires_at = $1 where id = $2';
    await server.database.pool.query(over, [Date.now() - 1, share]);
    await vi.waitUntil(async () => (await visible(people[who])).status === 404, longest);
  }
  return share;
}

/** The live connection of a shared dashboard. */
class GuestLive {
  readonly received: LiveServerMessage[] = [];
  readonly socket: WebSocket;
  closed: number | undefined;
  constructor(http: string) {
    this.socket = new WebSocket(`${http.replace(/^http/, 'ws')}/api/live`);
    this.socket.on('message', (data) => this.received.push(JSON.parse(String(data))));
    this.socket.on('close', (code) => {
      this.closed = code;
    });
    this.socket.on('error', () => {});
  }
  static async open(user: Pick<TestUser, 'token'>, http = server.http): Promise<GuestLive> {
    const live = new GuestLive(http);
    await once(live.socket, 'open');
    live.socket.send(JSON.stringify({ type: 'hello', token: user.token, dashboard: id }));
    await expect.poll(() => live.closed !== undefined || live.types().includes('ready')).toBe(true);
    return live;
  }
  types = () => this.received.map(({ type }) => type);
  values = () =>
    this.received.flatMap((one) => (one.type === 'points' ? one.points.map(({ values }) => [one.espid, values]) : []));
}

const send = (espid: string, values: object) => boards[espid]?.publish('data/update', JSON.stringify(values), 1);

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  const users: [Who, TestUser][] = [];
  for (const who of roles) users.push([who, await server.signup(`${who}@example.com`)]);
  people = Object.fromEntries(users) as Record<Who, TestUser>;
  const username = `${owner.email}/${await owner.connectionKey()}`;
  const connected = [shed, barn, cellar].map(async (espid) => {
    const { board } = await server.board({ espid, username, keepalive: 3_600 });
    return [espid, board] as const;
  });
  boards = Object.fromEntries(await Promise.all(connected));
  send(shed, { temp: 21.5, humid: 60, hidden: 42 });
  send(barn, { temp: 10, humid: 70, hidden: 43 });
  send(cellar, { temp: 5, hidden: 44 });
  const variables = async (espid: string) => (await owner.api('GET', `/api/device/${espid}`)).body.variables.length;
  for (const espid of [shed, barn, cellar]) await vi.waitUntil(() => variables(espid), longest);
  const made = await owner.api('POST', '/api/dashboards', { name: 'Farm', widgets, espids: [] });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  id = made.body.id;
  for (const who of roles) if (who !== 'stranger') await share(who);
});
afterAll(() => server.stop());

describe('a shared dashboard without its devices, over HTTP', () => {
  test.each(roles)('%s', async (who) => {
    const user = people[who];
    const open = await visible(user);
    const variables = ((open.body.devices ?? []) as OpenDashboard['devices']).map((one) => [
      one.device,
      one.variables.map(({ key }) => key),
    ]);
    const pressed = await press(user);
    expect({
      visible: open.status,
      variables,
      exposed: open.body.exposed ?? [],
      drawn: (await visible(user, `/history?device=${barn}&minutes=60`)).status,
      control: (await visible(user, `/control?device=${shed}`)).status,
      command: pressed.status,
    }).toEqual({
      visible: sees(who) ? 200 : 404,
      variables: sees(who)
        ? [
            [shed, ['temp']],
            [barn, ['humid']],
          ]
        : [],
      exposed: operates(who) ? ['fan'] : [],
      drawn: sees(who) ? 200 : 404,
      control: sees(who) ? 200 : 404,
      command: operates(who) ? 202 : who === 'viewer' ? 403 : 404,
    });
    if (!operates(who)) return;
    await boards[shed]?.message('io');
    boards[shed]?.publish('ioact', 'D1:act:1');
    const { body } = await owner.api('GET', `/api/device/${shed}/commands?kind=output&target=D1`);
    expect(body.commands[0].actor).toEqual({ kind: 'person', name: user.email });
    expect(JSON.stringify((await visible(user, `/control?device=${shed}`)).body)).not.toContain('@example.com');
  });

  test.each(roles)('nothing beside it, for %s', async (who) => {
    const user = people[who];
    const refused: [string, string, unknown?][] = [
      ['GET', `/api/device/${shed}`],
      ['GET', `/api/device/${shed}/history?from=0&to=${Date.now()}`],
      ['GET', `/api/device/${shed}/control`],
      ['POST', `/api/device/${shed}/io`, { pins: [{ pin: 'D1', mode: 'digit', value: 1 }] }],
      ['GET', `/api/device/${cellar}`],
      ['GET', `/api/dashboards/${id}/shown/history?device=${barn}&minutes=1440`],
      ['GET', `/api/dashboards/${id}/shown/history?device=${cellar}&minutes=60`],
      ['GET', `/api/dashboards/${id}/shown/control?device=${cellar}`],
      ['GET', `/api/dashboards/${id}/links`],
      ['GET', `/api/alerts/1`],
    ];
    for (const [method, path, body] of refused) {
      expect([path, (await user.api(method, path, body)).status]).toEqual([path, 404]);
    }
    const pins = [{ pin: 'D2', mode: 'digit', value: 1 }];
    expect((await press(user, { pins })).status).toBe(sees(who) ? 403 : 404);
    expect((await user.api('GET', '/api/device/shared')).body).toEqual([]);
    expect(JSON.stringify((await visible(user)).body)).not.toContain('hidden');
  });
});

describe('alerts', () => {
  const list = { ...place, id: 'alerts', x: 9, device: shed, content: { type: 'alerts', title: 'Alerts' } };
  beforeAll(async () => {
    expect((await save(owner, [...widgets, list])).status).toBe(200);
    const rules = [tooHot({ threshold: 20 }), tooHot({ key: 'hidden', threshold: 20 })];
    for (const rule of rules) {
      expect((await owner.api('POST', '/api/alert-rules', { ...rule, name: 'Secret rule' })).status).toBe(201);
    }
    const open = async () => (await owner.api('GET', '/api/alerts')).body.alerts.length;
    await vi.waitUntil(async () => (await open()) === 4, longest);
  });
  afterAll(() => save(owner, widgets));

  test.each(roles)('of what it shows and nothing beside it, for %s', async (who) => {
    const user = people[who];
    const { status, body } = await visible(user, '/alerts');
    expect(status).toBe(sees(who) ? 200 : 404);
    const alerts = (body.alerts ?? []).map((one: { device: string; key: string }) => [one.device, one.key]);
    expect(alerts).toEqual(sees(who) ? [[shed, 'temp']] : []);
    expect(JSON.stringify(body)).not.toMatch(/hidden|Secret rule|@example\.com/);
    expect((await user.api('GET', '/api/alerts')).body.alerts).toEqual([]);
  });

  test.each(roles)('acknowledged by nobody who has no right to the device, such as %s', async (who) => {
    const listed = async () => (await owner.api('GET', '/api/alerts')).body.alerts as { id: number; state: string }[];
    const ids = (await listed()).map((alert) => alert.id);
    const { body } = await people[who].api('POST', '/api/alerts/acknowledge', { ids });
    expect(body.alerts ?? []).toEqual([]);
    expect(new Set((await listed()).map(({ state }) => state))).toEqual(new Set(['active']));
  });
});

describe('alerts that are over', () => {
  const content = { type: 'heatmap', title: 'Air', key: 'temp', minutes: 10_080 };
  const heatmap = { ...place, id: 'heat', x: 9, device: shed, content };
  const clearedAlerts = async () =>
    ((await owner.api('GET', '/api/alerts?show=history')).body.alerts as AlertList['alerts']).filter(
      ({ clearedAt }) => clearedAt !== null,
    );
  const rules: number[] = [];

  beforeAll(async () => {
    expect((await save(owner, [...widgets, heatmap])).body.error).toBeUndefined();
    send(barn, { temp: 40, humid: 70, hidden: 40 });
    send(shed, { temp: 40, humid: 70, hidden: 40 });
    const values = ['temp', 'humid', 'hidden'].map((key) => tooHot({ key, threshold: 30 }));
    for (const rule of values) rules.push((await owner.api('POST', '/api/alert-rules', rule)).body.id);
    const open = async () => (await owner.api('GET', '/api/alerts?limit=200')).body.alerts as AlertList['alerts'];
    const isOurs = ({ ruleId }: AlertList['alerts'][number]) => rules.includes(ruleId ?? 0);
    await vi.waitUntil(async () => (await open()).filter(isOurs).length >= 6, longest);
    for (const espid of [barn, shed]) send(espid, { temp: 1, humid: 1, hidden: 1 });
    await vi.waitUntil(async () => (await clearedAlerts()).filter(isOurs).length >= 6, longest);
  });
  afterAll(async () => {
    for (const rule of rules) await owner.api('DELETE', `/api/alert-rules/${rule}`);
    await save(owner, widgets);
  });

  test.each(roles)('only of the variable that a chart draws, for %s', async (who) => {
    const { status, body } = await visible(people[who], '/alerts');
    expect(status).toBe(sees(who) ? 200 : 404);
    const cleared = (body.cleared ?? []).map((one: { device: string; key: string }) => [one.device, one.key]);
    expect(cleared).toEqual(sees(who) ? [[barn, 'humid']] : []);
    const limits = sees(who)
      ? [{ device: barn, key: 'humid', comparison: '>', value: 30, severity: 'warning' }]
      : undefined;
    expect(body.limits).toEqual(limits);
    expect(JSON.stringify(body)).not.toMatch(/hidden|ruleId|@example\.com/);
  });

  test('no limit where the chart shows none', async () => {
    const [air, day, fan] = widgets;
    const content = { ...day?.content, alertLimits: false };
    expect((await save(owner, [air, { ...day, content }, fan])).status).toBe(200);
    expect((await visible(people.viewer, '/alerts')).body.limits).toEqual([]);
    expect((await save(owner, [...widgets, heatmap])).status).toBe(200);
  });

  test('not of before what the chart draws, which is an hour', async () => {
    const [drawn] = (await clearedAlerts()).filter(({ espid, key }) => espid === barn && key === 'humid');
    const move = async (minutes: number) => {
      const set = 'update alerts set cleared_at = $1 where id = $2';
      await server.database.pool.query(set, [Date.now() - minutes * 60_000, drawn?.id]);
      return (await visible(people.viewer, '/alerts')).body.cleared;
    };
    expect(await move(61)).toEqual([]);
    expect(await move(30)).toHaveLength(1);
  });

  test('not of a former owner of the device', async () => {
    const [drawn] = (await clearedAlerts()).filter(({ espid, key }) => espid === barn && key === 'humid');
    const alertOf = async (email: string) => {
      const set =
        'update alerts set account_id = accounts.id from accounts where alerts.id = $1 and accounts.email = $2';
      await server.database.pool.query(set, [drawn?.id, email]);
      return (await visible(people.viewer, '/alerts')).body.cleared;
    };
    expect(await alertOf(people.stranger.email)).toEqual([]);
    expect(await alertOf(owner.email)).toHaveLength(1);
  });
});

describe('what it was', () => {
  const range = () => `from=${Date.now() - 3_600_000}&to=${Date.now() + 60_000}`;
  const paths = () => [
    `/past?device=${barn}&${range()}`,
    `/values?device=${shed}&at=${Date.now() + 60_000}`,
    `/switched?device=${shed}&${range()}`,
  ];
  const statuses = async (user: TestUser) =>
    Promise.all(paths().map(async (path) => (await visible(user, path)).status));

  beforeAll(async () => {
    for (const pin of ['D1', 'D2']) {
      boards[shed]?.publish('ioact', `${pin}:act:1`);
      const path = `/api/device/${shed}/commands?kind=output&target=${pin}`;
      const state = async () => (await owner.api('GET', path)).body.commands[0]?.state;
      await vi.waitUntil(async () => (await state()) === 'acknowledged', longest);
    }
    const stored = `/api/device/${barn}/history?${range()}&keys=hidden`;
    await vi.waitUntil(async () => (await owner.api('GET', stored)).body.times.length > 0, longest);
  });

  test.each(roles)('no more than it shows, for %s', async (who) => {
    const user = people[who];
    expect(await statuses(user)).toEqual(sees(who) ? [200, 200, 200] : [404, 404, 404]);
    if (!sees(who)) return;
    const [past, values, switched] = await Promise.all(paths().map(async (path) => (await visible(user, path)).body));
    expect(Object.keys(past.series)).toEqual(['humid']);
    expect(past.series.humid.value).toContain(70);
    expect(past.series.humid.value).not.toContain(null);
    expect(Object.keys(values.values)).toEqual(['temp']);
    const targets = [...switched.before, ...switched.commands].map(({ target }: { target: string }) => target);
    expect(new Set(targets)).toEqual(new Set(['D1']));
    expect(JSON.stringify(switched)).not.toContain('@example.com');
    const hidden = await visible(user, `/past?device=${barn}&${range()}&keys=hidden,temp`);
    expect([hidden.status, hidden.body.series, hidden.body.times]).toEqual([200, {}, []]);
    for (const path of ['past', 'values', 'switched']) {
      expect((await visible(user, `/${path}?device=${cellar}&at=1&${range()}`)).status, path).toBe(404);
    }
    expect((await user.api('GET', `/api/device/${barn}/history?${range()}`)).status).toBe(404);
  });

  test('is for the owner to allow to each of them, and ends at once', async () => {
    const { viewer, manager } = people;
    const path = `/api/dashboards/${id}/shares`;
    const find = async () =>
      (await owner.api('GET', path)).body.shares.find((one: { email: string }) => one.email === viewer.email);
    const { id: mine, playback } = await find();
    expect(playback).toBe(true);
    const live = await GuestLive.open(viewer);
    const allow = (to: boolean, user = owner) => user.api('PATCH', `${path}/${mine}`, { playback: to });
    expect((await allow(true, manager)).status).toBe(403);
    expect((await allow(false)).status).toBe(200);
    expect((await find()).playback).toBe(false);
    await expect.poll(live.types).toContain('dashboards');
    expect(await statuses(viewer)).toEqual([403, 403, 403]);
    expect((await visible(viewer)).body.playback).toBe(false);
    expect(await statuses(manager)).toEqual([200, 200, 200]);
    await allow(true);
    expect((await visible(viewer)).body.playback).toBe(true);
    live.socket.close();
  });

  test('is not in a share from before it could be allowed, and not by a public link', async () => {
    const { revoked } = people;
    // As a former release wrote it.
    await server.database.pool.query(
      `insert into shares (kind, dashboard_id, email, account_id, role, created_at)
       select 'share', $1, email, id, 'viewer', 0 from accounts where email = $2`,
      [id, revoked.email],
    );
    await expect.poll(async () => (await visible(revoked)).status).toBe(200);
    expect(await statuses(revoked)).toEqual([403, 403, 403]);
    await server.database.pool.query('delete from shares where dashboard_id = $1 and email = $2', [id, revoked.email]);
    await expect.poll(async () => (await visible(revoked)).status).toBe(404);
    const link = { name: 'Wall', password: null, expiresAt: null, exposed: [], origins: [] };
    const { token } = (await owner.api('POST', `/api/dashboards/${id}/links`, link)).body;
    const response = await fetch(`${server.http}/api/public/dashboard`, { headers: { 'x-cyno-link': token } });
    expect(((await response.json()) as OpenDashboard).playback).toBe(false);
  });
});

describe('over the live connection', () => {
  test.each(roles)('%s', async (who) => {
    const live = await GuestLive.open(people[who]);
    const witness = await GuestLive.open(owner);
    send(cellar, { temp: 6, hidden: 45 });
    send(barn, { temp: 11, humid: 71, hidden: 46 });
    send(shed, { temp: 22, humid: 61, hidden: 47 });
    await expect.poll(() => witness.values().length).toBe(2);
    if (sees(who)) await expect.poll(() => live.values().length).toBe(2);
    expect(Object.fromEntries(live.values())).toEqual(sees(who) ? { [barn]: { humid: 71 }, [shed]: { temp: 22 } } : {});
    expect(live.closed).toBe(sees(who) ? undefined : 4401);
    for (const one of [live, witness]) one.socket.close();
  });

  test('is cut when the share ends, also for pages of another server', async () => {
    const { viewer } = people;
    const live = await GuestLive.open(viewer);
    const { shares } = (await owner.api('GET', `/api/dashboards/${id}/shares`)).body;
    const { id: mine } = shares.find((one: { email: string }) => one.email === viewer.email);
    // As another server would do it.
    await server.database.pool.query('delete from shares where id = $1', [mine]);
    await expect.poll(() => live.closed).toBe(4401);
    await expect.poll(async () => (await visible(viewer)).status).toBe(404);
    await share('viewer');
  });

  test('ends with its session', async () => {
    const { email } = people.viewer;
    const login = await server.api('POST', '/api/auth/login', { email, password: 'a-long-Passphrase-7' });
    const live = await GuestLive.open({ token: login.body.access_token });
    await server.api('POST', '/api/auth/logout', undefined, login.body.access_token);
    await expect.poll(() => live.closed).toBe(4401);
  });

  test('does not outlive a session that ends while it comes', async () => {
    const { pool } = server.database;
    const { email } = people.viewer;
    const login = await server.api('POST', '/api/auth/login', { email, password: 'a-long-Passphrase-7' });
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE dashboards IN ACCESS EXCLUSIVE MODE');
    const live = new GuestLive(server.http);
    await once(live.socket, 'open');
    live.socket.send(JSON.stringify({ type: 'hello', token: login.body.access_token, dashboard: id }));
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1);
    const { status } = await server.api('POST', '/api/auth/logout', undefined, login.body.access_token);
    await client.query('COMMIT');
    client.release();
    expect(status).toBeLessThan(300);
    await expect.poll(() => live.closed).toBe(4401);
  });

  test('shows no more when a device goes from it, or becomes somebody else’s on another server', async () => {
    const live = await GuestLive.open(people.viewer);
    await server.database.pool.query(
      'update devices set account_id = (select id from accounts where email = $2) where espid = $1',
      [barn, people.stranger.email],
    );
    const devices = async () =>
      ((await visible(people.viewer)).body as OpenDashboard).devices.map(({ device }) => device);
    await expect.poll(devices).toEqual([shed]);
    await expect.poll(live.types).toContain('dashboards');
    await server.database.pool.query(
      'update devices set account_id = (select id from accounts where email = $2) where espid = $1',
      [barn, owner.email],
    );
    await expect.poll(devices).toEqual([shed, barn]);
    live.socket.close();
  });
});

describe('what a manager does', () => {
  const more = { ...place, id: 'more', x: 9 };
  const secret = { type: 'value', title: 'More', key: 'hidden' };

  test.each([
    ['another variable of a device', { ...more, device: shed, content: secret }],
    ['another device', { ...more, device: cellar, content: { ...secret, key: 'temp' } }],
    [
      'another output',
      { ...more, device: shed, content: { type: 'switch', title: 'D2', target: { ...target, pin: 'D2' } } },
    ],
  ])('is refused for %s', async (_, widget) => {
    expect((await save(people.manager, [...widgets, widget])).status).toBe(400);
  });

  test.each([
    [
      'a longer time',
      { ...more, device: barn, content: { type: 'chart', title: 'Week', keys: ['humid'], minutes: 10_080 } },
    ],
    [
      'the place of a device',
      { ...more, device: shed, content: { type: 'map', title: 'Where', keys: [], minutes: 60 } },
    ],
    [
      'more that can be sent',
      {
        ...more,
        device: shed,
        content: {
          type: 'choice',
          title: 'Fan',
          target,
          options: [
            { label: 'Off', value: '0' },
            { label: 'On', value: '1' },
          ],
        },
      },
    ],
  ])('gives nobody %s before the owner has looked', async (_, widget) => {
    const { viewer, manager } = people;
    const link = { name: 'Wall', password: null, expiresAt: null, exposed: [], origins: [] };
    const { token } = (await owner.api('POST', `/api/dashboards/${id}/links`, link)).body;
    const publicly = async () => {
      const response = await fetch(`${server.http}/api/public/dashboard`, { headers: { 'x-cyno-link': token } });
      return ((await response.json()) as OpenDashboard).widgets.map((one) => one.id);
    };
    const saved = await save(manager, [...widgets, widget]);
    expect([saved.status, saved.body.waiting]).toEqual([200, { widgets: ['more'], devices: [] }]);
    const ids = async () => ((await visible(viewer)).body as OpenDashboard).widgets.map((one) => one.id);
    expect([await ids(), await publicly()]).toEqual([
      ['air', 'day', 'fan'],
      ['air', 'day', 'fan'],
    ]);
    const confirm = (user: TestUser, of: number) =>
      user.api('POST', `/api/dashboards/${id}/confirm`, { version: of, espids: [] });
    expect((await confirm(manager, saved.body.version)).status).toBe(403);
    expect((await confirm(owner, saved.body.version - 1)).status).toBe(409);
    expect((await confirm(owner, saved.body.version)).body.waiting).toBeUndefined();
    expect([await ids(), await publicly()]).toEqual([
      ['air', 'day', 'fan', 'more'],
      ['air', 'day', 'fan', 'more'],
    ]);
    expect((await save(owner, widgets)).body.waiting).toBeUndefined();
  });

  test('shows at once what is there already, in another way', async () => {
    const gauge = { type: 'gauge', title: 'Air', key: 'temp', min: 0, max: 40, zones: [] };
    const saved = await save(people.manager, [...widgets, { ...more, device: shed, content: gauge }]);
    expect([saved.status, saved.body.error, saved.body.waiting]).toEqual([200, undefined, undefined]);
    expect((await visible(people.viewer)).body.widgets).toHaveLength(4);
    await save(owner, widgets);
  });

  test('a program of the owner publishes nothing either', async () => {
    const { body } = await owner.api('POST', '/api/access-tokens', { name: 'p', scope: 'control', expiresInDays: 1 });
    const request = { name: 'Farm', widgets: [...widgets, { ...more, device: cellar, content: secret }], espids: [] };
    const response = await fetch(`${server.http}/api/dashboards/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, basedOn: await version() }),
    });
    expect(response.status).toBe(200);
    expect(JSON.stringify((await visible(people.viewer)).body)).not.toContain('hidden');
    await save(owner, widgets);
  });
});

test('the owner sees who looked', async () => {
  const { visits } = (await owner.api('GET', `/api/device/${shed}/visits`)).body;
  expect(visits).toEqual(
    expect.arrayContaining([expect.objectContaining({ email: people.viewer.email, role: 'viewer' })]),
  );
});
