import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextEspid } from '../../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
});
afterAll(() => server.stop());

async function join(user = owner) {
  const espid = nextEspid();
  await server.board({ espid, username: `${user.email}/${await user.connectionKey()}`, keepalive: 600 });
  return espid;
}
const bulk = (devices: string[], action: object, user = owner) =>
  user.api('POST', '/api/device/bulk', { devices, act: action });
const change = (devices: string[], request: object) => bulk(devices, { kind: 'change', ...request });
const read = async (espid: string) => (await owner.api('GET', `/api/device/${espid}`)).body;
async function newGroup(name: string, user = owner): Promise<number> {
  const { status, body } = await user.api('POST', '/api/device-groups', { name, hue: 1 });
  expect({ status, body }).toMatchObject({ status: 201, body: { name } });
  return body.id;
}

test('what is named changes on each device, and the rest stays', async () => {
  const [a, b, other] = [await join(), await join(), await join()];
  await owner.api('PATCH', `/api/device/${a}`, { tags: ['Old', 'Roof'] });
  const groupId = await newGroup('Greenhouse');
  const result = await change([a, b, a], { addTags: ['roof', 'North'], removeTags: ['OLD'], groupId });
  expect(result).toMatchObject({ status: 200, body: { done: [a, b], failed: [] } });
  expect(await read(a)).toMatchObject({ tags: ['Roof', 'North'], groupId, favourite: false, timeZone: null });
  expect(await read(b)).toMatchObject({ tags: ['roof', 'North'], groupId });
  await change([a], { favourite: true, timeZone: 'Asia/Tokyo' });
  expect(await read(a)).toMatchObject({ tags: ['Roof', 'North'], groupId, favourite: true, timeZone: 'Asia/Tokyo' });
  await change([a], { groupId: null, timeZone: null });
  expect(await read(a)).toMatchObject({ groupId: null, favourite: true, timeZone: null });
  expect(await read(other)).toMatchObject({ tags: [], groupId: null, favourite: false });
});

test('changes are in the database and not only in memory', async () => {
  const a = await join();
  const groupId = await newGroup('Kept');
  await change([a], { addTags: ['It\'s "mine"', 'ตู้'], groupId, timeZone: 'Europe/Berlin' });
  const { rows } = await server.database.pool.query('select tags, group_id, time_zone from devices where espid = $1', [
    a,
  ]);
  expect(rows).toEqual([{ tags: ['It\'s "mine"', 'ตู้'], group_id: groupId, time_zone: 'Europe/Berlin' }]);
});

test('what cannot be done with one device is notified of that one', async () => {
  const [full, fine, foreign] = [await join(), await join(), await join(stranger)];
  await owner.api('PATCH', `/api/device/${full}`, { tags: Array.from({ length: 10 }, (_, index) => `t${index}`) });
  const { body } = await change([full, fine, foreign, 'nobody'], { addTags: ['New'] });
  expect(body.done).toEqual([fine]);
  expect(body.failed).toMatchObject([
    { espid: foreign, error: `There is no device "${foreign}" in your account.` },
    { espid: 'nobody', error: 'There is no device "nobody" in your account.' },
    { espid: full, error: `"${full}" would have 11 tags; a device has at most 10.`, reason: 'too_many_tags' },
  ]);
  expect((await read(full)).tags).toHaveLength(10);
  expect((await bulk([foreign], { kind: 'delete' })).body.done).toEqual([]);
  expect((await stranger.api('GET', `/api/device/${foreign}`)).status).toBe(200);
});

test('of actions at the same time none undoes another', async () => {
  const [a, b] = [await join(), await join()];
  const tags = Array.from({ length: 8 }, (_, index) => `tag ${index}`);
  const responses = await Promise.all([
    ...tags.map((tag) => change([a, b], { addTags: [tag] })),
    change([a], { favourite: true }),
    owner.api('PATCH', `/api/device/${a}`, { notes: 'By the pond' }),
  ]);
  expect(responses.every(({ status }) => status === 200)).toBe(true);
  for (const espid of [a, b]) expect((await read(espid)).tags.sort()).toEqual(tags);
  expect(await read(a)).toMatchObject({ favourite: true, notes: 'By the pond' });
  const { rows } = await server.database.pool.query('select tags from devices where espid = $1', [a]);
  expect(rows[0].tags.sort()).toEqual(tags);
});

test('a group that is deleted in that moment is reported, and the devices stay as they were', async () => {
  const a = await join();
  const groupId = await newGroup('Going');
  const client = await server.database.pool.connect();
  await client.query('begin');
  await client.query('delete from device_groups where id = $1', [groupId]);
  const result = change([a], { groupId, addTags: ['New'] });
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const isWaiting = expect.poll(async () => (await server.database.pool.query(waiting)).rowCount).toBeGreaterThan(0);
  // What comes back before the group is gone shows why it did not wait.
  expect(await Promise.race([result, isWaiting.then(() => 'waits')])).toBe('waits');
  await client.query('commit');
  client.release();
  expect(await result).toMatchObject({
    status: 404,
    body: { error: `There is no group "${groupId}" in your account.` },
  });
  expect(await read(a)).toMatchObject({ groupId: null, tags: [] });
});

test('a thousand boards that never were are notified at once', async () => {
  const never = Array.from({ length: 1_000 }, (_, index) => `never-${index}`);
  const { body } = await bulk(never, { kind: 'restore' });
  expect(body.done).toEqual([]);
  expect(body.failed).toHaveLength(1_000);
  expect(body.failed[7].error).toBe('There is no deleted device "never-7" in your account.');
});

test('devices are deleted together and brought back together', async () => {
  const [a, b] = [await join(), await join()];
  const groupId = await newGroup('Barn');
  await change([a, b], { groupId });
  expect((await bulk([a, b], { kind: 'delete' })).body).toEqual({ done: [a, b], failed: [] });
  expect((await owner.api('GET', `/api/device/${a}`)).status).toBe(404);
  const again = await bulk([b, a, 'never'], { kind: 'restore' });
  expect(again.body.done).toEqual([b, a]);
  expect(again.body.failed).toHaveLength(1);
  expect(await read(a)).toMatchObject({ espid: a, groupId });
});

test.each([
  ['no device', [], { kind: 'change', favourite: true }],
  ['too many', Array.from({ length: 1001 }, (_, index) => `d${index}`), { kind: 'delete' }],
  ['no act', ['a'], { kind: 'explode' }],
  ['a zone that there is not', ['a'], { kind: 'change', timeZone: 'Mars/Base' }],
  ['a tag of 25 characters', ['a'], { kind: 'change', addTags: ['x'.repeat(25)] }],
])('%s is refused', async (_, devices, action) => {
  expect((await bulk(devices, action)).body.code).toBe('validation_failed');
});

test("nothing to change and somebody else's group are refused, and a token that may read changes nothing", async () => {
  const a = await join();
  expect((await change([a], {})).status).toBe(400);
  const foreign = await newGroup('Theirs', stranger);
  expect((await change([a], { groupId: foreign })).status).toBe(404);
  const { body } = await owner.api('POST', '/api/access-tokens', { name: 'r', scope: 'read', expiresInDays: 1 });
  const action = { devices: [a], act: { kind: 'delete' } };
  expect((await server.api('POST', '/api/device/bulk', action, body.token)).status).toBe(403);
  expect(await read(a)).toMatchObject({ groupId: null });
});
