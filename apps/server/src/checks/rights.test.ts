import { type DeviceRight, hasRight, type LiveServerMessage } from '@cyno/contract';
import type { IPingrespPacket, IPublishPacket, Packet } from 'mqtt-packet';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestBoard } from '../../test/boards/test-board.ts';
import { LiveSocket } from '../../test/live-socket.ts';
import { joinServer, type TestUser } from '../../test/server.ts';
import { validBodies } from '../../test/valid-bodies.ts';

/**
 * What each route about a device needs. A route without a line here fails; `hidden` is about what only its owner knows of, so that
 * everybody else gets the same response as if there was none.
 */
const needed: Record<string, DeviceRight | 'hidden'> = {
  'GET /api/device/{espid}': 'view',
  'PATCH /api/device/{espid}': 'manage',
  'GET /api/device/{espid}/alert-limits': 'view',
  'GET /api/device/{espid}/annotations': 'view',
  'POST /api/device/{espid}/annotations': 'manage',
  'PUT /api/device/{espid}/annotations/{id}': 'manage',
  'DELETE /api/device/{espid}/annotations/{id}': 'manage',
  'POST /api/device/{espid}/annotations/{id}/restore': 'manage',
  'GET /api/device/{espid}/automations': 'view',
  'POST /api/device/{espid}/automations': 'manage',
  'PUT /api/device/{espid}/automations/{id}': 'manage',
  'PATCH /api/device/{espid}/automations/{id}': 'manage',
  'DELETE /api/device/{espid}/automations/{id}': 'manage',
  'POST /api/device/{espid}/automations/{id}/restore': 'manage',
  'DELETE /api/device/{espid}/automations/{id}/waiting': 'manage',
  'POST /api/device/{espid}/automations/{id}/blueprint': 'view',
  'POST /api/device/{espid}/automations/preview': 'manage',
  'POST /api/device/{espid}/automations/dry-run': 'manage',
  'GET /api/device/{espid}/automations/runs': 'view',
  'GET /api/device/{espid}/commands': 'view',
  'GET /api/device/{espid}/calibrations': 'view',
  'GET /api/device/{espid}/computed': 'view',
  'PUT /api/device/{espid}/computed/{key}': 'manage',
  'DELETE /api/device/{espid}/computed/{key}': 'manage',
  'POST /api/device/{espid}/computed/preview': 'manage',
  'GET /api/device/{espid}/control': 'view',
  'POST /api/device/{espid}/copy-settings': 'manage',
  'GET /api/device/{espid}/dashboard': 'view',
  'PUT /api/device/{espid}/dashboard': 'manage',
  'PUT /api/device/{espid}/dashboard/widgets': 'manage',
  'GET /api/device/{espid}/dashboard/versions': 'manage',
  'POST /api/device/{espid}/dashboard/confirm': 'own',
  'POST /api/device/{espid}/dashboard/versions/{version}/restore': 'manage',
  'POST /api/device/{espid}/event': 'operate',
  'PUT /api/device/{espid}/events/{name}': 'manage',
  'DELETE /api/device/{espid}/events/{name}': 'manage',
  'GET /api/device/{espid}/export': 'view',
  'GET /api/device/{espid}/firmware': 'manage',
  'GET /api/device/{espid}/health': 'view',
  'GET /api/device/{espid}/history': 'view',
  'GET /api/device/{espid}/imports': 'manage',
  'POST /api/device/{espid}/imports': 'manage',
  'GET /api/device/{espid}/imports/{id}': 'manage',
  'DELETE /api/device/{espid}/imports/{id}': 'manage',
  'POST /api/device/{espid}/imports/{id}/preview': 'manage',
  'POST /api/device/{espid}/imports/{id}/resume': 'manage',
  'POST /api/device/{espid}/imports/{id}/start': 'manage',
  'PUT /api/device/{espid}/imports/{id}/piece': 'manage',
  'POST /api/device/{espid}/io': 'operate',
  'GET /api/device/{espid}/log': 'manage',
  'PUT /api/device/{espid}/outputs/{pin}': 'manage',
  'DELETE /api/device/{espid}/outputs/{pin}': 'manage',
  'GET /api/device/{espid}/passes': 'own',
  'POST /api/device/{espid}/passes': 'own',
  'DELETE /api/device/{espid}/passes/{id}': 'own',
  'POST /api/device/{espid}/reboot': 'manage',
  'POST /api/device/{espid}/reset': 'own',
  'GET /api/device/{espid}/shares': 'own',
  'POST /api/device/{espid}/shares': 'own',
  'PATCH /api/device/{espid}/shares/{id}': 'own',
  'DELETE /api/device/{espid}/shares/{id}': 'own',
  'GET /api/device/{espid}/statistics': 'view',
  'GET /api/device/{espid}/switched': 'view',
  'POST /api/device/{espid}/transfer': 'own',
  'DELETE /api/device/{espid}/transfer': 'own',
  'GET /api/device/{espid}/values': 'view',
  'GET /api/device/{espid}/variables': 'view',
  'PUT /api/device/{espid}/variables/{key}': 'manage',
  'DELETE /api/device/{espid}/variables/{key}': 'manage',
  'PUT /api/device/{espid}/variables/{key}/calibration': 'manage',
  'GET /api/device/{espid}/variables/{key}/retention': 'manage',
  'GET /api/device/{espid}/variables/{key}/uses': 'manage',
  'PUT /api/device/{espid}/variables/{key}/retention': 'manage',
  'GET /api/device/{espid}/visits': 'own',
  'POST /api/pairing/{espid}/accept': 'hidden',
  'POST /api/pairing/{espid}/block': 'hidden',
  'POST /api/pairing/{espid}/reject': 'hidden',
  'POST /api/pairing/{espid}/unblock': 'hidden',
  // What ends the share or the device is tried last.
  'POST /api/device/{espid}/leave': 'view',
  'DELETE /api/device/{espid}': 'own',
  'POST /api/device/{espid}/restore': 'hidden',
};

const roles = ['stranger', 'invited', 'expired', 'revoked', 'viewer', 'operator', 'manager', 'owner'] as const;
type Who = (typeof roles)[number];
const shared = { viewer: 'viewer', operator: 'operator', manager: 'manager', owner: 'owner' } as const;
const may = (who: Who, right: DeviceRight): boolean =>
  who in shared && hasRight(shared[who as keyof typeof shared], right);

const espid = 'ESP32-D0WDQ6-100_71640001';
const otherEspid = 'ESP32-D0WDQ6-100_71640002';
let server: Awaited<ReturnType<typeof joinServer>>;
let board: TestBoard;
let people: Record<Who, TestUser>;
let requested = 0;

const given = {
  invited: 'manager',
  expired: 'manager',
  revoked: 'manager',
  viewer: 'viewer',
  operator: 'operator',
  manager: 'manager',
} as const;
async function share(who: keyof typeof given): Promise<void> {
  const { owner, [who]: user } = people;
  const path = `/api/device/${espid}/shares`;
  const invited = await owner.api('POST', path, { email: user.email, role: given[who], expiresAt: null });
  expect(invited.status).toBe(201);
  if (who === 'invited') return;
  const [offer] = (await user.api('GET', '/api/offers')).body.offers;
  expect((await user.api('POST', `/api/offers/${offer.id}/accept`)).status).toBe(200);
  const { id } = invited.body.shares.find((one: { email: string }) => one.email === user.email);
  if (who === 'revoked') await owner.api('DELETE', `${path}/${id}`);
  if (who === 'expired') await server.database.pool.query('update shares set expires_at = 1 where id = $1', [id]);
  const isOver = async () => (await reads(user)) === 404;
  if (who === 'expired' || who === 'revoked') await vi.waitUntil(isOver, { timeout: 180_000 });
}
const reads = async (user: TestUser) => (await user.api('GET', `/api/device/${espid}/control`)).status;

beforeAll(async () => {
  server = await joinServer();
  const users: [Who, TestUser][] = [];
  for (const who of ['owner', ...roles.filter((role) => role !== 'owner')] as Who[]) {
    users.push([who, await server.signup(`${who}@example.com`)]);
  }
  people = Object.fromEntries(users) as Record<Who, TestUser>;
  const username = `${people.owner.email}/${await people.owner.connectionKey()}`;
  ({ board } = await server.board({ espid, username, keepalive: 3_600 }));
  await server.board({ espid: otherEspid, username, keepalive: 3_600 });
  for (const who of Object.keys(given) as (keyof typeof given)[]) await share(who);
});
afterAll(() => server.stop());

interface Route {
  readonly name: string;
  readonly takesBody: boolean;
}

async function routes(): Promise<Route[]> {
  const { body } = await server.api('GET', '/api/openapi.json');
  return Object.entries<Record<string, { requestBody?: unknown }>>(body.paths)
    .filter(([path]) => path.includes('{espid}'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([verb, { requestBody }]) => ({
        name: `${verb.toUpperCase()} ${path}`,
        takesBody: requestBody !== undefined,
      })),
    );
}

const refusals =
  /^(You may only view|Only the owner of the device|This access token may only read|An access token may not)/;

/** `done`: the route did its work, or found nothing wrong but what it works on; `none`: as if there were no such device. */
async function outcome({ name, takesBody }: Route, token: string): Promise<string> {
  const [method = '', path = ''] = name.split(' ');
  const query = `?from=0&to=${Date.now()}&at=${Date.now()}&format=csv&kind=output&target=D1&offset=0&days=1`;
  const filled =
    path
      .replace('{espid}', espid)
      .replace(/\{(id|version)\}/, '2147483000')
      .replaceAll(/\{\w+\}/g, 'D1') + query;
  // To another device it would need that one's right as well.
  const own = name.endsWith('/copy-settings') ? `{"to":["${espid}"],"parts":["tags"]}` : validBodies[name];
  const body = takesBody ? (own ?? '{}') : undefined;
  requested += 1;
  const response = await fetch(`${server.http}${filled}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.0.${requested >> 8}.${requested & 255}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const error: string = response.status >= 400 ? JSON.parse(text).error : '';
  if (response.status >= 500 || response.status === 401 || response.status === 429) return `${response.status} ${text}`;
  if (response.status === 400 && text.includes('validation_failed')) return `not valid: ${text}`;
  if (response.status === 404 && /^There is no (deleted |waiting |blocked )?(device|board) /.test(error)) return 'none';
  return response.status === 403 && refusals.test(error) ? 'refused' : 'done';
}

function expected(who: Who, right: DeviceRight | 'hidden'): string {
  if (right === 'hidden') return who === 'owner' ? 'any' : 'none';
  if (may(who, right)) return 'done';
  return who in shared ? 'refused' : 'none';
}

describe('over HTTP', () => {
  test('each route about a device has a line in the table', async () => {
    expect((await routes()).map(({ name }) => name).sort()).toEqual(Object.keys(needed).sort());
  });

  async function table(token: string, only: (name: string) => boolean): Promise<Record<string, string>> {
    const all = new Map((await routes()).map((route) => [route.name, route]));
    const found: Record<string, string> = {};
    for (const name of Object.keys(needed).filter(only)) {
      const route = all.get(name);
      if (route) found[name] = await outcome(route, token);
    }
    return found;
  }

  test('an access token that may only read does not more than its operator may read', async () => {
    const { body } = await people.operator.api('POST', '/api/access-tokens', {
      name: 'r',
      scope: 'read',
      expiresInDays: 1,
    });
    const rights = Object.entries(needed);
    const wanted = rights.map(([name, right]) => {
      const reading = name.startsWith('GET ');
      return [name, reading && right !== 'hidden' ? expected('operator', right) : 'refused'];
    });
    expect(await table(body.token, () => true)).toEqual(Object.fromEntries(wanted));
  });

  const ending = ['POST /api/device/{espid}/leave', 'DELETE /api/device/{espid}', 'POST /api/device/{espid}/restore'];

  test.each(roles)('%s', async (who) => {
    const lasting = (name: string) => !ending.includes(name);
    const wanted = Object.entries(needed).flatMap(([name, right]) =>
      lasting(name) ? [[name, expected(who, right)]] : [],
    );
    const found = await table(people[who].token, lasting);
    const isAny = (name: string) => who === 'owner' && needed[name] === 'hidden';
    expect(Object.fromEntries(Object.entries(found).map(([name, one]) => [name, isAny(name) ? 'any' : one]))).toEqual(
      Object.fromEntries(wanted),
    );
  });

  /** Calls that name devices elsewhere than in the path. */
  test.each(roles)('what names the device in its body or gathers devices, for %s', async (who) => {
    const user = people[who];
    const seen = async (path: string, find: (body: never) => unknown) =>
      find((await user.api('GET', path)).body as never);
    const own = who === 'owner';
    const inList = (list: { espid: string }[]) => list.some((one) => one.espid === espid);
    const bulk = { devices: [espid], act: { kind: 'change', addTags: ['taken'] } };
    const setup = { board: 'nodemcu', host: 'farm.local', content: { type: 'kit', kit: 'dht' } };
    const { rows } = await server.database.pool.query(
      `insert into firmware_images (account_id, file_name, version, notes, family, bytes, md5, sha256, uploaded_at)
       select id, 'a.bin', '1', '', 'esp8266', 1, $2, '', 0 from accounts where email = $1 returning id`,
      [user.email, who],
    );
    const finds = async (path: string, sent: object) => {
      const { status, body } = await user.api('POST', path, sent);
      return status === 404 ? !/^There is no device/.test(body.error) : status;
    };
    const copy = { to: [espid], parts: ['tags'] };
    expect({
      list: await seen('/api/device/', inList),
      shared: await seen('/api/device/shared', inList),
      sparklines: await seen('/api/telemetry/sparklines?minutes=60&points=10', (body: object) =>
        JSON.stringify(body).includes(espid),
      ),
      exported: (await user.api('GET', `/api/telemetry/export?from=1&to=2&of=${espid}`)).status,
      exportedAmong: (await user.api('GET', `/api/telemetry/export?from=1&to=2&of=${otherEspid}&of=${espid}`)).status,
      project: await finds('/api/projects', { name: 'P', setup, espids: [espid] }),
      rollout: await finds('/api/firmware/rollouts', { imageId: rows[0].id, espids: [espid], strategy: 'all' }),
      bulk: (await user.api('POST', '/api/device/bulk', bulk)).body.done,
      copyOnto: (await user.api('POST', `/api/device/${otherEspid}/copy-settings`, copy)).status < 300,
    }).toEqual({
      list: own,
      shared: !own && may(who, 'view'),
      sparklines: may(who, 'view'),
      exported: may(who, 'view') ? 200 : 404,
      exportedAmong: own ? 200 : 404,
      project: own ? 201 : false,
      // The image is for another kind of board.
      rollout: own ? 409 : false,
      bulk: own ? [espid] : [],
      copyOnto: own,
    });
  });
});

describe('over the live connection', () => {
  const fits = (page: LiveSocket, match: (message: LiveServerMessage) => boolean) => page.received.some(match);

  interface Seen {
    readonly page: LiveSocket;
    readonly all: LiveSocket;
    /** Whether it heard of somebody else's boards. */
    pairing: boolean;
  }
  const seen = new Map<Who, Seen>();
  const mark = Math.random();

  /** Messages of one connection are handled and responded to in their order. */
  async function fence(who: Who, { page, all }: Seen): Promise<void> {
    await people[who].api('POST', '/api/pairing/window', { minutes: 0 });
    for (const one of [page, all]) await one.next('pairing');
  }

  // Values are pushed once a second, so all look at the same.
  beforeAll(async () => {
    for (const who of roles) {
      const page = await LiveSocket.open(server.http, people[who].token, [espid]);
      const all = await LiveSocket.open(server.http, people[who].token);
      page.send({ type: 'console', espid });
      for (const one of [page, all]) await one.next('pairing');
      seen.set(who, { page, all, pairing: false });
    }
    const owner = await LiveSocket.open(server.http, people.owner.token, [espid]);
    owner.send({ type: 'console', espid });
    await owner.next('pairing');
    for (const [who, one] of seen) await fence(who, one);
    for (const { page, all } of seen.values()) for (const one of [page, all]) one.received.length = 0;
    board.publish('data/update', `{"mark":${mark}}`);
    board.publish('info', `{"ip":"10.0.0.7","ssid":"barn","RSSI":"-67","v":"1.0.8"}`);
    await people.owner.api('POST', `/api/device/${espid}/event`, { name: 'led', value: '1' });
    await people.owner.api('PATCH', `/api/device/${espid}`, { notes: String(mark) });
    await owner.next('points', ({ points }) => points.some(({ values }) => values.mark === mark));
    await owner.next('log');
    await owner.next('info', ({ rssi }) => rssi === -67);
    await owner.next('variables');
    await owner.next('devices');
    for (const one of seen.values()) one.pairing = fits(one.page, (message) => message.type === 'pairing');
    for (const [who, one] of seen) await fence(who, one);
    owner.socket.close();
  });
  afterAll(() => {
    for (const { page, all } of seen.values()) for (const one of [page, all]) one.socket.close();
  });

  test.each(roles)('%s', (who) => {
    const { page, all, pairing } = seen.get(who) as Seen;
    const views = may(who, 'view');
    const manages = may(who, 'manage');
    const points = (message: LiveServerMessage) =>
      message.type === 'points' && message.points.some(({ values }) => values.mark === mark);
    expect({
      points: fits(page, points),
      pointsOfAll: fits(all, points),
      control: fits(page, (message) => message.type === 'control' && message.commands.length > 0),
      names: fits(
        page,
        (message) => message.type === 'control' && message.commands.some(({ actor }) => actor.name !== null),
      ),
      info: fits(page, (message) => message.type === 'info'),
      network: fits(page, (message) => message.type === 'info' && message.ip !== null),
      console: fits(page, (message) => message.type === 'log'),
      devices: fits(page, (message) => message.type === 'devices'),
      variables: fits(page, (message) => message.type === 'variables'),
      pairing,
    }).toEqual({
      points: views,
      pointsOfAll: views,
      control: views,
      names: manages,
      info: views,
      network: manages,
      console: manages,
      devices: views,
      variables: views,
      pairing: false,
    });
  });
});

describe('over MQTT, as an app', () => {
  const cells = [...roles.map((who) => [who, 'control'] as const), ['operator', 'read'] as const];

  test.each(cells)('%s with a token to %s', async (who, scope) => {
    const user = people[who];
    const { body } = await user.api('POST', '/api/access-tokens', { name: scope, scope, expiresInDays: 1 });
    const { board: app } = await server.board({
      espid: `app-${who}-${scope}`,
      username: user.email,
      password: body.token,
    });
    const mark = Math.random();
    const named = await app.subscribe(`/${espid}/data/update`);
    const wild = await app.subscribe('/+/#');
    const before = await commandsOf(user.email);
    for (const [subtopic, payload] of [
      ['io', '4:digit:on'],
      ['event', 'Event:led:1'],
    ] as const) {
      await app.puback(app.publishTo(`/${espid}/${subtopic}`, payload, 1));
    }
    board.publish('data/update', `{"mark":${mark}}`);
    await board.next((packet): packet is IPublishPacket => isUpdate(packet, mark));
    // What was delivered came before the response to this.
    app.send({ cmd: 'pingreq' });
    await app.next((packet): packet is IPingrespPacket => packet.cmd === 'pingresp');
    const views = may(who, 'view');
    expect({
      subscribed: named !== 0x80,
      wild: wild !== 0x80,
      delivered: app.received.some((packet) => isUpdate(packet, mark)),
      switched: (await commandsOf(user.email)) - before,
    }).toEqual({
      subscribed: views,
      wild: true,
      delivered: views,
      switched: may(who, 'operate') && scope === 'control' ? 2 : 0,
    });
    app.destroy();
  });

  const isUpdate = (packet: Packet, mark: number): boolean =>
    packet.cmd === 'publish' &&
    packet.topic === `/${espid}/data/update` &&
    packet.payload.toString().includes(String(mark));

  async function commandsOf(email: string): Promise<number> {
    const { rows } = await server.database.pool.query(
      "select count(*) as n from commands where actor->>'kind' = 'token' and actor->>'name' = $1",
      [email],
    );
    return Number(rows[0].n);
  }
});

describe('what ends it, last', () => {
  test.each(roles)('%s', async (who) => {
    const leave = { name: 'POST /api/device/{espid}/leave', takesBody: false };
    const remove = { name: 'DELETE /api/device/{espid}', takesBody: false };
    const restore = { name: 'POST /api/device/{espid}/restore', takesBody: false };
    const { token } = people[who];
    const found = [await outcome(remove, token), await outcome(restore, token), await outcome(leave, token)];
    const left = await outcome(leave, token);
    const own = who === 'owner';
    expect([...found, left]).toEqual([
      expected(who, 'own'),
      own ? 'done' : 'none',
      expected(who, 'view'),
      own ? 'done' : 'none',
    ]);
  });
});
