import { maxScenes, type Scene, type SceneAction, sceneList } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const [shed, house] = [nextEspid(), nextEspid()];
let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
let lamp: TestBoard;
let heater: TestBoard;
beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  lamp = (await server.board({ espid: shed, username, keepalive: 3_600 })).board;
  heater = (await server.board({ espid: house, username, keepalive: 3_600 })).board;
  await lamp.puback(lamp.publish('data/update', '{"soil":40}', 1));
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from throttle_counts'));

let made = 0;
const output = (espid: string, pin: string, value: number): SceneAction => ({
  espid,
  kind: 'output',
  pin,
  mode: 'digit',
  value,
});
const event = (espid: string, name: string, value: string): SceneAction => ({ espid, kind: 'event', name, value });
const create = (actions: SceneAction[], { user = owner, name = `Scene ${++made}` } = {}) =>
  user.api('POST', '/api/scenes', { name, actions });
const run = ({ id }: Pick<Scene, 'id'>, user = owner) => user.api('POST', `/api/scenes/${id}/run`);
const find = async ({ id }: Pick<Scene, 'id'>, user = owner): Promise<Scene | undefined> =>
  sceneList.parse((await user.api('GET', '/api/scenes')).body).scenes.find((scene) => scene.id === id);
const lastRun = async (scene: Pick<Scene, 'id'>, user = owner) => (await find(scene, user))?.lastRun;
/** Waits until each board of the newest run reported, or did not. */
async function ended(scene: Pick<Scene, 'id'>, user = owner) {
  await expect.poll(async () => (await lastRun(scene, user))?.outcome ?? 'running').not.toBe('running');
  return lastRun(scene, user);
}
async function share(espid: string, role: 'operator' | 'viewer' | 'manager', guest: TestUser): Promise<number> {
  const { body } = await owner.api('POST', `/api/device/${espid}/shares`, {
    email: guest.email,
    role,
    expiresAt: null,
  });
  const { offers } = (await guest.api('GET', '/api/offers')).body;
  for (const { id } of offers) await guest.api('POST', `/api/offers/${id}/accept`);
  return body.shares.find(({ email }: { email: string }) => email === guest.email).id;
}

describe('a scene', () => {
  test('sets outputs and events of several devices, and says what each board did', async () => {
    const actions = [output(shed, 'D1', 1), output(shed, 'D2', 0), event(house, 'mode', 'night')];
    const scene = (await create(actions, { name: ' Evening ' })).body;
    expect(scene).toMatchObject({ name: 'Evening', actions, locked: false, usedBy: [], lastRun: null });
    const page = await LiveSocket.open(server.http, owner.token);
    const response = await run(scene);
    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({
      sceneId: scene.id,
      outcome: 'running',
      by: { kind: 'person', name: owner.email, scene: 'Evening' },
      results: [
        { espid: shed, kind: 'output', target: 'D1', mode: 'digit', value: '1', reason: null },
        { espid: shed, kind: 'output', target: 'D2', mode: 'digit', value: '0', reason: null },
        { espid: house, kind: 'event', target: 'mode', mode: null, value: 'night', reason: null },
      ],
    });
    // All pins of a board come in one message.
    expect((await lamp.message('io')).text).toBe('D1:digit:1,D2:digit:0');
    expect((await heater.message('event')).text).toBe('Event:mode:night');
    lamp.publish('ioact', 'D1:act:1');
    lamp.publish('ioact', 'D2:act:0');
    await expect.poll(async () => (await lastRun(scene))?.results[1]?.state).toBe('acknowledged');
    expect(await page.next('scenes')).toEqual({ type: 'scenes' });
    expect(await lastRun(scene)).toMatchObject({ outcome: 'running' });
    heater.publish('eventact', 'Event:mode:night');
    expect(await ended(scene)).toMatchObject({ outcome: 'done' });
    expect((await lastRun(scene))?.results.map(({ ms }) => typeof ms)).toEqual(['number', 'number', 'number']);
    const { outputs } = (await owner.api('GET', `/api/device/${shed}/control`)).body;
    expect(outputs[0]).toMatchObject({ changedBy: { kind: 'person', name: owner.email, scene: 'Evening' } });
  });

  test('that only partly ran says which output did not, and why', async () => {
    const gone = nextEspid();
    await server.board({ espid: gone, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 3_600 });
    const scene = (await create([output(shed, 'D1', 0), output(gone, 'D1', 1)])).body;
    await owner.api('DELETE', `/api/device/${gone}`);
    await run(scene);
    await lamp.message('io');
    lamp.publish('ioact', 'D1:act:0');
    expect(await ended(scene)).toMatchObject({
      outcome: 'partly',
      results: [
        { state: 'acknowledged', reason: null },
        { espid: gone, state: 'refused', reason: 'There is no such device that you may operate.' },
      ],
    });
  });

  test('tells when something in it is locked', async () => {
    const scene = (await create([output(house, 'D2', 1)])).body;
    const lock = { mode: 'digit', name: 'Heater', locked: true, momentaryMs: null };
    await owner.api('PUT', `/api/device/${house}/outputs/D2`, lock);
    expect(await find(scene)).toMatchObject({ locked: true, labels: ['Heater'] });
  });

  test.each([
    ['no actions', { actions: [] }, 400],
    ['the same output twice', { actions: [output(shed, 'D1', 1), output(shed, 'D1', 0)] }, 400],
    ['too many actions', { actions: Array.from({ length: 33 }, (_, n) => output(shed, `D${n}`, 1)) }, 400],
    ['too many events', { actions: Array.from({ length: 11 }, (_, n) => event(shed, `e${n}`, '1')) }, 400],
    ['no name', { name: '  ', actions: [output(shed, 'D1', 1)] }, 400],
    ['a level for a switch', { actions: [output(shed, 'D1', 7)] }, 400],
    ['a pin that the board does not have', { actions: [output(shed, 'D99', 1)] }, 400],
    ['a device that is nobody’s', { actions: [output(nextEspid(), 'D1', 1)] }, 400],
  ])('with %s is refused', async (_, body, status) => {
    expect((await owner.api('POST', '/api/scenes', { name: 'Wrong', ...body })).status).toBe(status);
  });

  test('has a name of its own, also beside others, and an account a bounded number of them', async () => {
    const name = 'Morning';
    const scene = (await create([output(shed, 'D1', 1)], { name })).body;
    const twins = await Promise.all(['night', 'NIGHT'].map((each) => create([output(shed, 'D1', 1)], { name: each })));
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await create([output(shed, 'D1', 1)], { name: 'MORNING' })).status).toBe(400);
    const change = { name: 'night', actions: scene.actions };
    expect((await owner.api('PUT', `/api/scenes/${scene.id}`, change)).status).toBe(400);
    const renamed = await owner.api('PUT', `/api/scenes/${scene.id}`, { ...change, name: 'MORNING' });
    expect(renamed.body).toMatchObject({ id: scene.id, name: 'MORNING' });
    const crowd = await server.signup('crowd@example.com');
    await server.database.pool.query(
      `insert into scenes (account_id, name, actions, created_at, updated_at)
       select id, 's' || n, '[]', 0, 0 from accounts, generate_series(1, ${maxScenes - 1}) n where email = $1`,
      [crowd.email],
    );
    await share(shed, 'operator', crowd);
    const responses = await Promise.all(
      ['one', 'two'].map((each) => create([output(shed, 'D1', 1)], { user: crowd, name: each })),
    );
    expect(responses.map(({ body }) => body.code ?? 'made').sort()).toEqual(['limit_reached', 'made']);
  });
});

describe('a deleted scene', () => {
  const remove = ({ id }: Pick<Scene, 'id'>) => owner.api('DELETE', `/api/scenes/${id}`);
  const restore = ({ id }: Pick<Scene, 'id'>, user = owner) => user.api('POST', `/api/scenes/${id}/restore`);

  test('is restored as it was for a day, so that what runs it still does', async () => {
    const scene = (await create([output(shed, 'D1', 1)])).body;
    expect((await restore(scene)).status).toBe(404);
    await remove(scene);
    expect([await find(scene), (await run(scene)).status]).toEqual([undefined, 404]);
    expect((await restore(scene, stranger)).status).toBe(404);
    expect(await restore(scene)).toMatchObject({ status: 200, body: scene });
    expect((await run(scene)).status).toBe(202);
    expect((await lamp.message('io')).text).toBe('D1:digit:1');
    await remove(scene);
    const aDayAgo = 'update scenes set deleted_at = deleted_at - 86400000 where id = $1';
    await server.database.pool.query(aDayAgo, [scene.id]);
    expect(await restore(scene)).toMatchObject({ status: 404, body: { values: { thing: 'deleted scene' } } });
  });

  test('leaves its name to another one, and comes back once that is free', async () => {
    const scene = (await create([output(shed, 'D1', 1)], { name: 'Twilight' })).body;
    await remove(scene);
    const other = (await create([output(shed, 'D1', 0)], { name: 'TWILIGHT' })).body;
    expect(await restore(scene)).toMatchObject({ status: 400, body: { reason: 'name_taken' } });
    await remove(other);
    expect(await restore(scene)).toMatchObject({ status: 200, body: scene });
  });
});

describe('rights', () => {
  test('a scene is its account’s alone', async () => {
    const scene = (await create([output(shed, 'D1', 1)])).body;
    expect((await stranger.api('GET', '/api/scenes')).body).toEqual({ scenes: [], allowed: maxScenes });
    expect((await run(scene, stranger)).status).toBe(404);
    expect((await stranger.api('DELETE', `/api/scenes/${scene.id}`)).status).toBe(404);
    const change = { name: 'Mine', actions: scene.actions };
    expect((await stranger.api('PUT', `/api/scenes/${scene.id}`, change)).status).toBe(404);
    expect((await create([output(shed, 'D1', 1)], { user: stranger })).status).toBe(400);
  });

  test('what is shared is set only as long as it may be operated', async () => {
    const guest = await server.signup('operator@example.com');
    const id = await share(house, 'operator', guest);
    const scene = (await create([output(house, 'D5', 1)], { user: guest })).body;
    await run(scene, guest);
    expect((await heater.message('io')).text).toBe('D5:digit:1');
    heater.publish('ioact', 'D5:act:1');
    expect(await ended(scene, guest)).toMatchObject({ outcome: 'done' });
    await owner.api('PATCH', `/api/device/${house}/shares/${id}`, { role: 'viewer' });
    const { body } = await run(scene, guest);
    expect(body.results).toMatchObject([
      { state: 'refused', commandId: null, reason: 'There is no such device that you may operate.' },
    ]);
    expect(await ended(scene, guest)).toMatchObject({ outcome: 'failed' });
    // It can still be named, and what it sets stays.
    const renamed = { name: 'Gone', actions: scene.actions };
    expect((await guest.api('PUT', `/api/scenes/${scene.id}`, renamed)).status).toBe(200);
    const more = { name: 'Gone', actions: [...scene.actions, output(house, 'D6', 1)] };
    expect((await guest.api('PUT', `/api/scenes/${scene.id}`, more)).status).toBe(400);
  });

  test('who presses too often is told to wait', async () => {
    const noisy = nextEspid();
    await server.board({ espid: noisy, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 3_600 });
    const scene = (await create([event(noisy, 'ping', '1')])).body;
    const statuses = [];
    for (let press = 0; press < 21; press++) statuses.push((await run(scene)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 202)).toHaveLength(20);
  });
});

describe('in automations', () => {
  const path = `/api/device/${shed}/automations`;
  const rule = (sceneId: number, more: object = {}) => ({
    name: 'Dry',
    enabled: true,
    definition: {
      kind: 'rule',
      conditions: [{ espid: shed, key: 'soil', comparison: '<', threshold: 20, release: null }],
      forSeconds: 0,
      action: { kind: 'scene', sceneId },
      back: null,
      limit: null,
      activeHours: null,
      ...more,
    },
  });

  test('a rule runs it once on the server, is named as the reason, and keeps it from being deleted', async () => {
    const scene = (await create([output(house, 'D7', 1), event(shed, 'alarm', 'on')], { name: 'Too dry' })).body;
    const automation = await owner.api('POST', path, rule(scene.id));
    expect(automation.body.placement).toMatchObject({
      where: 'server',
      reason: 'Runs on the server: the board knows no scenes.',
    });
    expect((await find(scene))?.usedBy).toEqual([{ automationId: automation.body.id, espid: shed, name: 'Dry' }]);
    const refused = await owner.api('DELETE', `/api/scenes/${scene.id}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.error).toContain('"Dry" of ');
    lamp.publish('data/update', '{"soil":12}');
    expect((await heater.message('io')).text).toBe('D7:digit:1');
    heater.publish('ioact', 'D7:act:1');
    expect((await lamp.message('event')).text).toBe('Event:alarm:on');
    lamp.publish('eventact', 'Event:alarm:on');
    const runs = async () => (await owner.api('GET', `${path}/runs`)).body.runs;
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ outcome: 'done' }]), { timeout: 180_000 });
    expect(await runs()).toMatchObject([{ phase: 'start', result: 'Scene "Too dry": all 2 done.' }]);
    expect(await lastRun(scene)).toMatchObject({ by: { kind: 'rule', name: 'Dry', scene: 'Too dry' } });
    const { outputs } = (await owner.api('GET', `/api/device/${house}/control`)).body;
    expect(outputs.find(({ pin }: { pin: string }) => pin === 'D7')).toMatchObject({
      changedBy: { kind: 'rule', name: 'Dry', scene: 'Too dry' },
    });
    // Why it is on can be read where it is, of a device that may be seen.
    const { changedBy } = outputs.find(({ pin }: { pin: string }) => pin === 'D7');
    const why = `/api/device/${house}/automations/runs?automation=${changedBy.run.automation}&dueAt=${changedBy.run.dueAt}`;
    expect((await owner.api('GET', why)).body.runs).toEqual(await runs());
    const viewer = await server.signup('viewer-of-the-house@example.com');
    await share(house, 'viewer', viewer);
    expect((await viewer.api('GET', why)).status).toBe(404);
    await share(shed, 'viewer', viewer);
    expect((await viewer.api('GET', why)).body.runs).toMatchObject([{ result: 'Scene: all 2 done.' }]);
    await owner.api('DELETE', `${path}/${automation.body.id}`);
    expect((await owner.api('DELETE', `/api/scenes/${scene.id}`)).status).toBe(204);
  });

  test('somebody who manages the device uses neither the owner’s scenes nor their own', async () => {
    const scene = (await create([output(house, 'D8', 1)])).body;
    const manager = await server.signup('manager@example.com');
    await share(shed, 'manager', manager);
    const own = (await create([output(shed, 'D1', 1)], { user: manager })).body;
    for (const id of [scene.id, own.id]) {
      const refused = await manager.api('POST', path, rule(id));
      expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('owner can use scenes') } });
    }
    expect((await owner.api('POST', path, rule(own.id))).status).toBe(400);
    expect((await owner.api('POST', path, rule(scene.id, { back: 0 }))).status).toBe(400);
    expect(
      (await owner.api('POST', `${path}/dry-run`, { definition: rule(scene.id).definition, days: 1 })).status,
    ).toBe(200);
  });
});
