import { createHash } from 'node:crypto';
import { loginResponse, type PasskeyLogin, passkeyChallenge, passkeyCreation } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../test/accounts.ts';
import { type Lies, TestAuthenticator } from '../../../../test/people/authenticator.ts';
import { quickMember } from '../../../../test/people/quick-member.ts';
import { totpAt } from '../../../../test/people/totp.ts';

let server: TestAccounts;
let serial = 0;
beforeAll(async () => {
  server = await startTestAccounts();
  await server.member('admin@example.com');
});
afterAll(() => server.stop());

const minuteMs = 60_000;
const post = (url: string, body?: unknown, token?: string) =>
  server.call('POST', url, { body, ...(token !== undefined && { token }) });

async function newMember() {
  serial += 1;
  return quickMember(server, `key${serial}@example.com`);
}

async function addPasskey(
  token: string,
  { authenticator = new TestAuthenticator(), lies = {} as Lies, name = 'Key' } = {},
) {
  const { ticket, options } = passkeyCreation
    .strict()
    .parse((await post('/api/second-step/passkeys/options', undefined, token)).body);
  const response = authenticator.create(options, lies);
  return { authenticator, ticket, added: await post('/api/second-step/passkeys', { ticket, response, name }, token) };
}

async function newMemberWithPasskey() {
  const member = await newMember();
  const { authenticator, added } = await addPasskey(member.token);
  return { ...member, authenticator, passkeyId: added.body.id as number };
}

async function startLogin() {
  return passkeyChallenge.strict().parse((await post('/api/auth/passkey/options')).body);
}

async function login(authenticator: TestAuthenticator, lies: Lies = {}) {
  const { ticket, options } = await startLogin();
  return post('/api/auth/passkey', { ticket, response: authenticator.sign(options, lies) } satisfies PasskeyLogin);
}

describe('adding a passkey', () => {
  test('requests one that can identify its user and checks them', async () => {
    const { token, email } = await newMember();
    const { body } = await post('/api/second-step/passkeys/options', undefined, token);
    expect(body.options).toMatchObject({
      rp: { id: 'cyno.test', name: 'Cyno' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
      attestation: 'none',
    });
    expect(body.options.user.id).toMatch(/^[\w-]{43}$/);
  });

  test('stores it, notifies the owner, and lets the authenticator make no second one', async () => {
    const { token, email } = await newMember();
    const before = server.notices.length;
    const { authenticator, added } = await addPasskey(token, { name: ' Phone ' });
    expect([added.status, added.body]).toEqual([
      201,
      { id: expect.any(Number), name: 'Phone', backedUp: false, createdAt: server.clock.at, lastUsedAt: null },
    ]);
    const { id } = (await server.accounts.findAccountByEmail(email)) ?? {};
    expect(server.notices.slice(before)).toEqual([{ accountId: id, event: 'passkey_added' }]);
    const { options } = (await post('/api/second-step/passkeys/options', undefined, token)).body;
    expect(options.excludeCredentials).toEqual([
      { id: authenticator.credentialId, type: 'public-key', transports: ['usb'] },
    ]);
  });

  test.each<[string, Lies]>([
    ['the page of another site', { origin: 'https://evil.test' }],
    ['the same host without encryption', { origin: 'http://cyno.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an assertion in its place', { type: 'webauthn.get' }],
    ['an authenticator that did not check its user', { verified: false }],
  ])('refuses %s', async (_, lies) => {
    const { token } = await newMember();
    const { added } = await addPasskey(token, { lies });
    expect([added.status, added.body.code]).toEqual([400, 'bad_request']);
    const state = await server.call('GET', '/api/second-step', { token });
    expect(state.body.passkeys).toEqual([]);
  });

  test('refuses a ticket twice, late, and of another account', async () => {
    const [ann, bob] = [await newMember(), await newMember()];
    const { ticket, authenticator } = await addPasskey(ann.token);
    const { body: fresh } = await post('/api/second-step/passkeys/options', undefined, ann.token);
    const body = { ticket, response: authenticator.create(fresh.options), name: 'Key' };
    expect((await post('/api/second-step/passkeys', body, ann.token)).body.code).toBe('ticket_expired');
    const mine = { ...body, ticket: fresh.ticket };
    expect((await post('/api/second-step/passkeys', mine, bob.token)).body.code).toBe('ticket_expired');
    server.clock.at += 5 * minuteMs;
    expect((await post('/api/second-step/passkeys', mine, ann.token)).body.code).toBe('ticket_expired');
  });

  test('refuses a passkey that another account has', async () => {
    const { authenticator } = await newMemberWithPasskey();
    const { token } = await newMember();
    const { added } = await addPasskey(token, { authenticator });
    expect([added.status, added.body.code]).toEqual([409, 'conflict']);
  });

  test('ends at twenty', async () => {
    const { token } = await newMember();
    const { added } = await addPasskey(token);
    await server.database.pool.query(
      `insert into passkeys (account_id, name, credential_id, public_key, counter, transports, backed_up)
       select account_id, name, credential_id || n, public_key, 0, transports, false
       from passkeys, generate_series(1, 19) n where id = $1`,
      [added.body.id],
    );
    const response = await post('/api/second-step/passkeys/options', undefined, token);
    expect([response.status, response.body.code]).toEqual([409, 'limit_reached']);
  });

  test.each([
    ['no name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(65) }],
    ['half a response', { response: { id: 'A', rawId: 'A', type: 'public-key' } }],
    ['a response that is not base64url', { response: { id: '+', rawId: '+', type: 'public-key', response: {} } }],
  ])('%s is no valid request', async (_, wrong) => {
    const { token } = await newMember();
    const { ticket, options } = (await post('/api/second-step/passkeys/options', undefined, token)).body;
    const body = { ticket, response: new TestAuthenticator().create(options), name: 'Key', ...wrong };
    expect((await post('/api/second-step/passkeys', body, token)).body.code).toBe('validation_failed');
  });
});

describe('logging in with a passkey', () => {
  test('needs neither address nor password, and no two-factor step', async () => {
    const { email, token, authenticator } = await newMemberWithPasskey();
    const { secret } = (await post('/api/second-step/totp', undefined, token)).body;
    await post('/api/second-step/totp/confirm', { code: totpAt(secret, server.clock.at) }, token);
    server.clock.at += minuteMs;
    const { status, body } = await login(authenticator);
    expect([status, loginResponse.strict().parse(body).email]).toEqual([200, email]);
    expect((await server.call('GET', '/api/auth/session', { token: body.access_token })).status).toBe(200);
    const { passkeys } = (await server.call('GET', '/api/second-step', { token })).body;
    expect(passkeys[0].lastUsedAt).toBe(server.clock.at);
  });

  test('offers nothing that reveals who has an account', async () => {
    await newMemberWithPasskey();
    const { ticket, options } = await startLogin();
    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'cyno.test',
      timeout: 300_000,
      userVerification: 'required',
    });
  });

  test.each<[string, Lies]>([
    ['the page of another site', { origin: 'https://evil.test' }],
    ['a page of a part of this site', { origin: 'https://evil.cyno.test' }],
    ['another relying party', { rpId: 'test' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a registration in its place', { type: 'webauthn.create' }],
    ['an authenticator that did not check its user', { verified: false }],
    ['the handle of another user', { userHandle: 'AAAA' }],
  ])('refuses %s', async (_, lies) => {
    const { authenticator } = await newMemberWithPasskey();
    const response = await login(authenticator, lies);
    expect([response.status, response.body.code]).toEqual([401, 'wrong_credentials']);
    expect(response.text).not.toContain('access_token');
    expect((await login(authenticator)).status).toBe(200);
  });

  test('returns an unknown passkey like a wrong signature', async () => {
    const { authenticator } = await newMemberWithPasskey();
    const { ticket, options } = await startLogin();
    const forged = new TestAuthenticator().sign(options);
    const known = { ...forged, id: authenticator.credentialId, rawId: authenticator.credentialId };
    const wrong = await post('/api/auth/passkey', { ticket, response: known });
    const unknown = await login(new TestAuthenticator());
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(unknown.body.code).toBe('wrong_credentials');
  });

  test('a challenge is for one try, and for five minutes', async () => {
    const { authenticator } = await newMemberWithPasskey();
    const { ticket, options } = await startLogin();
    const response = authenticator.sign(options);
    expect((await post('/api/auth/passkey', { ticket, response })).status).toBe(200);
    expect((await post('/api/auth/passkey', { ticket, response })).body.code).toBe('ticket_expired');
    const late = await startLogin();
    server.clock.at += 5 * minuteMs;
    const body = { ticket: late.ticket, response: authenticator.sign(late.options) };
    expect((await post('/api/auth/passkey', body)).body.code).toBe('ticket_expired');
  });

  test('a counter that does not continue is refused: the passkey was copied', async () => {
    const { authenticator, email } = await newMemberWithPasskey();
    expect((await login(authenticator, { counter: 10 })).status).toBe(200);
    const before = server.notices.length;
    for (const counter of [10, 9, 0]) expect((await login(authenticator, { counter })).status).toBe(401);
    const { id } = (await server.accounts.findAccountByEmail(email)) ?? {};
    expect(server.notices.slice(before)).toEqual(Array(3).fill({ accountId: id, event: 'passkey_copied' }));
    expect((await login(authenticator, { counter: 11 })).status).toBe(200);
  });

  test('an authenticator without a counter needs none', async () => {
    const { token } = await newMember();
    const { authenticator } = await addPasskey(token, { lies: { counter: 0 } });
    for (let i = 0; i < 3; i += 1) expect((await login(authenticator, { counter: 0 })).status).toBe(200);
  });

  test('a disabled account is refused', async () => {
    const { authenticator, email } = await newMemberWithPasskey();
    await server.database.pool.query('update accounts set disabled_at = now() where email = $1', [email]);
    const response = await login(authenticator);
    expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
  });

  test('of one address is bounded', async () => {
    const ip = '203.0.113.7';
    const request = async () => (await server.call('POST', '/api/auth/passkey/options', { ip })).status;
    expect(await request()).toBe(200);
    const address = createHash('sha256').update(ip).digest('base64url');
    const { rowCount } = await server.database.pool.query(
      `update throttle_counts set points = 298 where key = 'passkey_from:' || $1 and points = 1`,
      [address],
    );
    expect(rowCount).toBe(1);
    expect((await Promise.all([request(), request(), request()])).sort()).toEqual([200, 200, 429]);
    expect((await post('/api/auth/passkey/options')).status).toBe(200);
  });
});

describe('a passkey as two-factor step', () => {
  async function withTwoSteps() {
    const member = await newMemberWithPasskey();
    const { secret } = (await post('/api/second-step/totp', undefined, member.token)).body;
    await post('/api/second-step/totp/confirm', { code: totpAt(secret, server.clock.at) }, member.token);
    const passwordLogin = () => post('/api/auth/login', { email: member.email, password: goodPassword });
    return { ...member, passwordLogin };
  }

  test('is not requested while two-step login is off', async () => {
    const { email } = await newMemberWithPasskey();
    expect((await post('/api/auth/login', { email, password: goodPassword })).status).toBe(200);
  });

  test('returns the ticket with the passkeys of its account', async () => {
    const { authenticator, passwordLogin, email } = await withTwoSteps();
    const { ticket, methods } = (await passwordLogin()).body.secondStep;
    expect(methods).toContain('passkey');
    const { options } = (await post('/api/auth/second-step/passkey-options', { ticket })).body;
    expect(options.allowCredentials).toEqual([
      { id: authenticator.credentialId, type: 'public-key', transports: ['usb'] },
    ]);
    const { status, body } = await post('/api/auth/second-step', { ticket, passkey: authenticator.sign(options) });
    expect([status, body.email]).toEqual([200, email]);
  });

  test('is refused when it is of another account, or was not requested', async () => {
    const { passwordLogin, authenticator } = await withTwoSteps();
    const other = await newMemberWithPasskey();
    const { ticket } = (await passwordLogin()).body.secondStep;
    const unasked = authenticator.sign((await startLogin()).options);
    const { options } = (await post('/api/auth/second-step/passkey-options', { ticket })).body;
    for (const passkey of [unasked, other.authenticator.sign(options)]) {
      const response = await post('/api/auth/second-step', { ticket, passkey });
      expect([response.status, response.body.code]).toEqual([401, 'wrong_credentials']);
    }
    const passkey = authenticator.sign(options);
    expect((await post('/api/auth/second-step', { ticket, passkey })).status).toBe(200);
  });

  test('is not offered for a ticket that is unknown', async () => {
    const response = await post('/api/auth/second-step/passkey-options', { ticket: 'unknown' });
    expect([response.status, response.body.code]).toEqual([400, 'ticket_expired']);
  });
});

describe('a passkey as proof', () => {
  test('counts for ten minutes, like the password', async () => {
    const { token, authenticator } = await newMemberWithPasskey();
    server.clock.at += 11 * minuteMs;
    const needsProof = () => post('/api/second-step/totp', undefined, token);
    expect((await needsProof()).body.code).toBe('proof_needed');
    const { ticket, options } = (await post('/api/auth/proof/passkey-options', undefined, token)).body;
    const response = authenticator.sign(options);
    expect((await post('/api/auth/proof/passkey', { ticket, response }, token)).status).toBe(200);
    expect((await needsProof()).status).toBe(200);
    expect((await post('/api/auth/proof/passkey', { ticket, response }, token)).body.code).toBe('ticket_expired');
  });

  test('of another account proves nothing', async () => {
    const [ann, bob] = [await newMemberWithPasskey(), await newMemberWithPasskey()];
    server.clock.at += 11 * minuteMs;
    const { ticket, options } = (await post('/api/auth/proof/passkey-options', undefined, ann.token)).body;
    const response = bob.authenticator.sign(options);
    expect((await post('/api/auth/proof/passkey', { ticket, response }, ann.token)).status).toBe(401);
    const own = (await post('/api/auth/proof/passkey-options', undefined, bob.token)).body;
    const stolen = { ticket: own.ticket, response: bob.authenticator.sign(own.options) };
    expect((await post('/api/auth/proof/passkey', stolen, ann.token)).body.code).toBe('ticket_expired');
    expect((await post('/api/second-step/totp', undefined, ann.token)).body.code).toBe('proof_needed');
  });

  test('is not requested when the account has none', async () => {
    const { token } = await newMember();
    const response = await post('/api/auth/proof/passkey-options', undefined, token);
    expect([response.status, response.body.code]).toEqual([409, 'conflict']);
  });
});

test('an account has at most twenty, also when several that were begun before are made at once', async () => {
  const { id, token } = await newMember();
  await addPasskey(token);
  await server.database.pool.query(
    `insert into passkeys (account_id, name, credential_id, public_key, counter, transports, backed_up)
     select account_id, name, 'cloned ' || n, public_key, 0, transports, backed_up from passkeys, generate_series(1, 16) as n
     where account_id = $1`,
    [id],
  );
  const begun = [];
  for (let count = 0; count < 8; count += 1) {
    const { body } = await post('/api/second-step/passkeys/options', undefined, token);
    const response = new TestAuthenticator().create(passkeyCreation.parse(body).options);
    begun.push({ ticket: body.ticket, response, name: 'Key' });
  }
  const responses = await Promise.all(begun.map((body) => post('/api/second-step/passkeys', body, token)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  const refused = responses.filter(({ status }) => status === 409).map(({ body }) => body.code);
  expect(refused).toEqual(Array(5).fill('limit_reached'));
});
