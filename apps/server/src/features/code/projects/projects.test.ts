import { type Project, project, projectDifference, projectList } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = nextEspid();
let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
});
afterAll(() => server.stop());

const kitSetup = { board: 'nodemcu', host: 'farm.local', content: { type: 'kit', kit: 'dht' } };
const ownSetup = {
  board: 'nodemcu',
  host: 'farm.local',
  content: {
    type: 'own',
    own: {
      variables: [{ key: 'temp', label: 'Temperature', unit: '°C', min: 0, max: 40, decimals: 1 }],
      outputs: [{ pin: 'D1', name: 'Pump', mode: 'digit' }],
      events: [{ name: 'Mode', label: '', initial: 'auto' }],
      template: null,
      intervalS: 5,
    },
  },
};
const request = (change: object = {}) => ({ name: 'Greenhouse', setup: kitSetup, espids: [], ...change });
const create = async (change: object = {}, user = owner): Promise<Project> => {
  const { status, body } = await user.api('POST', '/api/projects', request(change));
  expect(status, JSON.stringify(body)).toBe(201);
  return project.parse(body);
};
const list = async (user = owner) => projectList.parse((await user.api('GET', '/api/projects')).body).projects;

describe('a project', () => {
  test('is saved, changed, copied without its devices, and deleted', async () => {
    const username = `${owner.email}/${await owner.connectionKey()}`;
    await server.board({ espid, username });
    const made = await create({ espids: [espid, espid] });
    expect(made).toMatchObject({ name: 'Greenhouse', setup: kitSetup, espids: [espid] });
    expect((await owner.api('GET', `/api/projects/${made.id}`)).body).toEqual(made);

    const change = request({ name: 'House', setup: ownSetup });
    const changed = await owner.api('PUT', `/api/projects/${made.id}`, change);
    expect(project.parse(changed.body)).toMatchObject({ id: made.id, name: 'House', setup: ownSetup, espids: [] });

    const linked = await owner.api(
      'PUT',
      `/api/projects/${made.id}`,
      request({ name: 'x'.repeat(60), espids: [espid] }),
    );
    expect(linked.body.espids).toEqual([espid]);
    const copy = await owner.api('POST', `/api/projects/${made.id}/duplicate`);
    expect(copy.status).toBe(201);
    expect(project.parse(copy.body)).toMatchObject({ name: `${'x'.repeat(53)} (copy)`, setup: kitSetup, espids: [] });

    expect((await list()).map(({ id }) => id)).toEqual([copy.body.id, made.id]);
    for (const { id } of await list()) expect((await owner.api('DELETE', `/api/projects/${id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await owner.api('GET', `/api/projects/${made.id}`)).status).toBe(404);
  });

  test('is changed only where a change names something', async () => {
    const username = `${owner.email}/${await owner.connectionKey()}`;
    await server.board({ espid, username });
    const made = await create({ setup: ownSetup });
    const change = async (body: object) =>
      project.parse((await owner.api('PATCH', `/api/projects/${made.id}`, body)).body);
    const linked = await change({ espids: [espid] });
    expect(linked).toEqual({ ...made, espids: [espid] });
    const renamed = await change({ name: 'House' });
    expect(renamed).toEqual({ ...linked, name: 'House', updatedAt: expect.any(Number) });
    expect(renamed.updatedAt).toBeGreaterThan(made.updatedAt);
    const other = await change({ setup: kitSetup });
    expect(other).toEqual({ ...renamed, setup: kitSetup, updatedAt: expect.any(Number) });
    expect(await change({})).toEqual(other);
    expect((await owner.api('GET', `/api/projects/${made.id}`)).body).toEqual(other);
  });

  test('has another version after each save, even when the clock was set back', async () => {
    const { id } = await create();
    await server.database.pool.query('update projects set updated_at = 9000000000000 where id = $1', [id]);
    const { body } = await owner.api('PUT', `/api/projects/${id}`, request());
    expect(body.updatedAt).toBe(9_000_000_000_001);
  });

  test.each(['PUT', 'PATCH'])('is not overwritten by %s when it was saved since', async (method) => {
    const { id, updatedAt } = await create();
    const save = (name: string, more: object = {}) =>
      owner.api(method, `/api/projects/${id}`, request({ name, setup: ownSetup, espids: [], ...more }));
    const both = await Promise.all([save('One', { basedOn: updatedAt }), save('Two', { basedOn: updatedAt })]);
    const [won] = both.filter(({ status }) => status === 200);
    const [lost] = both.filter(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ code: 'conflict', reason: 'project_changed' });
    expect((await owner.api('GET', `/api/projects/${id}`)).body).toEqual(won?.body);

    expect((await save('Three', { basedOn: won?.body.updatedAt })).body).toMatchObject({ name: 'Three' });
    expect((await save('Four')).body).toMatchObject({ name: 'Four' });
    expect((await save('Half', { basedOn: 0.5 })).status).toBe(400);
    expect((await owner.api('DELETE', `/api/projects/${id}`)).status).toBe(204);
    expect((await save('Five', { basedOn: updatedAt })).status).toBe(404);
  });

  test('keeps its devices when a change of them is based on an older version', async () => {
    const { id, updatedAt } = await create({ espids: [espid] });
    await owner.api('PATCH', `/api/projects/${id}`, { name: 'House' });
    const refused = await owner.api('PATCH', `/api/projects/${id}`, { espids: [], basedOn: updatedAt });
    expect(refused.status).toBe(409);
    expect((await owner.api('GET', `/api/projects/${id}`)).body.espids).toEqual([espid]);
  });

  test('has each device that one of two browsers links, and a deleted one again when that comes back', async () => {
    const username = `${owner.email}/${await owner.connectionKey()}`;
    const [first, second] = [nextEspid(), nextEspid()];
    for (const one of [first, second]) await server.board({ espid: one, username });
    const { id, espids } = await create();
    const change = (body: object) => owner.api('PATCH', `/api/projects/${id}`, body);
    await change({ link: [first] });
    await change({ link: [first, second], unlink: [espid] });
    const present = async () => (await owner.api('GET', `/api/projects/${id}`)).body.espids;
    expect([espids, await present()]).toEqual([[], [first, second]]);
    await owner.api('DELETE', `/api/device/${first}`);
    expect((await change({ link: [espid], unlink: [second, 'ESP32-GONE'] })).body.espids).toEqual([espid]);
    expect((await change({ link: [first] })).status).toBe(404);
    expect((await owner.api('POST', `/api/device/${first}/restore`)).status).toBe(200);
    expect(await present()).toEqual([espid, first]);
  });

  test('may be as far as it is: what cannot be generated yet can be saved', async () => {
    const nothing = { ...ownSetup.content.own, variables: [], outputs: [], events: [] };
    await create({ setup: { ...ownSetup, content: { type: 'own', own: nothing } } });
  });

  test.each([
    ['no name', { name: ' ' }],
    ['an unknown board', { setup: { ...kitSetup, board: 'toaster' } }],
    ['an unknown kit', { setup: { ...kitSetup, content: { type: 'kit', kit: '__proto__' } } }],
    ['a host that is none', { setup: { ...kitSetup, host: 'a b' } }],
    ['a key that is none', { setup: withKey('2nd') }],
    ['a NUL, which the database does not keep', { setup: withEvent('a\u0000') }],
    ['half a character', { setup: withEvent('a\ud800') }],
    ['what is no set-up', { setup: { content: {} } }],
    ['too many devices', { espids: Array.from({ length: 201 }, (_, index) => `board-${index}`) }],
  ])('with %s is refused', async (_, change) => {
    expect((await owner.api('POST', '/api/projects', request(change))).status).toBe(400);
  });

  test('is one of at most 200', async () => {
    const many = await server.signup('many@example.com');
    const [{ id: accountId }] = (
      await server.database.pool.query<{ id: number }>('select id from accounts where email = $1', [many.email])
    ).rows as [{ id: number }];
    await server.database.pool.query(
      `insert into projects (account_id, name, setup, created_at, updated_at)
       select $1, 'p', $2, 0, 0 from generate_series(1, 199)`,
      [accountId, JSON.stringify(kitSetup)],
    );
    const responses = await Promise.all([1, 2, 3].map(() => many.api('POST', '/api/projects', request())));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const full = await many.api('POST', `/api/projects/${(await list(many))[0]?.id}/duplicate`);
    expect([full.status, full.body.code]).toEqual([409, 'limit_reached']);
  });
});

test('the difference shows what a linked board does otherwise, and follows what it sends', async () => {
  const username = `${owner.email}/${await owner.connectionKey()}`;
  const { board } = await server.board({ espid, username });
  const { id } = await create({ setup: ownSetup, espids: [espid] });
  const read = async () => {
    const { body } = await owner.api('GET', `/api/projects/${id}/difference`);
    return projectDifference.parse(body).devices;
  };
  board.publish('info', '{"ip":"192.168.1.20","ssid":"farm","RSSI":"-60","v":"1.0.8"}');
  board.publish('data/update', '{"temp":21.5,"ph":6.5}');
  const kinds = async () => (await read())[0]?.findings.map(({ kind, subject }) => [kind, subject]);
  await expect.poll(kinds).toEqual([
    ['undeclared', 'ph'],
    ['missing', 'D1'],
    ['missing', 'Mode'],
  ]);
  expect(await read()).toMatchObject([{ espid, online: true, lastSeenAt: expect.any(Number) }]);
  board.publish('ioact', 'D1:act:1');
  board.publish('eventact', 'Event:Mode:auto');
  await expect.poll(kinds).toEqual([['undeclared', 'ph']]);
  await owner.api('PUT', `/api/device/${espid}/computed/double`, { formula: 'temp * 2', unit: null, label: null });
  board.publish('data/update', '{"temp":22,"ph":6.5}');
  const variables: () => Promise<{ key: string; value: unknown }[]> = async () =>
    (await owner.api('GET', `/api/device/${espid}`)).body.variables;
  await expect.poll(variables).toContainEqual(expect.objectContaining({ key: 'double', value: 44 }));
  expect(await kinds()).toEqual([['undeclared', 'ph']]);
});

describe('an attacker', () => {
  let id: number;
  beforeAll(async () => {
    id = (await create()).id;
  });

  test.each([
    ['GET', ''],
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/duplicate'],
    ['GET', '/difference'],
  ])('finds no project of somebody else: %s %s', async (method, rest) => {
    const body = method.startsWith('P') && rest === '' ? request({ name: 'Mine now' }) : undefined;
    const response = await stranger.api(method, `/api/projects/${id}${rest}`, body);
    expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    expect((await owner.api('GET', `/api/projects/${id}`)).body.name).toBe('Greenhouse');
    expect(await list(stranger)).toEqual([]);
  });

  test('cannot link, and so not watch, a device of somebody else', async () => {
    const mine = await create({}, stranger);
    for (const [method, path] of [
      ['POST', '/api/projects'],
      ['PUT', `/api/projects/${mine.id}`],
      ['PATCH', `/api/projects/${mine.id}`],
    ] as const) {
      const foreign = await stranger.api(method, path, request({ espids: [espid] }));
      const unknown = await stranger.api(method, path, request({ espids: ['no-such-board'] }));
      expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
      expect(unknown.body.error.replace('no-such-board', espid)).toBe(foreign.body.error);
    }
    expect((await list(stranger)).map(({ espids }) => espids)).toEqual([[]]);
  });

  test('sees nothing of a device that left a project’s account', async () => {
    const { id: linked } = await create({ espids: [espid] });
    expect((await owner.api('DELETE', `/api/device/${espid}`)).status).toBe(200);
    const username = `${stranger.email}/${await stranger.connectionKey()}`;
    await server.board({ espid, username });
    expect((await stranger.api('GET', `/api/device/${espid}`)).status).toBe(200);
    expect((await owner.api('GET', `/api/projects/${linked}`)).body.espids).toEqual([]);
    expect((await owner.api('GET', `/api/projects/${linked}/difference`)).body.devices).toEqual([]);
  });

  test('with a token of scope read reads and writes nothing', async () => {
    const { body } = await owner.api('POST', '/api/access-tokens', { name: 'r', scope: 'read', expiresInDays: 1 });
    const call = (method: string, path: string, sent?: unknown) => server.api(method, path, sent, body.token);
    expect((await call('GET', `/api/projects/${id}`)).status).toBe(200);
    expect((await call('POST', '/api/projects', request())).status).toBe(403);
    expect((await call('PUT', `/api/projects/${id}`, request())).status).toBe(403);
    expect((await call('PATCH', `/api/projects/${id}`, request())).status).toBe(403);
    expect((await call('DELETE', `/api/projects/${id}`)).status).toBe(403);
    expect((await call('POST', `/api/projects/${id}/duplicate`)).status).toBe(403);
  });
});

function withEvent(name: string) {
  const events = [{ name, label: '', initial: '0' }];
  return { ...ownSetup, content: { type: 'own', own: { ...ownSetup.content.own, events } } };
}

function withKey(key: string) {
  const variables = [{ key, label: '', unit: '', min: 0, max: 1, decimals: 0 }];
  return { ...ownSetup, content: { type: 'own', own: { ...ownSetup.content.own, variables } } };
}
