import type { DeviceRight } from '@cyno/contract';
import { hasRight } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

/** What each route about a dashboard of several devices needs; a route without a line here fails. `hidden`: nobody but its owner hears of it. */
const needed: Record<string, DeviceRight | 'hidden'> = {
  'GET /api/dashboards/{id}': 'view',
  'PUT /api/dashboards/{id}': 'manage',
  'GET /api/dashboards/{id}/versions': 'manage',
  'POST /api/dashboards/{id}/versions/{version}/restore': 'manage',
  'POST /api/dashboards/{id}/confirm': 'own',
  'GET /api/dashboards/{id}/shown': 'view',
  'GET /api/dashboards/{id}/shown/history': 'view',
  'GET /api/dashboards/{id}/shown/alerts': 'view',
  'GET /api/dashboards/{id}/shown/control': 'view',
  'GET /api/dashboards/{id}/shown/past': 'view',
  'GET /api/dashboards/{id}/shown/values': 'view',
  'GET /api/dashboards/{id}/shown/switched': 'view',
  'POST /api/dashboards/{id}/shown/commands': 'operate',
  'GET /api/dashboards/{id}/links': 'hidden',
  'POST /api/dashboards/{id}/links': 'hidden',
  'PUT /api/dashboards/{id}/links/{linkId}': 'hidden',
  'DELETE /api/dashboards/{id}/links/{linkId}': 'hidden',
  'GET /api/dashboards/{id}/shares': 'own',
  'POST /api/dashboards/{id}/shares': 'own',
  'PATCH /api/dashboards/{id}/shares/{share}': 'own',
  'DELETE /api/dashboards/{id}/shares/{share}': 'own',
};
/** Tried last, because they end it. */
const ending = ['POST /api/dashboards/{id}/leave', 'DELETE /api/dashboards/{id}', 'POST /api/dashboards/{id}/restore'];
const nobodys = nextEspid();
const bodies: Record<string, unknown> = {
  'PUT /api/dashboards/{id}': { name: 'Hall', widgets: [], espids: [], basedOn: 0 },
  'POST /api/dashboards/{id}/shares': { email: 'somebody@example.com', role: 'viewer', expiresAt: null },
  'PATCH /api/dashboards/{id}/shares/{share}': { role: 'viewer' },
  'POST /api/dashboards/{id}/confirm': { version: 2_000_000_000, espids: [] },
  'POST /api/dashboards/{id}/shown/commands': {
    kind: 'event',
    device: nobodys,
    name: 'led',
    value: '1',
  },
  'POST /api/dashboards/{id}/links': { name: 'Wall', password: null, expiresAt: null, exposed: [], origins: [] },
  'PUT /api/dashboards/{id}/links/{linkId}': { name: 'Wall', expiresAt: null, exposed: [], origins: [] },
};

const roles = ['stranger', 'invited', 'revoked', 'viewer', 'operator', 'manager', 'owner'] as const;
type Who = (typeof roles)[number];
const roleOf = (who: Who) => (who === 'stranger' || who === 'invited' || who === 'revoked' ? null : who);

let server: JoinedServer;
let people: Record<Who, TestUser>;
let id: number;

beforeAll(async () => {
  server = await joinServer();
  const users: [Who, TestUser][] = [];
  for (const who of ['owner', ...roles.filter((role) => role !== 'owner')] as Who[]) {
    users.push([who, await server.signup(`${who}@example.com`)]);
  }
  people = Object.fromEntries(users) as Record<Who, TestUser>;
  const { owner } = people;
  id = (await owner.api('POST', '/api/dashboards', { name: 'Hall', widgets: [], espids: [] })).body.id;
  for (const who of ['invited', 'revoked', 'viewer', 'operator', 'manager'] as const) {
    const role = who === 'invited' || who === 'revoked' ? 'manager' : who;
    const shares = `/api/dashboards/${id}/shares`;
    const invited = await owner.api('POST', shares, { email: people[who].email, role, expiresAt: null });
    expect(invited.status).toBe(201);
    if (who === 'invited') continue;
    const { dashboards, offers } = (await people[who].api('GET', '/api/offers')).body;
    expect([offers, dashboards]).toMatchObject([[], [{ name: 'Hall', dashboardId: id, role, owner: owner.email }]]);
    await people[who].api('POST', `/api/offers/${dashboards[0].id}/accept`);
    if (who === 'revoked') await owner.api('DELETE', `${shares}/${dashboards[0].id}`);
  }
});
afterAll(() => server.stop());

async function outcome(name: string, user: TestUser): Promise<string> {
  const [method = '', path = ''] = name.split(' ');
  const query = path.includes('/shown/') ? `?device=${nobodys}&minutes=60&from=0&to=1&at=1` : '';
  const filled = path.replace('{id}', String(id)).replaceAll(/\{\w+\}/g, '2147483000') + query;
  const { status, body } = await user.api(method, filled, bodies[name]);
  if (status >= 500 || status === 401 || body?.code === 'validation_failed') return `${status} ${JSON.stringify(body)}`;
  if (status === 404 && /^There is no (deleted )?(dashboard|share) /.test(body.error)) {
    return body.error.includes('2147483000') ? 'done' : 'none';
  }
  return status === 403 ? 'refused' : 'done';
}

function expected(who: Who, right: DeviceRight | 'hidden'): string {
  const role = roleOf(who);
  if (role === null || (right === 'hidden' && role !== 'owner')) return 'none';
  if (right === 'hidden') return 'done';
  return hasRight(role, right) ? 'done' : 'refused';
}

test('each route about a dashboard has a line in the table', async () => {
  const { body } = await server.api('GET', '/api/openapi.json');
  const names = Object.entries<object>(body.paths)
    .filter(([path]) => path.startsWith('/api/dashboards/{id}'))
    .flatMap(([path, methods]) => Object.keys(methods).map((verb) => `${verb.toUpperCase()} ${path}`));
  expect(names.sort()).toEqual([...Object.keys(needed), ...ending].sort());
});

describe('a dashboard of several devices', () => {
  test.each(roles)('is for %s what the table says', async (who) => {
    const found: Record<string, string> = {};
    for (const name of Object.keys(needed)) found[name] = await outcome(name, people[who]);
    const wanted = Object.entries(needed).map(([name, right]) => [name, expected(who, right)]);
    expect(found).toEqual(Object.fromEntries(wanted));
    const { dashboards } = (await people[who].api('GET', '/api/dashboards')).body;
    expect(dashboards.map((one: { id: number }) => one.id)).toEqual(roleOf(who) === null ? [] : [id]);
  });

  test('is left, and deleted by nobody but its owner', async () => {
    const { viewer, manager, owner } = people;
    expect(await outcome('DELETE /api/dashboards/{id}', manager)).toBe('refused');
    expect((await viewer.api('POST', `/api/dashboards/${id}/leave`)).status).toBe(200);
    expect((await viewer.api('GET', `/api/dashboards/${id}`)).status).toBe(404);
    expect((await owner.api('POST', `/api/dashboards/${id}/leave`)).status).toBe(404);
    expect((await owner.api('DELETE', `/api/dashboards/${id}`)).status).toBe(200);
    expect((await manager.api('GET', `/api/dashboards/${id}`)).status).toBe(404);
    expect((await people.invited.api('GET', '/api/offers')).body.dashboards).toEqual([]);
    expect((await owner.api('POST', `/api/dashboards/${id}/restore`)).status).toBe(200);
    expect((await manager.api('GET', `/api/dashboards/${id}`)).status).toBe(200);
  });
});
