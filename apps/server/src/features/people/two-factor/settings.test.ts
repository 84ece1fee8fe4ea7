import { recoveryCodes, totpSetup, twoFactorState } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../../../test/accounts.ts';
import { TestAuthenticator } from '../../../../test/people/authenticator.ts';
import { quickMember } from '../../../../test/people/quick-member.ts';
import { totpAt } from '../../../../test/people/totp.ts';

let server: TestAccounts;
let serial = 0;
beforeAll(async () => {
  server = await startTestAccounts({
    OIDC_ISSUER: 'https://id.test',
    OIDC_CLIENT_ID: 'cyno',
    OIDC_CLIENT_SECRET: 'secret',
  });
  await server.member('admin@example.com');
});
afterAll(() => server.stop());

async function newMember() {
  serial += 1;
  const { id, email, token } = await quickMember(server, `set${serial}@example.com`);
  return {
    email,
    id,
    token,
    call: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      server.call(method, `/api/second-step${path}`, { token, body }),
  };
}
type Member = Awaited<ReturnType<typeof newMember>>;

const stateOf = async ({ call }: Member) => twoFactorState.strict().parse((await call('GET', '')).body);
const eventsOf = ({ id }: Member) =>
  server.notices.filter(({ accountId }) => accountId === id).map(({ event }) => event);

async function turnOn({ call }: Member) {
  const { secret } = totpSetup.strict().parse((await call('POST', '/totp')).body);
  const code = totpAt(secret, server.clock.at);
  const confirmed = await call('POST', '/totp/confirm', { code });
  return { secret, codes: recoveryCodes.strict().parse(confirmed.body).recoveryCodes };
}

async function addPasskey({ call }: Member, name = 'Key'): Promise<number> {
  const { ticket, options } = (await call('POST', '/passkeys/options')).body;
  const response = new TestAuthenticator().create(options);
  return (await call('POST', '/passkeys', { ticket, response, name })).body.id;
}

describe('two-step login', () => {
  test('is on when the first code of the app was typed, not before', async () => {
    const member = await newMember();
    expect(await stateOf(member)).toEqual({ totp: null, recoveryCodesLeft: 0, passkeys: [] });
    const { secret, uri } = (await member.call('POST', '/totp')).body;
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(member.email);
    expect((await stateOf(member)).totp).toBeNull();
    const code = totpAt(secret, server.clock.at);
    expect((await member.call('POST', '/totp/confirm', { code })).status).toBe(200);
    expect(await stateOf(member)).toMatchObject({ totp: { since: server.clock.at }, recoveryCodesLeft: 10 });
    expect(eventsOf(member)).toEqual(['two_step_on']);
  });

  test('stays off after a wrong code, which can be typed again', async () => {
    const member = await newMember();
    const { secret } = (await member.call('POST', '/totp')).body;
    const late = await member.call('POST', '/totp/confirm', { code: totpAt(secret, server.clock.at + 120_000) });
    expect([late.status, late.body.code, Object.keys(late.body.fields)]).toEqual([400, 'wrong_code', ['code']]);
    expect((await stateOf(member)).totp).toBeNull();
    const code = totpAt(secret, server.clock.at);
    expect((await member.call('POST', '/totp/confirm', { code })).status).toBe(200);
  });

  test('a second set-up takes the place of the first', async () => {
    const member = await newMember();
    const [first, second] = [(await member.call('POST', '/totp')).body, (await member.call('POST', '/totp')).body];
    const confirm = (secret: string) => member.call('POST', '/totp/confirm', { code: totpAt(secret, server.clock.at) });
    expect((await confirm(first.secret)).body.code).toBe('wrong_code');
    const code = totpAt(first.secret, server.clock.at);
    const replaced = await member.call('POST', '/totp/confirm', { code, secret: first.secret });
    expect([replaced.status, replaced.body.reason]).toEqual([409, 'two_factor_not_begun']);
    expect((await confirm(second.secret)).status).toBe(200);
  });

  test('cannot be set up again, or confirmed again, while it is on', async () => {
    const member = await newMember();
    const { secret } = await turnOn(member);
    const again = await member.call('POST', '/totp');
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    const code = totpAt(secret, server.clock.at + 30_000);
    expect((await member.call('POST', '/totp/confirm', { code })).status).toBe(409);
    expect((await stateOf(member)).recoveryCodesLeft).toBe(10);
  });

  test('at two confirmations at once one set of recovery codes counts', async () => {
    const member = await newMember();
    const { secret } = (await member.call('POST', '/totp')).body;
    const body = { code: totpAt(secret, server.clock.at) };
    const responses = await Promise.all([1, 2, 3].map(() => member.call('POST', '/totp/confirm', body)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await stateOf(member)).recoveryCodesLeft).toBe(10);
  });

  test('off again takes the recovery codes with it, and notifies the owner', async () => {
    const member = await newMember();
    await turnOn(member);
    expect((await member.call('DELETE', '/totp')).status).toBe(200);
    expect(await stateOf(member)).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    expect(eventsOf(member)).toEqual(['two_step_on', 'two_step_off']);
    const again = await member.call('DELETE', '/totp');
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    expect((await turnOn(member)).codes).toHaveLength(10);
  });

  test('new recovery codes end the earlier ones', async () => {
    const member = await newMember();
    expect((await member.call('POST', '/recovery-codes')).status).toBe(409);
    const { codes } = await turnOn(member);
    const fresh = recoveryCodes.parse((await member.call('POST', '/recovery-codes')).body).recoveryCodes;
    expect(fresh).toHaveLength(10);
    expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
    expect(eventsOf(member)).toEqual(['two_step_on', 'recovery_codes_new']);
  });
});

describe('passkeys in the profile', () => {
  test('are renamed and removed by their owner only', async () => {
    const [ann, bob] = [await newMember(), await newMember()];
    const id = await addPasskey(ann);
    for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      const response = await bob.call(method, `/passkeys/${id}`, body);
      expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    }
    expect((await ann.call('PATCH', `/passkeys/${id}`, { name: ' Phone ' })).body).toMatchObject({ id, name: 'Phone' });
    expect((await stateOf(ann)).passkeys).toMatchObject([{ id, name: 'Phone' }]);
    expect((await ann.call('DELETE', `/passkeys/${id}`)).status).toBe(200);
    expect((await stateOf(ann)).passkeys).toEqual([]);
    expect(eventsOf(ann)).toEqual(['passkey_added', 'passkey_removed']);
  });

  test('the last way into an account cannot be removed', async () => {
    const member = await newMember();
    const ids = [await addPasskey(member), await addPasskey(member)];
    await server.database.pool.query('update accounts set password_hash = null where id = $1', [member.id]);
    const responses = await Promise.all(ids.map((id) => member.call('DELETE', `/passkeys/${id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await stateOf(member)).passkeys).toHaveLength(1);
    const [last] = (await stateOf(member)).passkeys;
    const link = (provider: string) =>
      server.database.pool.query(
        'insert into identities (account_id, provider, issuer, subject) values ($1, $2, $2, $3)',
        [member.id, provider, member.email],
      );
    await link('line');
    expect((await member.call('DELETE', `/passkeys/${last?.id}`)).status, 'LINE is not configured').toBe(409);
    await link('oidc');
    expect((await member.call('DELETE', `/passkeys/${last?.id}`)).status).toBe(200);
  });
});

describe('who may change it', () => {
  const changes = [
    ['POST', '/totp'],
    ['POST', '/totp/confirm', { code: '123456' }],
    ['DELETE', '/totp'],
    ['POST', '/recovery-codes'],
    ['POST', '/passkeys/options'],
    ['DELETE', '/passkeys/1'],
  ] as const;

  test('only somebody who proved to be there recently', async () => {
    const member = await newMember();
    server.clock.at += 11 * 60_000;
    for (const [method, path, body] of changes) {
      const response = await member.call(method, path, body);
      expect([path, response.status, response.body.code]).toEqual([path, 403, 'proof_needed']);
    }
    expect((await member.call('GET', '')).status).toBe(200);
  });

  test('never a personal access token, which may not even read', async () => {
    const { token } = await newMember();
    const { body } = await server.call('POST', '/api/access-tokens', {
      token,
      body: { name: 'script', scope: 'control', expiresInDays: null },
    });
    const all = [...changes, ['GET', ''], ['PATCH', '/passkeys/1', { name: 'x' }]] as const;
    for (const [method, path, given] of all) {
      const response = await server.call(method, `/api/second-step${path}`, { token: body.token, body: given });
      expect([path, response.status, response.body.code]).toEqual([path, 403, 'forbidden']);
    }
    for (const path of ['/api/auth/proof/passkey-options', '/api/auth/proof/passkey']) {
      expect((await server.call('POST', path, { token: body.token })).status).toBe(403);
    }
  });
});

describe('without a configured address', () => {
  let open: TestAccounts;
  beforeAll(async () => {
    open = await startTestAccounts({ PUBLIC_URL: '' });
  });
  afterAll(() => open.stop());

  const request = (headers: Record<string, string>) =>
    open.app.inject({ method: 'POST', url: '/api/auth/passkey/options', headers });

  test('passkeys are for the host that the page came from', async () => {
    const response = await request({ host: 'localhost:3000', origin: 'http://localhost:3000' });
    expect([response.statusCode, response.json().options.rpId]).toEqual([200, 'localhost']);
  });

  test.each([
    ['a page of another host', { host: 'localhost:3000', origin: 'https://evil.test' }],
    ['no page', { host: 'localhost:3000' }],
    ['a number', { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' }],
  ])('%s is refused', async (_, headers) => {
    expect((await request(headers)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await request(headers)).statusCode).toBeLessThan(500);
  });
});
