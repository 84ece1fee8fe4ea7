import { linkHeader, passHeader } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const [shed, house, cellar] = [nextEspid(), nextEspid(), nextEspid()];
let server: JoinedServer;
let owner: TestUser;
let guest: TestUser;
let stranger: TestUser;
let board: TestBoard;
let dashboard: number;
let evening: number;
let secret: number;

const action = (espid: string) => ({ espid, kind: 'output', pin: 'D1', mode: 'digit', value: 1 });
const button = (sceneId: number) => ({
  id: `scene-${sceneId}`,
  x: 0,
  y: 0,
  width: 3,
  height: 2,
  content: { type: 'scene', title: 'Evening', sceneId, confirm: false },
});
const addScene = async (name: string, espids: string[], user = owner): Promise<number> =>
  (await user.api('POST', '/api/scenes', { name, actions: espids.map(action) })).body.id;
const saveDashboard = async (user: TestUser, widgets: object[]) => {
  const { version } = (await user.api('GET', `/api/dashboards/${dashboard}`)).body;
  return user.api('PUT', `/api/dashboards/${dashboard}`, { name: 'Farm', widgets, espids: [], basedOn: version });
};
const see = (user: TestUser, id = evening) => user.api('GET', `/api/dashboard-scenes/${id}`);
const run = (user: TestUser, id = evening) => user.api('POST', `/api/dashboard-scenes/${id}/run`);
const statuses = async (user: TestUser, id = evening) => [(await see(user, id)).status, (await run(user, id)).status];

/** Shares a dashboard or device with the guest, who accepts; the path of the share. */
async function share(what: string, role: string): Promise<string> {
  const { body } = await owner.api('POST', `${what}/shares`, { email: guest.email, role, expiresAt: null });
  const { offers, dashboards } = (await guest.api('GET', '/api/offers')).body;
  for (const { id } of [...offers, ...dashboards]) await guest.api('POST', `/api/offers/${id}/accept`);
  const { id } = body.shares.find(({ email }: { email: string }) => email === guest.email);
  return `${what}/shares/${id}`;
}

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  guest = await server.signup('guest@example.com');
  stranger = await server.signup('stranger@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  board = (await server.board({ espid: shed, username, keepalive: 3_600 })).board;
  await server.board({ espid: house, username, keepalive: 3_600 });
  const strangers = `${stranger.email}/${await stranger.connectionKey()}`;
  await server.board({ espid: cellar, username: strangers, keepalive: 3_600 });
  evening = await addScene('Evening', [shed]);
  secret = await addScene('Secret', [shed]);
  const made = await owner.api('POST', '/api/dashboards', { name: 'Farm', widgets: [button(evening)], espids: [] });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  dashboard = made.body.id;
});
afterAll(() => server.stop());

test('its owner runs it from the dashboard, and sees what the board did', async () => {
  expect((await run(owner)).body).toMatchObject({ sceneId: evening, outcome: 'running' });
  expect((await board.message('io')).text).toBe('D1:digit:1');
  board.publish('ioact', 'D1:act:1');
  await expect.poll(async () => (await see(owner)).body.lastRun.outcome).toBe('done');
});

describe('somebody else', () => {
  test('needs both the dashboard and the right to operate each device of the scene', async () => {
    expect(await statuses(stranger)).toEqual([404, 404]);
    const ofDevice = await share(`/api/device/${shed}`, 'operator');
    // They could switch the output by themselves, and still get to know no scene.
    expect(await statuses(guest)).toEqual([404, 404]);
    const ofDashboard = await share(`/api/dashboards/${dashboard}`, 'viewer');
    const scene = (await see(guest)).body;
    expect(scene).toMatchObject({ name: 'Evening', lastRun: { outcome: 'done' } });
    expect(JSON.stringify(scene)).not.toContain('@example.com');
    expect((await run(guest)).status).toBe(202);
    expect((await board.message('io')).text).toBe('D1:digit:1');
    board.publish('ioact', 'D1:act:1');
    const { body } = await owner.api('GET', `/api/device/${shed}/commands?kind=output&target=D1`);
    expect(body.commands[0].actor).toMatchObject({ kind: 'person', name: guest.email, scene: 'Evening' });
    expect(await statuses(guest, secret)).toEqual([404, 404]);

    // A viewer of the device, a scene with one more device, and shares that ended.
    await owner.api('PATCH', ofDevice, { role: 'viewer' });
    expect(await statuses(guest)).toEqual([403, 403]);
    await owner.api('PATCH', ofDevice, { role: 'operator' });
    await owner.api('PUT', `/api/scenes/${evening}`, { name: 'Evening', actions: [shed, house].map(action) });
    expect(await statuses(guest)).toEqual([403, 403]);
    await owner.api('PUT', `/api/scenes/${evening}`, { name: 'Evening', actions: [action(shed)] });
    expect((await see(guest)).status).toBe(200);
    await owner.api('DELETE', ofDevice);
    expect(await statuses(guest)).toEqual([403, 403]);
    await owner.api('DELETE', ofDashboard);
    expect(await statuses(guest)).toEqual([404, 404]);
    expect(board.received.filter((packet) => packet.cmd === 'publish' && packet.topic.endsWith('io'))).toEqual([]);
  });

  test('who operates the dashboard alone is refused: the scene may set what it does not show', async () => {
    const ofDashboard = await share(`/api/dashboards/${dashboard}`, 'operator');
    expect(await statuses(guest)).toEqual([403, 403]);
    await owner.api('DELETE', ofDashboard);
  });

  test('sees the button on the dashboard of a shared device', async () => {
    const ofDevice = await share(`/api/device/${shed}`, 'manager');
    const save = (user: TestUser, widgets: object[], basedOn: number | null) =>
      user.api('PUT', `/api/device/${shed}/dashboard/widgets`, { name: 'Shed', widgets, basedOn });
    const own = await addScene('Guest', [shed], guest);
    // A manager puts neither an own scene nor one of the owner's on it.
    for (const id of [own, secret]) {
      const { status, body } = await save(guest, [button(id)], null);
      expect([status, body.error]).toEqual([400, 'Only the owner of the dashboard puts scenes on it.']);
    }
    expect((await save(owner, [button(secret)], null)).status).toBe(200);
    expect((await see(guest, secret)).status).toBe(200);
    // The manager may move it.
    const { version } = (await guest.api('GET', `/api/device/${shed}/dashboard`)).body.dashboard;
    expect((await save(guest, [{ ...button(secret), x: 4 }], version)).status).toBe(200);
    await owner.api('DELETE', ofDevice);
    expect(await statuses(guest, secret)).toEqual([404, 404]);
  });
});

test('a public link and a guest pass run nothing', async () => {
  const link = { name: 'Wall', password: null, expiresAt: null, exposed: [], origins: [] };
  const path = `/api/dashboards/${dashboard}/links`;
  expect((await owner.api('POST', path, { ...link, exposed: [`scene-${evening}`] })).status).toBe(400);
  const { token } = (await owner.api('POST', path, link)).body;
  const visible = await fetch(`${server.http}/api/public/dashboard`, { headers: { [linkHeader]: token } });
  expect(await visible.json()).toMatchObject({ widgets: [{ content: { type: 'scene' } }], exposed: [] });
  const pass = {
    name: 'Anna',
    title: 'Lamp',
    target: { kind: 'output', pin: 'D1', mode: 'digit' },
    offers: [{ value: '1', label: 'On' }],
    uses: 3,
    from: null,
    until: Date.now() + 3_600_000,
  };
  const made = await owner.api('POST', `/api/device/${shed}/passes`, pass);
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  for (const headers of [
    { [linkHeader]: token },
    { [passHeader]: made.body.token },
    { authorization: `Bearer ${token}` },
    { authorization: `Bearer ${made.body.token}` },
  ]) {
    const response = await fetch(`${server.http}/api/dashboard-scenes/${evening}/run`, { method: 'POST', headers });
    expect(response.status).toBe(401);
  }
});

describe('a dashboard', () => {
  test('takes no scene of somebody else, and none that is gone', async () => {
    const foreign = await addScene('Foreign', [cellar], stranger);
    for (const id of [foreign, 999_999]) {
      const { status, body } = await saveDashboard(owner, [button(evening), { ...button(id), x: 3 }]);
      expect([status, body.error]).toEqual([400, 'You have no such scene any more. Choose another one.']);
    }
  });

  test('keeps the button of a scene that was deleted, which says that it is gone', async () => {
    const { id } = (await owner.api('POST', '/api/scenes', { name: 'Short', actions: [action(shed)] })).body;
    expect((await saveDashboard(owner, [button(evening), { ...button(id), x: 3 }])).status).toBe(200);
    await owner.api('DELETE', `/api/scenes/${id}`);
    expect((await saveDashboard(owner, [{ ...button(id), x: 5 }])).status).toBe(200);
    expect(await statuses(owner, id)).toEqual([404, 404]);
  });
});
