import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
/** Everybody but the owner, by what they are to the shared device. */
let others: Record<'viewer' | 'operator' | 'manager' | 'invited' | 'nobody', TestUser>;
let paths: string[];
const shared = 'ESP32-D0WDQ6-100_0a7e0007';
const hidden = 'ESP32-D0WDQ6-100_0a7e0008';
/** What nobody but the owner may read anywhere. */
const secrets = [hidden, 'Hidden pump', 'Hidden group', 'Hidden view', 'Hidden dashboard', 'third-'];
/** What belongs to the device, and is for those who manage it. */
const forManagers = ['Hidden note', 'Hidden tag'];

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  for (const espid of [shared, hidden]) {
    const { board } = await server.board({ espid, username, keepalive: 3_600 });
    board.publish('data/update', '{"temp":21}', 1);
    await board.message('data/update');
  }
  const signup = (name: string) => server.signup(`${name}@example.com`);
  const [viewer, operator, manager, invited] = [
    await signup('viewer'),
    await signup('operator'),
    await signup('manager'),
    await signup('invited'),
  ];
  others = { viewer, operator, manager, invited, nobody: await signup('nobody') };
  await owner.api('PATCH', `/api/device/${hidden}`, { name: 'Hidden pump' });
  await owner.api('PATCH', `/api/device/${shared}`, { name: 'Pond', notes: 'Hidden note', tags: ['Hidden tag'] });
  const { id: groupId } = (await owner.api('POST', '/api/device-groups', { name: 'Hidden group', hue: 1 })).body;
  const change = { kind: 'change', groupId, favourite: true };
  await owner.api('POST', '/api/device/bulk', { devices: [shared, hidden], act: change });
  await owner.api('POST', '/api/device-views', { name: 'Hidden view', query: '' });
  const dashboard = { name: 'Hidden dashboard', widgets: [], espids: [shared, hidden] };
  expect((await owner.api('POST', '/api/dashboards', dashboard)).status).toBe(201);
  for (const role of ['viewer', 'operator', 'manager'] as const) {
    await owner.api('POST', `/api/device/${shared}/shares`, { email: others[role].email, role, expiresAt: null });
    const { offers } = (await others[role].api('GET', '/api/offers')).body;
    expect((await others[role].api('POST', `/api/offers/${offers[0].id}/accept`)).status).toBe(200);
  }
  for (const email of [invited.email, 'third-one@example.com']) {
    await owner.api('POST', `/api/device/${shared}/shares`, { email, role: 'viewer', expiresAt: null });
  }
  const { body } = await server.api('GET', '/api/openapi.json');
  paths = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, methods]) =>
    'get' in methods && !path.startsWith('/api/admin') ? [path.replace('{espid}', shared)] : [],
  );
});
afterAll(() => server.stop());

test('the owner reads all of it', async () => {
  const texts = await Promise.all(
    ['/api/device/', '/api/device-groups', '/api/device-views', '/api/dashboards', `/api/device/${shared}/shares`].map(
      async (path) => JSON.stringify((await owner.api('GET', path)).body),
    ),
  );
  for (const secret of [...secrets, ...forManagers]) expect(texts.join('')).toContain(secret);
});

test.each(['viewer', 'operator', 'manager', 'invited', 'nobody'] as const)(
  'no response tells a %s of devices, groups and people that are none of theirs',
  async (role) => {
    const user = others[role];
    const stored = role === 'manager' ? secrets : [...secrets, ...forManagers];
    const names = [...stored, ...Object.values(others).flatMap(({ email }) => (email === user.email ? [] : [email]))];
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      const now = Date.now();
      const query = `?from=${now - 60_000}&to=${now}&at=${now}&kind=output&target=4&limit=10`;
      for (const address of [path, path + query]) {
        const text = JSON.stringify((await user.api('GET', address.replaceAll(/\{\w+\}/g, '1'))).body);
        expect([address, names.filter((name) => text.includes(name))]).toEqual([address, []]);
      }
    }
  },
);

test.each(['viewer', 'operator', 'manager', 'nobody'] as const)(
  'an action of a %s on what is hidden gets the response of one on nothing',
  async (role) => {
    const { api } = others[role];
    const responsesOf = async (espid: string) => {
      const replies = [
        await api('POST', '/api/device/bulk', { devices: [espid], act: { kind: 'change', favourite: true } }),
        await api('POST', '/api/device/bulk', { devices: [espid], act: { kind: 'delete' } }),
        await api('POST', '/api/device/bulk', { devices: [espid], act: { kind: 'restore' } }),
        await api('POST', `/api/device/${shared}/copy-settings`, { to: [espid], parts: ['tags'] }),
        await api('POST', `/api/device/${espid}/leave`),
        await api('POST', '/api/dashboards', { name: 'x', widgets: [], espids: [espid] }),
        await api('POST', '/api/device/update-order/', { devices: [{ espid }] }),
      ];
      return replies.map(({ status, body }) => [
        status,
        JSON.stringify(body)
          .replaceAll(espid, 'ESPID')
          .replace(/"id":\d+/, ''),
      ]);
    };
    const [ofHidden, ofNothing] = [await responsesOf(hidden), await responsesOf('never-was')];
    const withoutTimes = (list: typeof ofHidden) =>
      list.map(([status, text]) => [status, String(text).replaceAll(/\d{10,}/g, 'TIME')]);
    expect(withoutTimes(ofHidden)).toEqual(withoutTimes(ofNothing));
  },
);
