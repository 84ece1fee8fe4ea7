import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
});
afterAll(() => server.stop());

const groups = async (user = owner) => (await user.api('GET', '/api/device-groups')).body.groups;
const create = (name: string, hue = 1, user = owner) => user.api('POST', '/api/device-groups', { name, hue });
const views = async (user = owner) => (await user.api('GET', '/api/device-views')).body.views;
const saveView = (name: string, query: string, user = owner) => user.api('POST', '/api/device-views', { name, query });

test('groups have a name, a colour and a place, and are theirs alone', async () => {
  const first = await create(' North ', 3);
  expect(first).toMatchObject({ status: 201, body: { name: 'North', hue: 3 } });
  const second = (await create('South')).body;
  expect((await create('NORTH')).status).toBe(400);
  expect((await create('North', 1, stranger)).status).toBe(201);
  expect((await owner.api('PUT', `/api/device-groups/${second.id}`, { name: 'north', hue: 2 })).status).toBe(400);
  const renamed = await owner.api('PUT', `/api/device-groups/${second.id}`, { name: 'SOUTH', hue: 2 });
  expect(renamed.body).toEqual({ id: second.id, name: 'SOUTH', hue: 2 });
  const order = await owner.api('POST', '/api/device-groups/order', { ids: [second.id, first.body.id] });
  expect(order.body.groups.map((one: { name: string }) => one.name)).toEqual(['SOUTH', 'North']);
  expect(await groups()).toEqual(order.body.groups);
  for (const ids of [[second.id], [second.id, second.id], [second.id, first.body.id, 99]]) {
    expect((await owner.api('POST', '/api/device-groups/order', { ids })).status).toBe(400);
  }
  expect((await stranger.api('PUT', `/api/device-groups/${second.id}`, { name: 'x', hue: 1 })).status).toBe(404);
  expect((await stranger.api('DELETE', `/api/device-groups/${second.id}`)).status).toBe(404);
  expect(await groups()).toHaveLength(2);
});

test('a group that is deleted leaves its devices in none', async () => {
  const espid = nextEspid();
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 600 });
  const { id } = (await create('Gone soon')).body;
  await owner.api('POST', '/api/device/bulk', { devices: [espid], act: { kind: 'change', groupId: id } });
  expect((await owner.api('GET', `/api/device/${espid}`)).body.groupId).toBe(id);
  expect((await owner.api('DELETE', `/api/device-groups/${id}`)).status).toBe(204);
  expect((await owner.api('GET', `/api/device/${espid}`)).body.groupId).toBeNull();
  const { rows } = await server.database.pool.query('select group_id from devices where espid = $1', [espid]);
  expect(rows).toEqual([{ group_id: null }]);
  expect((await owner.api('DELETE', `/api/device-groups/${id}`)).status).toBe(404);
});

test('a group is deleted only once no alert rule, automation or maintenance finds devices by it', async () => {
  const espid = nextEspid();
  const { board } = await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` });
  board.publish('data/update', '{"soil":40}');
  await expect
    .poll(async () => (await owner.api('GET', `/api/device/${espid}`)).body.variables)
    .toMatchObject([{ key: 'soil' }]);
  const { id } = (await create('Used')).body;
  await owner.api('POST', '/api/device/bulk', { devices: [espid], act: { kind: 'change', groupId: id } });
  const scope = { kind: 'group', groupId: id };
  const remove = () => owner.api('DELETE', `/api/device-groups/${id}`);

  const until = Date.now() + 3_600_000;
  const { body: planned } = await owner.api('POST', '/api/maintenance', { scope, from: null, until, weekly: false });
  expect(await remove()).toMatchObject({ status: 409, body: { reason: 'group_in_maintenance' } });
  await owner.api('DELETE', `/api/maintenance/${planned.windows[0].id}`);

  const watched = { key: 'soil', comparison: '<', threshold: 20 };
  const limit = { kind: 'limit', ...watched, release: null, forSeconds: 0, clearSeconds: 0 };
  const rule = { name: 'Dry', enabled: true, severity: 'warning', scope, condition: limit };
  const { body: alertRule } = await owner.api('POST', '/api/alert-rules', rule);
  const condition = { kind: 'devices', scope, match: 'any', ...watched, release: null };
  const action = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 };
  const definition = {
    kind: 'rule',
    match: 'all',
    conditions: [condition],
    forSeconds: 0,
    action,
    back: null,
    limit: null,
    activeHours: null,
  };
  const path = `/api/device/${espid}/automations`;
  const made = await owner.api('POST', path, { name: 'Water', enabled: true, definition });
  expect([alertRule.name, made.status]).toEqual(['Dry', 201]);
  const refused = await remove();
  expect(refused).toMatchObject({ status: 409, body: { reason: 'group_in_use' } });
  expect(refused.body.error).toContain('"Dry" and "Water"');
  await owner.api('DELETE', `/api/alert-rules/${alertRule.id}`);
  expect((await remove()).body.error).toContain('by "Water".');
  await owner.api('DELETE', `${path}/${made.body.id}`);
  expect((await remove()).status).toBe(204);
});

test('a name that only the database takes for another one is refused with a sentence', async () => {
  await create('istanbul');
  const { id } = (await create('Ankara')).body;
  for (const response of [
    await owner.api('PUT', `/api/device-groups/${id}`, { name: 'İstanbul', hue: 1 }),
    await create('İSTANBUL'),
  ]) {
    expect(response).toMatchObject({ status: 400, body: { error: expect.stringContaining('You have a group') } });
  }
  expect((await create('Straße')).status).toBe(201);
  expect((await create('STRASSE')).status).toBe(201);
});

test('two groups of one name that come at once are one', async () => {
  const responses = await Promise.all([create('Twin'), create('twin'), create('TWIN')]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
});

test('views of the list are stored by name, and are theirs alone', async () => {
  const query = 'q=pond&f=value%3Atemp~gt~30&sort=-value%3Atemp&view=table&cols=name%2Cstatus&by=group';
  const saved = (await saveView('Too warm', query)).body;
  await saveView('all', '');
  expect(await views()).toMatchObject([
    { name: 'all', query: '' },
    { name: 'Too warm', query },
  ]);
  const renamed = await owner.api('PUT', `/api/device-views/${saved.id}`, { name: 'Hot', query });
  expect(renamed.body).toEqual({ id: saved.id, name: 'Hot', query });
  expect(await views(stranger)).toEqual([]);
  expect((await stranger.api('DELETE', `/api/device-views/${saved.id}`)).status).toBe(404);
  expect((await stranger.api('PUT', `/api/device-views/${saved.id}`, { name: 'x', query: '' })).status).toBe(404);
  expect((await owner.api('DELETE', `/api/device-views/${saved.id}`)).status).toBe(204);
  expect(await views()).toHaveLength(1);
});

test.each([
  ['/api/device-groups', { name: '', hue: 1 }],
  ['/api/device-groups', { name: 'x', hue: 9 }],
  ['/api/device-groups', { name: 'a\nb', hue: 1 }],
  ['/api/device-views', { name: ' ', query: '' }],
  ['/api/device-views', { name: 'x', query: 'x'.repeat(4_001) }],
])('%s refuses %j', async (path, body) => {
  expect((await owner.api('POST', path, body)).body.code).toBe('validation_failed');
});

test('an account has a bounded number of both', async () => {
  const crowd = await server.signup('crowd@example.com');
  await server.database.pool.query(
    `insert into device_groups (account_id, name, hue, "order")
     select id, 'g' || n, 1, n from accounts, generate_series(1, 200) n where email = $1`,
    [crowd.email],
  );
  await server.database.pool.query(
    `insert into device_views (account_id, name, query)
     select id, 'v' || n, '' from accounts, generate_series(1, 100) n where email = $1`,
    [crowd.email],
  );
  expect((await create('One more', 1, crowd)).body.code).toBe('limit_reached');
  expect((await saveView('One more', '', crowd)).body.code).toBe('limit_reached');
});
