import { errorBody, signupResponse } from '@cyno/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';

let server: TestAccounts;
const signup = (body: unknown, ip?: string) =>
  server.call('POST', '/api/auth/signup', { body, ...(ip !== undefined && { ip }) });
const login = (email: string, password = goodPassword) =>
  server.call('POST', '/api/auth/login', { body: { email, password } });

describe('the first account', () => {
  beforeEach(async () => {
    server = await startTestAccounts();
  });
  afterEach(() => server.stop());

  const setupNeeded = async () => (await server.call('GET', '/api/config')).body.setupNeeded;
  const first = (setupCode: unknown, email = 'admin@example.com') =>
    signup({ email, password: goodPassword, setupCode });

  test('becomes admin with the set-up code, which works once', async () => {
    expect(await setupNeeded()).toBe(true);
    const code = await server.accounts.setupCode();
    expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){4}[2-9A-HJKMNP-TV-Z]{4}$/);
    expect((await first(code)).status).toBe(201);
    expect((await login('admin@example.com')).body.member).toBe('admin');
    expect(await setupNeeded()).toBe(false);
    expect(await server.accounts.setupCode()).toBeNull();
    expect((await first(code, 'second@example.com')).body.code).toBe('wrong_setup_code');
  });

  test.each([undefined, '', 'AAAA-BBBB-CCCC-DDDD-EEEE'])('is refused with the code %j', async (code) => {
    await server.accounts.setupCode();
    const response = await first(code);
    expect([response.status, errorBody.parse(response.body).code]).toEqual([403, 'wrong_setup_code']);
    expect(await setupNeeded()).toBe(true);
  });

  test('is refused before a code was made', async () => {
    expect((await first('AAAA-BBBB-CCCC-DDDD-EEEE')).body.code).toBe('wrong_setup_code');
  });

  test('takes the code as people type it', async () => {
    const code = (await server.accounts.setupCode()) ?? '';
    expect((await first(` ${code.toLowerCase()} `)).status).toBe(201);
  });

  test('a restart makes a new code and ends the one before', async () => {
    const before = await server.accounts.setupCode();
    const after = await server.accounts.setupCode();
    expect((await first(before)).body.code).toBe('wrong_setup_code');
    expect((await first(after)).status).toBe(201);
  });

  test('a weak password does not use the code up', async () => {
    const setupCode = await server.accounts.setupCode();
    const weak = await signup({ email: 'admin@example.com', password: 'password', setupCode });
    expect(weak.body.code).toBe('weak_password');
    expect((await first(setupCode)).status).toBe(201);
  });

  test('of several at once one becomes admin and no other gets in', async () => {
    const code = await server.accounts.setupCode();
    const responses = await Promise.all([1, 2, 3, 4, 5].map((n) => first(code, `person${n}@example.com`)));
    expect(responses.map((response) => response.status).sort()).toEqual([201, 403, 403, 403, 403]);
    const { rows } = await server.database.pool.query('select member from accounts');
    expect(rows).toEqual([{ member: 'admin' }]);
  });

  test('the code cannot be guessed: ten tries in a quarter of an hour', async () => {
    const code = await server.accounts.setupCode();
    for (let n = 0; n < 10; n += 1) {
      expect((await first('AAAA-BBBB-CCCC-DDDD-EEEE', `guess${n}@example.com`)).status).toBe(403);
    }
    const refused = await first(code);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('is possible where signup is closed', async () => {
    await server.stop();
    server = await startTestAccounts({ SIGNUP: 'closed' });
    expect((await first(await server.accounts.setupCode())).status).toBe(201);
  });
});

describe('signing up', () => {
  beforeAll(async () => {
    server = await startTestAccounts();
    await server.member('admin@example.com');
  });
  afterAll(() => server.stop());

  test('makes a user with one connection key and logs nobody in', async () => {
    const { status, body } = await signup({ email: 'ann@example.com', password: goodPassword });
    expect(status).toBe(201);
    expect(signupResponse.strict().parse(body)).toEqual({
      message: 'You can log in now.',
      confirmation: 'not_required',
    });
    const { rows } = await server.database.pool.query(
      `select member, key from accounts join connection_keys on account_id = accounts.id where email = 'ann@example.com'`,
    );
    expect(rows).toEqual([
      { member: 'user', key: expect.stringMatching(/^([2-9A-HJKMNP-TV-Z]{4}-){2}[2-9A-HJKMNP-TV-Z]{4}$/) },
    ]);
    expect((await login('ann@example.com')).body.member).toBe('user');
  });

  test.each([
    ['the address of another letter case', { email: ' Folded@Example.COM ', password: goodPassword }, 201, undefined],
    ['a short password', { email: 'new@example.com', password: 'abc1234' }, 400, 'weak_password'],
    ['a common password', { email: 'new@example.com', password: 'Password1' }, 400, 'weak_password'],
    ['the address as password', { email: 'new@example.com', password: 'NEW@example.com' }, 400, 'weak_password'],
    ['an address without a domain', { email: 'new', password: goodPassword }, 400, 'validation_failed'],
    ['two addresses', { email: 'a@example.com,b@example.com', password: goodPassword }, 400, 'validation_failed'],
    [
      'a line break in the address',
      { email: 'a@example.com\nBcc: b@example.com', password: goodPassword },
      400,
      'validation_failed',
    ],
    ['no password', { email: 'new@example.com' }, 400, 'validation_failed'],
    ['a long password', { email: 'new@example.com', password: 'x'.repeat(257) }, 400, 'validation_failed'],
    ['a number as password', { email: 'new@example.com', password: 12345678901 }, 400, 'validation_failed'],
    ['an array', [], 400, 'validation_failed'],
    ['null', null, 400, undefined],
  ])('with %s', async (_, payload, status, code) => {
    const response = await signup(payload);
    expect(response.status).toBe(status);
    if (code) expect(errorBody.parse(response.body).code).toBe(code);
    expect(response.text).not.toContain(goodPassword);
  });

  test('the name of the wrong field comes with a weak password', async () => {
    const { body } = await signup({ email: 'new@example.com', password: 'abc1234' });
    expect(body.fields).toEqual({ password: 'Use at least 8 characters.' });
    expect(body.error).toBe(body.fields.password);
  });

  test('takes no member type, no prototype and no other field from outside', async () => {
    const email = 'sneaky@example.com';
    const extra = { member: 'admin', confirmedAt: 1, id: 1, constructor: { prototype: { member: 'admin' } } };
    expect((await signup({ email, password: goodPassword, ...extra })).status).toBe(400);
    const plain = { ...extra, constructor: undefined };
    expect((await signup({ email, password: goodPassword, ...plain })).status).toBe(201);
    expect((await login(email)).body.member).toBe('user');
  });

  test('an address with an account gets the response of a new one, and nothing of the account changes', async () => {
    await server.member('owner@example.com');
    const fresh = await signup({ email: 'fresh@example.com', password: goodPassword });
    const taken = await signup({ email: 'owner@example.com', password: 'another-house-8' });
    expect([taken.status, taken.text]).toEqual([fresh.status, fresh.text]);
    expect(Object.keys(taken.headers)).toEqual(Object.keys(fresh.headers));
    expect((await login('owner@example.com', 'another-house-8')).status).toBe(401);
    expect((await login('owner@example.com')).status).toBe(200);
    const mails = await server.outboxMails();
    expect(mails.filter((mail) => mail.includes('To: owner@example.com'))).toHaveLength(1);
    expect(mails.at(-1)).toContain('You already have an account');
  });

  test('several at once with one address make one account', async () => {
    const request = { email: 'twins@example.com', password: goodPassword };
    const responses = await Promise.all([signup(request), signup(request), signup(request)]);
    expect(responses.map((response) => response.status)).toEqual([201, 201, 201]);
    const { rows } = await server.database.pool.query(
      `select count(*) from accounts join connection_keys on account_id = accounts.id where email = $1`,
      [request.email],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('an address may request five times in a quarter of an hour', async () => {
    const request = { email: 'eager@example.com', password: goodPassword };
    for (let n = 0; n < 5; n += 1) expect((await signup(request, `10.1.0.${n}`)).status).toBe(201);
    const refused = await signup(request, '10.1.0.9');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('where signup is closed it reports it, also to who has an account', async () => {
  server = await startTestAccounts({ SIGNUP: 'closed' });
  await server.member('admin@example.com');
  const response = await signup({ email: 'ann@example.com', password: goodPassword });
  expect([response.status, response.body.code]).toEqual([403, 'signup_closed']);
  expect(response.body.error).toContain('no new accounts');
  expect((await signup({ email: 'admin@example.com', password: goodPassword })).text).toBe(response.text);
  await server.stop();
});
