import { accessTokenCreated, accessTokenList } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';
import { accessTokenRevoked } from '../index.ts';

const dayMs = 24 * 60 * 60_000;

let server: TestAccounts;
let admin: string;
let ann: string;
let bob: string;
beforeAll(async () => {
  server = await startTestAccounts();
  admin = await server.member('admin@example.com');
  ann = await server.member('ann@example.com');
  bob = await server.member('bob@example.com');
});
afterAll(() => server.stop());

const create = (token: string, body: object = {}) =>
  server.call('POST', '/api/access-tokens', {
    token,
    body: { name: 'Grafana', scope: 'control', expiresInDays: null, ...body },
  });
const list = async (token: string) =>
  accessTokenList.parse((await server.call('GET', '/api/access-tokens', { token })).body);
const session = (token: string) => server.call('GET', '/api/auth/session', { token });

test('is shown once, and then only listed', async () => {
  const { status, body } = await create(ann, { name: '  Node-RED ', expiresInDays: 7 });
  expect(status).toBe(201);
  const created = accessTokenCreated.strict().parse(body);
  expect(created.token).toMatch(/^cyno_pat_[\w-]{43}$/);
  expect(created).toMatchObject({ name: 'Node-RED', lastUsedAt: null, expiresAt: server.clock.at + 7 * dayMs });
  const listed = await server.call('GET', '/api/access-tokens', { token: ann });
  expect(listed.text).not.toContain(created.token);
  expect(accessTokenList.parse(listed.body)[0]).toMatchObject({ id: created.id, name: 'Node-RED', scope: 'control' });
  const { rows } = await server.database.pool.query('select json_agg(t)::text as all from access_tokens t');
  expect(rows[0].all).not.toContain(created.token.slice('cyno_pat_'.length));
});

test('is a bearer token, and its last use is noted', async () => {
  const { token, id } = (await create(ann)).body;
  const response = await session(token);
  expect([response.status, response.body.email]).toEqual([200, 'ann@example.com']);
  expect((await list(ann)).find((one) => one.id === id)?.lastUsedAt).toBe(server.clock.at);
});

test('opens MQTT for its own account', async () => {
  const { token, id } = (await create(bob, { scope: 'read' })).body;
  const found = await server.accounts.findAccessToken(token);
  expect(found).toMatchObject({ id, scope: 'read', account: { email: 'bob@example.com' } });
  expect(await server.accounts.findAccessToken(bob)).toBeUndefined();
  expect(await server.accounts.findAccessToken('cynoiotbundle')).toBeUndefined();
});

test('never carries the rights of an administrator', async () => {
  const { token } = (await create(admin)).body;
  expect((await session(token)).body.member).toBe('user');
  expect((await session(admin)).body.member).toBe('admin');
});

describe('what it may not do', () => {
  test.each([
    ['read', 'PATCH', '/api/profile', { name: 'x' }],
    ['read', 'POST', '/api/auth/logout', undefined],
    ['read', 'GET', '/api/access-tokens', undefined],
    ['control', 'PATCH', '/api/profile', { name: 'x' }],
    ['control', 'POST', '/api/auth/logout', undefined],
    ['control', 'GET', '/api/access-tokens', undefined],
    ['control', 'POST', '/api/access-tokens', { name: 'x', scope: 'control', expiresInDays: null }],
    ['control', 'DELETE', '/api/access-tokens/1', undefined],
  ] as const)('%s: %s %s', async (scope, method, url, body) => {
    const { token, id } = (await create(bob, { scope })).body;
    const response = await server.call(method, url, { token, body });
    expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    await server.call('DELETE', `/api/access-tokens/${id}`, { token: bob });
  });
});

test.each([
  ['no name', { name: ' ' }],
  ['a long name', { name: 'x'.repeat(65) }],
  ['another scope', { scope: 'admin' }],
  ['no time', { expiresInDays: 0 }],
  ['half a day', { expiresInDays: 0.5 }],
  ['eleven years', { expiresInDays: 4000 }],
  ['no word about its end', { expiresInDays: undefined }],
])('is not made with %s', async (_, body) => {
  const response = await create(ann, body);
  expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
});

describe('revoking', () => {
  test('works at once and notifies listeners', async () => {
    const { token, id } = (await create(ann)).body;
    const caller = await server.accounts.authenticate(token);
    const revoked: unknown[] = [];
    const stopListening = server.bus.subscribe(accessTokenRevoked, 'test', (event) => revoked.push(event));
    expect((await server.call('DELETE', `/api/access-tokens/${id}`, { token: ann })).status).toBe(200);
    stopListening();
    expect(revoked).toContainEqual({ accountId: caller?.id, tokenId: id });
    expect((await session(token)).status).toBe(401);
    expect(await server.accounts.findAccessToken(token)).toBeUndefined();
    expect((await server.call('DELETE', `/api/access-tokens/${id}`, { token: ann })).status).toBe(404);
  });

  test('is for the owner alone', async () => {
    const { token, id } = (await create(ann)).body;
    const response = await server.call('DELETE', `/api/access-tokens/${id}`, { token: bob });
    expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    expect((await session(token)).status).toBe(200);
    expect((await list(bob)).some((one) => one.id === id)).toBe(false);
  });

  test.each(['0', '-1', 'x', '1e3', '99999999999', '%2e%2e'])('of %s is no server error', async (id) => {
    const { status } = await server.call('DELETE', `/api/access-tokens/${id}`, { token: ann });
    expect([400, 404]).toContain(status);
  });
});

test('ends at its time, also while it is in use, and notifies listeners', async () => {
  const { token, id } = (await create(ann, { expiresInDays: 1 })).body;
  server.clock.at += dayMs - 5_000;
  expect((await session(token)).status).toBe(200);
  server.clock.at += 5_000;
  expect((await session(token)).status).toBe(401);
  const revoked: { tokenId: number }[] = [];
  const stopListening = server.bus.subscribe(accessTokenRevoked, 'test', (event) => revoked.push(event));
  await server.accounts.sweep();
  stopListening();
  expect(new Set(revoked.map((event) => event.tokenId))).toEqual(new Set([id]));
});

test('an account has at most fifty', async () => {
  const token = await server.member('collector@example.com');
  for (let n = 0; n < 50; n += 1) expect((await create(token)).status).toBe(201);
  const response = await create(token);
  expect([response.status, response.body.code]).toEqual([409, 'limit_reached']);
});
