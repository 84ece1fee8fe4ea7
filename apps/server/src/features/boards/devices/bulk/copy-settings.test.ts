import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextEspid } from '../../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
const all = ['variables', 'outputs', 'events', 'tags'];

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
});
afterAll(() => server.stop());

/** The espid of a board of the user that has sent these values. */
async function join(user: TestUser, values: object, espid = nextEspid()) {
  const { board } = await server.board({
    espid,
    username: `${user.email}/${await user.connectionKey()}`,
    keepalive: 600,
  });
  await board.puback(board.publish('data/update', JSON.stringify(values), 1));
  await server.spoolEmpty();
  return espid;
}
const read = async (espid: string) => (await owner.api('GET', `/api/device/${espid}`)).body;
const control = async (espid: string) => (await owner.api('GET', `/api/device/${espid}/control`)).body;
const copy = (from: string, to: string[], parts: string[] = all, user = owner) =>
  user.api('POST', `/api/device/${from}/copy-settings`, { to, parts });

const display = { label: 'Sea', unit: 'K', hue: 3, decimals: 2, range: null };
const fan = { mode: 'digit', name: 'Fan', locked: true, momentaryMs: null };
const mode = { label: 'Mode', widget: 'choice', min: null, max: null, step: null, locked: false, momentary: false };

async function setUp(espid: string, tags: string[]) {
  await owner.api('PUT', `/api/device/${espid}/variables/temp`, display);
  await owner.api('PUT', `/api/device/${espid}/outputs/D1`, fan);
  await owner.api('PUT', `/api/device/${espid}/events/mode`, { ...mode, choices: ['auto', 'off'] });
  await owner.api('PATCH', `/api/device/${espid}`, { tags });
}

test('what is chosen is given to the others, and what they have besides stays', async () => {
  const from = await join(owner, { temp: 1, mine: 2 });
  const to = await join(owner, { temp: 3, theirs: 4 });
  await setUp(from, ['North']);
  await owner.api('PUT', `/api/device/${to}/outputs/D1`, { ...fan, name: 'Old', locked: false });
  await owner.api('PUT', `/api/device/${to}/outputs/D2`, { ...fan, name: 'Lamp' });
  const tagsOnly = await copy(from, [to], ['tags']);
  expect(tagsOnly).toMatchObject({ status: 200, body: { devices: [{ espid: to, copied: { tags: 1 } }] } });
  expect((await read(to)).variables[0].label).toBe('Temperature');
  const result = await copy(from, [to, to]);
  expect(result.body).toEqual({
    devices: [{ espid: to, copied: { variables: 1, outputs: 1, events: 1, tags: 1 } }],
    failed: [],
  });
  const device = await read(to);
  expect(device.tags).toEqual(['North']);
  expect(device.variables.map((one: { label: string }) => one.label)).toEqual(['Sea', 'theirs']);
  const { outputs, events } = await control(to);
  expect(outputs).toMatchObject([
    { pin: 'D1', name: 'Fan', locked: true },
    { pin: 'D2', name: 'Lamp' },
  ]);
  expect(events).toMatchObject([{ name: 'mode', widget: 'choice', choices: ['auto', 'off'] }]);
});

test('nothing is given when one of the devices cannot take it', async () => {
  const from = await join(owner, { temp: 1 });
  const fine = await join(owner, { temp: 1 });
  const other = await join(owner, { temp: 1 }, 'ESP32-D0WDQ6-100_0a7d2c3d');
  const foreign = await join(stranger, { temp: 1 });
  await setUp(from, ['North']);
  for (const [wrong, status] of [
    [other, 400],
    [from, 400],
    [foreign, 404],
    ['no-board', 404],
  ] as const) {
    expect((await copy(from, [fine, wrong])).status, wrong).toBe(status);
  }
  expect((await copy(foreign, [fine])).status).toBe(404);
  expect((await copy(from, [foreign], all, stranger)).status).toBe(404);
  expect((await copy(from, [], all)).body.code).toBe('validation_failed');
  expect((await copy(from, [fine], [])).body.code).toBe('validation_failed');
  expect((await copy(from, [fine], ['name'])).body.code).toBe('validation_failed');
  const { body } = await owner.api('POST', '/api/access-tokens', { name: 'r', scope: 'read', expiresInDays: 1 });
  const reader = await server.api('POST', `/api/device/${from}/copy-settings`, { to: [fine], parts: all }, body.token);
  expect(reader.status).toBe(403);
  expect(await read(fine)).toMatchObject({ tags: [], variables: [{ label: 'Temperature' }] });
  expect((await control(fine)).outputs).toEqual([]);
});

test('a device that cannot take what is copied is named, and the others take it', async () => {
  const from = await join(owner, { temp: 1 });
  const full = await join(owner, { temp: 1 });
  const fine = await join(owner, { temp: 1 });
  await setUp(from, ['North']);
  for (let index = 0; index < 40; index += 1)
    await owner.api('PUT', `/api/device/${full}/events/event${index}`, { ...mode, choices: [] });
  const error = 'A device has at most 40 events. Remove one first.';
  const cause = { error, reason: 'too_many_control_targets', values: { max: 40 } };
  expect(await copy(from, [full, fine], ['events'])).toMatchObject({
    status: 200,
    body: { devices: [{ espid: fine, copied: { events: 1 } }], failed: [{ espid: full, ...cause }] },
  });
  expect((await control(fine)).events).toMatchObject([{ name: 'mode' }]);
  // Who copies to one device reads the outcome from the status.
  expect(await copy(from, [full], ['events'])).toMatchObject({
    status: 409,
    body: { code: 'limit_reached', ...cause },
  });
});
