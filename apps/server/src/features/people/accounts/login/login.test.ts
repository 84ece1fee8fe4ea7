import { errorBody, loginResponse, sessionResponse } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';
import { sessionEnded } from '../index.ts';

let server: TestAccounts;
let admin: string;
beforeAll(async () => {
  server = await startTestAccounts();
  admin = await server.member('admin@example.com');
  await server.member('ann@example.com');
});
afterAll(() => server.stop());

const login = (email: unknown, password: unknown = goodPassword, ip?: string) =>
  server.call('POST', '/api/auth/login', { body: { email, password }, ...(ip !== undefined && { ip }) });

describe('logging in', () => {
  test('returns an opaque token, the member type and the address', async () => {
    const { status, body } = await login('ann@example.com');
    expect(status).toBe(200);
    expect(loginResponse.strict().parse(body)).toMatchObject({ member: 'user', email: 'ann@example.com' });
    expect(body.access_token).toMatch(/^[\w-]{43}$/);
  });

  test.each(['  ANN@Example.COM  ', 'Ann@example.com\n'])('folds the address %j', async (email) => {
    expect((await login(email)).body.email).toBe('ann@example.com');
  });

  test('each login gets its own token', async () => {
    const [one, other] = await Promise.all([login('ann@example.com'), login('ann@example.com')]);
    expect(one.body.access_token).not.toBe(other.body.access_token);
  });

  test.each([
    ['a wrong password', { email: 'ann@example.com', password: 'green-house-8' }, 401, 'wrong_credentials'],
    ['an unknown address', { email: 'nobody@example.com', password: goodPassword }, 401, 'wrong_credentials'],
    ['another case of the password', { email: 'ann@example.com', password: 'Green-House-7' }, 401, 'wrong_credentials'],
    ['no password', { email: 'ann@example.com' }, 400, 'validation_failed'],
    ['an empty password', { email: 'ann@example.com', password: '' }, 400, 'validation_failed'],
    ['a long password', { email: 'ann@example.com', password: 'x'.repeat(257) }, 400, 'validation_failed'],
    ['no address', { password: goodPassword }, 400, 'validation_failed'],
    ['half an address', { email: 'ann@', password: goodPassword }, 400, 'validation_failed'],
    ['a long address', { email: `${'a'.repeat(250)}@example.com`, password: goodPassword }, 400, 'validation_failed'],
    ['an object as address', { email: { $ne: null }, password: goodPassword }, 400, 'validation_failed'],
    ['an array as password', { email: 'ann@example.com', password: [goodPassword] }, 400, 'validation_failed'],
    ['no object', 'ann', 400, 'validation_failed'],
  ])('refuses %s', async (_, payload, status, code) => {
    const response = await server.call('POST', '/api/auth/login', { body: payload });
    expect([response.status, errorBody.parse(response.body).code]).toEqual([status, code]);
    expect(response.text).not.toContain('access_token');
    expect(response.text).not.toContain(goodPassword);
  });

  test('gives an unknown address the same response as a wrong password', async () => {
    const [unknown, wrong] = await Promise.all([login('nobody2@example.com'), login('ann@example.com', 'wrong-one-1')]);
    expect(unknown.text).toBe(wrong.text);
    expect(wrong.body.error).toBe('Wrong e-mail or password');
  });

  test('keeps no secret in the database', async () => {
    // A start takes up what hashes cost in earnest.
    await server.accounts.stop();
    await server.accounts.start();
    await server.call('POST', '/api/auth/signup', { body: { email: 'secret@example.com', password: goodPassword } });
    const { body } = await login('secret@example.com');
    const { rows } = await server.database.pool.query(
      `select (select json_agg(s) from sessions s)::text || (select json_agg(a) from accounts a)::text as all`,
    );
    expect(rows[0].all).not.toContain(body.access_token);
    expect(rows[0].all).not.toContain(goodPassword);
    expect(rows[0].all).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('a disabled account is refused after the right password only, and its sessions die', async () => {
    const token = await server.member('former@example.com');
    await server.database.pool.query(`update accounts set disabled_at = now() where email = 'former@example.com'`);
    expect((await login('former@example.com')).status).toBe(403);
    expect((await login('former@example.com', 'wrong-one-1')).body.code).toBe('wrong_credentials');
    expect((await server.call('GET', '/api/auth/session', { token })).status).toBe(401);
  });
});

describe('the session', () => {
  test('knows whom it belongs to', async () => {
    const { status, body } = await server.call('GET', '/api/auth/session', { token: admin });
    expect(status).toBe(200);
    expect(sessionResponse.strict().parse(body)).toEqual({
      email: 'admin@example.com',
      member: 'admin',
      name: null,
      timeZone: null,
    });
  });

  test.each([
    ['missing', undefined],
    ['garbage', 'garbage'],
    ['unknown', 'A'.repeat(43)],
    ['an unknown access token', `cyno_pat_${'A'.repeat(43)}`],
    ['not ASCII', 'é'],
    ['long', 'a'.repeat(10_000)],
  ])('is refused when the token is %s', async (_, token) => {
    const response = await server.call('GET', '/api/auth/session', token === undefined ? {} : { token });
    expect([response.status, response.body.code]).toEqual([401, 'not_authenticated']);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  test('ends at log-out, at once and alone', async () => {
    const here = (await login('ann@example.com')).body.access_token;
    const elsewhere = (await login('ann@example.com')).body.access_token;
    const caller = await server.accounts.authenticate(here);
    const ended = new Set<number>();
    const stopListening = server.bus.subscribe(sessionEnded, 'test', ({ sessionId }) => ended.add(sessionId));
    expect((await server.call('POST', '/api/auth/logout', { token: here })).status).toBe(200);
    stopListening();
    expect(ended).toEqual(new Set([caller?.sessionId]));
    expect((await server.call('GET', '/api/auth/session', { token: here })).status).toBe(401);
    expect((await server.call('POST', '/api/auth/logout', { token: here })).status).toBe(401);
    expect((await server.call('GET', '/api/auth/session', { token: elsewhere })).status).toBe(200);
  });

  test('does not come back when it is requested while it ends', async () => {
    const token = (await login('ann@example.com')).body.access_token;
    const attempts = Array.from({ length: 5 }, () => server.call('GET', '/api/auth/session', { token }));
    await server.call('POST', '/api/auth/logout', { token });
    await Promise.all(attempts);
    expect((await server.call('GET', '/api/auth/session', { token })).status).toBe(401);
  });

  test('a listener that fails harms nobody', async () => {
    const token = (await login('ann@example.com')).body.access_token;
    const stopFailing = server.bus.subscribe(sessionEnded, 'test', () => {
      throw new Error('broken listener');
    });
    let notified = 0;
    const stopCounting = server.bus.subscribe(sessionEnded, 'test', () => {
      notified += 1;
    });
    expect((await server.call('POST', '/api/auth/logout', { token })).status).toBe(200);
    expect(notified).toBeGreaterThan(0);
    stopFailing();
    stopCounting();
  });
});

describe('the lifetime of a session', () => {
  const dayMs = 24 * 60 * 60_000;

  test('slides: 30 days after its last use it is over', async () => {
    const token = (await login('ann@example.com')).body.access_token;
    const isAlive = async () => (await server.call('GET', '/api/auth/session', { token })).status === 200;
    server.clock.at += 29 * dayMs;
    expect(await isAlive()).toBe(true);
    server.clock.at += 29 * dayMs;
    expect(await isAlive()).toBe(true);
    server.clock.at += 30 * dayMs;
    expect(await isAlive()).toBe(false);
  });

  test('its end is reported to listeners, and nothing of it stays', async () => {
    const token = (await login('ann@example.com')).body.access_token;
    const caller = await server.accounts.authenticate(token);
    const ended: unknown[] = [];
    const stopListening = server.bus.subscribe(sessionEnded, 'test', (event) => ended.push(event));
    server.clock.at += 30 * dayMs;
    await server.accounts.sweep();
    stopListening();
    expect(ended).toContainEqual({ accountId: caller?.id, sessionId: caller?.sessionId });
    const { rows } = await server.database.pool.query('select 1 from sessions where id = $1', [caller?.sessionId]);
    expect(rows).toEqual([]);
  });

  test('its last use is written at most once a minute', async () => {
    const token = (await login('ann@example.com')).body.access_token;
    const caller = await server.accounts.authenticate(token);
    const lastSeen = async () => {
      await server.accounts.authenticate(token);
      const { rows } = await server.database.pool.query('select last_seen_at from sessions where id = $1', [
        caller?.sessionId,
      ]);
      return rows[0].last_seen_at.getTime();
    };
    const start = server.clock.at;
    server.clock.at += 59_000;
    expect(await lastSeen()).toBe(start);
    server.clock.at += 11_000;
    expect(await lastSeen()).toBe(start + 70_000);
  });
});
