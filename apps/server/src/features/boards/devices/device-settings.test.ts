import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
/** The address of a device that no test changes. */
let still: string;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  still = (await join({ temp: 1 })).path;
});
afterAll(() => server.stop());

/** A board of the owner that has sent these values, and the address of its device. */
async function join(values: object) {
  const espid = nextEspid();
  const { board } = await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` });
  await board.puback(board.publish('data/update', JSON.stringify(values), 1));
  await server.spoolEmpty();
  return { board, path: `/api/device/${espid}` };
}
const variablePath = (path: string, key: string) => `${path}/variables/${encodeURIComponent(key)}`;

const display = { label: 'Sea', unit: 'K', hue: 3, decimals: 2, range: { min: 0, max: 300 } };

test.each(['temp', 'a/b', 'a.b', '...', 'a%2Fb', '?q#h', 'อุณหภูมิ', 'constructor', ' ', '😀'.repeat(32)])(
  'a variable called %j can be set up and forgotten',
  async (key) => {
    const { path } = await join({ [key]: 1, other: 2 });
    const saved = await owner.api('PUT', variablePath(path, key), display);
    expect(saved.status).toBe(200);
    expect(saved.body.variables[0]).toMatchObject({ key, settings: display });
    const [first, other] = (await owner.api('GET', path)).body.variables;
    expect(first).toMatchObject({ key, ...display });
    expect(other).toMatchObject({ key: 'other', label: 'other', range: null });
    const forgotten = await owner.api('DELETE', variablePath(path, key));
    expect(forgotten.body.variables.map((one: { key: string }) => one.key)).toEqual(['other']);
    expect((await owner.api('GET', path)).body.variables).toHaveLength(1);
  },
);

test.each([
  ['a name of 41 characters', { label: 'x'.repeat(41) }],
  ['an empty name', { label: ' ' }],
  ['a name of two lines', { label: 'a\nb' }],
  ['a NUL in the unit', { unit: 'a\0' }],
  ['a unit of 13 characters', { unit: 'x'.repeat(13) }],
  ['a ninth colour', { hue: 9 }],
  ['half a digit', { decimals: 1.5 }],
  ['a range upside down', { range: { min: 5, max: 1 } }],
  ['a range of nothing', { range: { min: 1, max: 1 } }],
  ['a range without an end', { range: { min: 1, max: null } }],
  ['a range beyond all', { range: { min: 0, max: 1e300 } }],
])('a look with %s is refused', async (_, wrong) => {
  const response = await owner.api('PUT', variablePath(still, 'temp'), { ...display, ...wrong });
  expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect((await owner.api('GET', still)).body.variables[0].label).toBe('Temperature');
});

test.each(['unknown', '%00', '%0A', '__proto__', 'toString'])('there is no variable %s', async (key) => {
  for (const [method, body] of [
    ['PUT', display],
    ['DELETE', undefined],
  ] as const) {
    expect((await owner.api(method, `${still}/variables/${key}`, body)).status).toBe(404);
  }
});

test('a stranger cannot tell that there is a variable, and a token that may read cannot change one', async () => {
  const { body } = await owner.api('POST', '/api/access-tokens', { name: 'r', scope: 'read', expiresInDays: 1 });
  for (const key of ['temp', 'none']) {
    expect((await stranger.api('PUT', variablePath(still, key), display)).body.code).toBe('not_found');
    expect((await stranger.api('DELETE', variablePath(still, key))).body.code).toBe('not_found');
    expect((await server.api('PUT', variablePath(still, key), display, body.token)).status).toBe(403);
    expect((await server.api('DELETE', variablePath(still, key), undefined, body.token)).status).toBe(403);
  }
  expect((await stranger.api('GET', `${still}/variables`)).status).toBe(404);
  expect((await server.api('GET', `${still}/variables`, undefined, body.token)).body.variables).toHaveLength(1);
});

test('icon, star, tags and notes are stored one by one', async () => {
  const { path } = await join({ temp: 1 });
  const before = (await owner.api('GET', path)).body;
  expect(before).toMatchObject({ icon: null, favourite: false, tags: [], notes: '' });
  for (const change of [
    { icon: 'plant' },
    { favourite: true },
    { tags: ['North', 'Tomatoes & co'] },
    { notes: 'Key under the mat.\n\tAsk Mali.' },
  ]) {
    expect((await owner.api('PATCH', path, change)).body).toMatchObject(change);
  }
  expect((await owner.api('GET', path)).body).toMatchObject({
    name: before.name,
    icon: 'plant',
    favourite: true,
    tags: ['North', 'Tomatoes & co'],
    notes: 'Key under the mat.\n\tAsk Mali.',
  });
  expect((await owner.api('PATCH', path, { icon: null, tags: [], notes: '' })).body).toMatchObject({
    icon: null,
    favourite: true,
    tags: [],
    notes: '',
  });
  expect((await stranger.api('PATCH', path, { favourite: false })).status).toBe(404);
});

test('a tag is stored once, as it was first written', async () => {
  const { path } = await join({ temp: 1 });
  const response = await owner.api('PATCH', path, { tags: [' Roof ', 'roof', 'ROOF', 'Garden'] });
  expect(response.body.tags).toEqual(['Roof', 'Garden']);
});

test.each([
  ['eleven words', { tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }],
  ['a word of 25 characters', { tags: ['x'.repeat(25)] }],
  ['an empty word', { tags: [' '] }],
  ['a word with a line break', { tags: ['a\nb'] }],
  ['a drawing that there is not', { icon: 'rocket' }],
  ['2,001 characters of notes', { notes: 'x'.repeat(2_001) }],
  ['a NUL in the notes', { notes: 'a\0' }],
  ['a star that is a word', { favourite: 'yes' }],
])('%s are refused', async (_, wrong) => {
  expect((await owner.api('PATCH', still, wrong)).body.code).toBe('validation_failed');
});
