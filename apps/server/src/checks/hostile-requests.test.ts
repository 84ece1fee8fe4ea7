import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exchange } from '../../test/exchange.ts';
import { joinServer, type TestUser } from '../../test/server.ts';

let server: Awaited<ReturnType<typeof joinServer>>;
let owner: TestUser;
let ids: Record<'rule' | 'scene' | 'group' | 'view' | 'share' | 'dashboard' | 'link', number>;
let token: string;
const espid = 'ESP8266-2803000_ECFABC300001';
const of = `/api/device/${espid}`;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  const login = { espid, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 3_600 };
  const { board } = await server.board(login);
  await board.puback(board.publish('data/update', '{"temp":1}', 1));
  const made = async (path: string, body: unknown) => (await owner.api('POST', path, body)).body;
  await owner.api('PUT', `${of}/outputs/D1`, { mode: 'digit', name: 'Gate', locked: false, momentaryMs: null });
  const pass = await made(`${of}/passes`, passRequest());
  token = pass.token;
  const { shares } = await made(`${of}/shares`, { email: 'guest@example.com', role: 'viewer', expiresAt: null });
  const dashboard = (await made('/api/dashboards', dashboardRequest())).id;
  ids = {
    rule: (await made('/api/alert-rules', alertRule())).id,
    scene: (await made('/api/scenes', sceneRequest('Evening'))).id,
    group: (await made('/api/device-groups', { name: 'North', hue: 1 })).id,
    view: (await made('/api/device-views', { name: 'All', query: '' })).id,
    share: shares[0].id,
    dashboard,
    link: (await made(`/api/dashboards/${dashboard}/links`, linkRequest())).link?.id ?? 1,
  };
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from throttle_counts'));

const alertRule = () => ({
  name: 'Too hot',
  enabled: true,
  severity: 'info',
  scope: { kind: 'devices', espids: [espid] },
  condition: {
    kind: 'limit',
    key: 'temp',
    comparison: '>',
    threshold: 30,
    release: 28,
    forSeconds: 60,
    clearSeconds: 0,
  },
});
const sceneRequest = (name: string) => ({
  name,
  actions: [{ espid, kind: 'output', pin: 'D1', mode: 'digit', value: 1 }],
});
const passRequest = () => ({
  name: 'Anna',
  title: 'Gate',
  target: { kind: 'output', pin: 'D1', mode: 'digit' },
  offers: [{ value: '1', label: 'Open' }],
  uses: 1,
  from: null,
  until: Date.now() + 60_000,
});
const widget = {
  id: 'a',
  x: 0,
  y: 0,
  width: 2,
  height: 2,
  content: { type: 'text', title: 'Hi', text: 'Hello', keys: ['temp'] },
};
const dashboardRequest = () => ({ name: 'All', widgets: [widget], espids: [espid] });
const linkRequest = () => ({ name: 'Door', password: null, expiresAt: null, exposed: [], origins: [] });

/** What each field of a request is replaced by in turn. */
const hostile = [
  ...[null, true, -1, 1.5, 2 ** 31, 2 ** 53, 1e308],
  ...['', 'a\u0000b', '\ud800', 'İ', '__proto__', '-1', 'x'.repeat(20_000)],
  ...[[], {}, [null], Array(1_500).fill('x')],
];

/** The request itself, and with each of its fields replaced or left out. */
function* variants(request: unknown): Generator<unknown> {
  yield* hostile;
  if (typeof request !== 'object' || request === null) return;
  for (const [key, value] of Object.entries(request)) {
    const put = (other: unknown) =>
      Array.isArray(request) ? request.with(Number(key), other) : { ...request, [key]: other };
    for (const other of variants(value)) yield put(other);
    if (!Array.isArray(request)) yield put(undefined);
  }
}

const change = { addTags: ['a'], removeTags: ['b'], groupId: null, favourite: true, timeZone: 'Asia/Tokyo' };
const requests: [string, string, () => unknown][] = [
  ['POST', '/api/device/bulk', () => ({ devices: [espid], act: { kind: 'change', ...change } })],
  ['POST', '/api/device/bulk', () => ({ devices: ['never'], act: { kind: 'restore' } })],
  ['POST', '/api/device/update-order/', () => ({ devices: [{ espid }] })],
  [
    'PATCH',
    of,
    () => ({ name: 'Pond', tags: ['a'], notes: 'x', icon: 'plant', location: { latitude: 1, longitude: 2 } }),
  ],
  ['POST', `${of}/copy-settings`, () => ({ to: [espid], parts: ['tags'] })],
  ['POST', '/api/device-groups', () => ({ name: 'South', hue: 1 })],
  ['PUT', '/api/device-groups/{group}', () => ({ name: 'North', hue: 1 })],
  ['POST', '/api/device-groups/order', () => ({ ids: [ids.group] })],
  ['POST', '/api/device-views', () => ({ name: 'Warm', query: 'q=x' })],
  ['POST', '/api/alert-rules', alertRule],
  ['PUT', '/api/alert-rules/{rule}', alertRule],
  ['POST', '/api/alert-rules/{rule}/mute', () => ({ minutes: 5 })],
  ['POST', '/api/alert-rules/dry-run', () => ({ espid, condition: alertRule().condition, days: 1 })],
  ['POST', '/api/alerts/acknowledge', () => ({ ids: [1] })],
  ['POST', '/api/alerts/mute', () => ({ ids: [1], minutes: 5 })],
  [
    'POST',
    '/api/maintenance',
    () => ({ scope: { kind: 'devices', espids: [espid] }, from: null, until: Date.now() + 60_000, weekly: false }),
  ],
  ['POST', '/api/scenes', () => sceneRequest('Day')],
  ['PUT', '/api/scenes/{scene}', () => sceneRequest('Evening')],
  ['PUT', '/api/device-views/{view}', () => ({ name: 'Warm', query: 'q=x' })],
  ['POST', `${of}/shares`, () => ({ email: 'other@example.com', role: 'viewer', expiresAt: null })],
  ['PATCH', `${of}/shares/{share}`, () => ({ role: 'viewer', expiresAt: null })],
  ['POST', `${of}/transfer`, () => ({ email: 'heir@example.com', espid })],
  ['POST', '/api/dashboards/{dashboard}/shares', () => ({ email: 'x@example.com', role: 'viewer', expiresAt: null })],
  ['POST', '/api/dashboards', dashboardRequest],
  ['PUT', '/api/dashboards/{dashboard}', () => ({ ...dashboardRequest(), basedOn: 1 })],
  ['POST', '/api/dashboards/{dashboard}/confirm', () => ({ version: 1, espids: [] })],
  [
    'POST',
    '/api/dashboards/{dashboard}/shown/commands',
    () => ({ kind: 'io', device: espid, pins: [{ pin: 'D1', mode: 'digit', value: 1 }] }),
  ],
  ['PUT', `${of}/variables/temp/calibration`, () => ({ offset: 1, scale: 2 })],
  ['PUT', `${of}/variables/temp/retention`, () => ({ days: 1 })],
  ['PUT', `${of}/computed/double`, () => ({ formula: 'temp * 2', unit: null, label: null })],
  ['POST', `${of}/computed/preview`, () => ({ formula: 'temp * 2', unit: null, key: null, hours: 24 })],
  ['POST', '/api/dashboards/{dashboard}/links', linkRequest],
  ['PUT', '/api/dashboards/{dashboard}/links/{link}', linkRequest],
  ['POST', `${of}/passes`, passRequest],
  [
    'POST',
    '/api/notifications/contacts',
    () => ({ name: 'Barn', target: { kind: 'webhook', url: 'https://barn.example.com/' } }),
  ],
  [
    'PUT',
    '/api/notifications/policy',
    () => ({
      info: { contacts: [], repeatMinutes: null },
      warning: { contacts: 'all', repeatMinutes: null },
      critical: { contacts: ['email'], repeatMinutes: 30 },
      quiet: { from: 1_320, to: 360, criticalBreaks: true },
    }),
  ],
  ['POST', '/api/public/pass/uses', () => ({ value: '1', key: randomUUID() })],
];

const address = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name as keyof typeof ids]));

let tests = 0;
beforeEach(() => {
  tests += 1;
});

/** Each test comes from a network of its own: together they are more than one address may request in a minute. */
const call = (method: string, path: string, body?: unknown) =>
  exchange({
    origin: server.http,
    method,
    path,
    headers: {
      'x-forwarded-for': `10.1.0.${tests}`,
      authorization: `Bearer ${owner.token}`,
      'x-cyno-pass': token,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

test.each(requests)('%s %s is no error of the server whatever stands in it', async (method, path, request) => {
  const { status, text } = await call(method, address(path), request());
  expect([status, text.includes('validation_failed')], text).toEqual([expect.any(Number), false]);
  expect(status, text).toBeLessThan(500);
  const failures: string[] = [];
  const all = [...variants(request())];
  for (let at = 0; at < all.length; at += 6) {
    await Promise.all(
      all.slice(at, at + 6).map(async (body) => {
        const { status, text } = await call(method, address(path), body);
        if (status >= 500 || status === 429)
          failures.push(`${status} for ${JSON.stringify(body).slice(0, 200)}: ${text.slice(0, 200)}`);
      }),
    );
  }
  expect(failures).toEqual([]);
});

test.each(['{group}', '0', '-1', '1.5', '99999999999', '2147483648', 'x', '%00', '%F0%9F%A6%84', '..%2F', '__proto__'])(
  'the id %s is looked for, and no more',
  async (id) => {
    const paths = [
      ...['PUT', 'DELETE'].flatMap((method) => [
        `${method} /api/device-groups/${id}`,
        `${method} /api/device-views/${id}`,
      ]),
      ...[`DELETE ${of}/passes/${id}`, `DELETE ${of}/shares/${id}`, `PATCH ${of}/shares/${id}`],
      ...[`POST /api/offers/${id}/accept`, `POST /api/offers/${id}/decline`],
      ...[`GET /api/dashboards/${id}`, `DELETE /api/dashboards/${id}/links/${id}`, `POST /api/dashboards/${id}/leave`],
      ...[`DELETE /api/notifications/contacts/${id}`, `POST /api/notifications/deliveries/${id}/send-again`],
      ...[`GET /api/public/pass/uses/${id}`, `GET /api/device/${id}/shares`, `GET /api/device/${id}/passes`],
    ];
    for (const one of paths) {
      const [method = '', path = ''] = one.split(' ');
      const body = ['PUT', 'PATCH'].includes(method) ? { role: 'viewer', name: 'x', hue: 1, query: '' } : undefined;
      const { status } = await call(method, path, body);
      expect([one, status < 500 && status !== 401]).toEqual([one, true]);
    }
  },
);
