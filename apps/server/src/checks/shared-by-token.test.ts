import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextEspid } from '../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../test/server.ts';

/**
 * What lets others in, or could: with an access token (`token`: it may, because it only ends something or publishes nothing) or in a
 * browser alone (`session`). A route that is missing here fails.
 */
const needed: Record<string, 'token' | 'session'> = {
  'POST /api/dashboards': 'token',
  'PUT /api/dashboards/{id}': 'token',
  'DELETE /api/dashboards/{id}': 'token',
  'POST /api/dashboards/{id}/restore': 'session',
  'POST /api/dashboards/{id}/confirm': 'session',
  // What a program changes nobody else gets before the owner has looked at it.
  'POST /api/dashboards/{id}/versions/{version}/restore': 'token',
  'POST /api/device/{espid}/dashboard/versions/{version}/restore': 'token',
  'POST /api/device/{espid}/dashboard/confirm': 'session',
  'POST /api/dashboards/{id}/shown/commands': 'token',
  'POST /api/dashboards/{id}/leave': 'token',
  'POST /api/dashboards/{id}/shares': 'session',
  'PATCH /api/dashboards/{id}/shares/{share}': 'session',
  'DELETE /api/dashboards/{id}/shares/{share}': 'token',
  'POST /api/dashboards/{id}/links': 'session',
  'PUT /api/dashboards/{id}/links/{linkId}': 'session',
  'DELETE /api/dashboards/{id}/links/{linkId}': 'token',
  'POST /api/device/{espid}/shares': 'session',
  'PATCH /api/device/{espid}/shares/{id}': 'session',
  'DELETE /api/device/{espid}/shares/{id}': 'token',
  'POST /api/device/{espid}/passes': 'session',
  'DELETE /api/device/{espid}/passes/{id}': 'token',
  'POST /api/device/{espid}/transfer': 'session',
  'DELETE /api/device/{espid}/transfer': 'token',
  'POST /api/device/{espid}/restore': 'session',
  'POST /api/device/{espid}/annotations/{id}/restore': 'token',
  'POST /api/device/{espid}/automations/{id}/restore': 'token',
  'POST /api/offers/{id}/accept': 'session',
  'POST /api/offers/{id}/decline': 'session',
};
const letsIn = /^\w+ \/api\/(dashboards|offers|device\/\{espid\}\/(.+\/)?(shares|passes|transfer|restore|confirm))\b/;

const espid = nextEspid();
let server: JoinedServer;
let owner: TestUser;
let guest: TestUser;
let username: string;
let token: string;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  guest = await server.signup('guest@example.com');
  username = `${owner.email}/${await owner.connectionKey()}`;
  await server.board({ espid, username });
  const request = { name: 'Script', scope: 'control', expiresInDays: 1 };
  token = (await owner.api('POST', '/api/access-tokens', request)).body.token;
});
afterAll(() => server.stop());

const program = (method: string, path: string, body?: unknown) => server.api(method, path, body, token);

test('each call that lets others in is for a browser', async () => {
  const { body } = await server.api('GET', '/api/openapi.json');
  const routes = Object.entries<Record<string, object>>(body.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((verb) => `${verb.toUpperCase()} ${path}`))
    .filter((name) => !name.startsWith('GET ') && letsIn.test(name));
  const found: Record<string, string> = {};
  for (const name of routes) {
    const [method = '', path = ''] = name.split(' ');
    const filled = path.replace('{espid}', espid).replaceAll(/\{\w+\}/g, '2147483000');
    const response = await program(method, filled, method === 'DELETE' ? undefined : {});
    const isRefused = response.status === 403 && /^An access token may not/.test(response.body.error);
    found[name] = isRefused ? 'session' : 'token';
  }
  expect(found).toEqual(needed);
});

const invite = async (things: string) => {
  await owner.api('POST', `${things}/shares`, { email: guest.email, role: 'viewer', expiresAt: null });
  const { offers, dashboards } = (await guest.api('GET', '/api/offers')).body;
  await guest.api('POST', `/api/offers/${[...offers, ...dashboards][0].id}/accept`);
};

test('a dashboard that was deleted stays so for a program, with its shares and links', async () => {
  const { body: made } = await owner.api('POST', '/api/dashboards', { name: 'House', widgets: [], espids: [] });
  const path = `/api/dashboards/${made.id}`;
  await invite(path);
  const settings = { name: 'Wall', password: null, expiresAt: null, exposed: [], origins: [] };
  const link = (await owner.api('POST', `${path}/links`, settings)).body.token;
  const seen = async () => [
    (await guest.api('GET', path)).status,
    (await fetch(`${server.http}/api/public/dashboard`, { headers: { 'x-cyno-link': link } })).status,
  ];
  expect(await seen()).toEqual([200, 200]);
  expect((await program('DELETE', path)).status).toBe(200);
  expect((await program('POST', `${path}/restore`)).status).toBe(403);
  expect(await seen()).toEqual([404, 404]);
  expect((await owner.api('POST', `${path}/restore`)).status).toBe(200);
  expect(await seen()).toEqual([200, 200]);
});

test('a device that was deleted stays so for a program, by whichever way it would bring it back', async () => {
  const path = `/api/device/${espid}`;
  await invite(path);
  expect((await program('DELETE', path)).status).toBe(200);
  const bulk = { devices: [espid], act: { kind: 'restore' } };
  expect((await program('POST', `${path}/restore`)).status).toBe(403);
  expect((await program('POST', '/api/device/bulk', bulk)).status).toBe(403);
  await server.board({ espid, username });
  const waits = async () =>
    (await owner.api('GET', '/api/pairing')).body.pending.some((one: { espid: string }) => one.espid === espid);
  await expect.poll(waits).toBe(true);
  expect((await program('POST', `/api/pairing/${espid}/accept`)).status).toBe(403);
  expect((await guest.api('GET', path)).status).toBe(404);
  expect((await owner.api('POST', '/api/device/bulk', bulk)).body.done).toEqual([espid]);
  expect((await guest.api('GET', path)).status).toBe(200);
});
