import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';
import { Throttle } from './throttle.ts';

let server: TestAccounts;
beforeAll(async () => {
  server = await startTestAccounts();
  await server.member('admin@example.com');
});
afterAll(() => server.stop());

const windowMs = 15 * 60_000;
const home = '192.0.2.1';
const login = (email: string, password: string, ip: string) =>
  server.call('POST', '/api/auth/login', { body: { email, password }, ip });
const guess = (email: string, ip: string) => login(email, 'wrong-guess-1', ip);

describe('guessing a password', () => {
  test('is over after ten tries from anywhere, also with the right one, and reports when to come back', async () => {
    await server.member('target@example.com');
    const begunAt = Date.now();
    for (let n = 0; n < 10; n += 1) expect((await guess('target@example.com', `198.51.100.${n}`)).status).toBe(401);
    const eleventh = await login('target@example.com', goodPassword, '198.51.100.99');
    expect([eleventh.status, eleventh.body.code]).toEqual([429, 'rate_limited']);
    const wait = Number(eleventh.headers['retry-after']);
    // A quarter of an hour from the first guess on.
    expect(Date.now() + wait * 1_000).toBeGreaterThanOrEqual(begunAt + windowMs);
    expect(wait * 1_000).toBeLessThanOrEqual(windowMs);
    expect(eleventh.body.error).toBe(`Too many tries. Wait ${wait} s and try again.`);
  });

  test('continues counting after a restart', async () => {
    await server.member('restart@example.com');
    for (let n = 0; n < 10; n += 1) await guess('restart@example.com', `198.51.100.${n}`);
    const restarted = new Throttle(server.database);
    await expect(restarted.guessOf('restart@example.com', undefined)).rejects.toMatchObject({ status: 429 });
    await restarted.guessOf('somebody-else@example.com', undefined);
  });

  test('all at once is no way around', async () => {
    await server.member('parallel@example.com');
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => guess('parallel@example.com', `203.0.113.${n}`)),
    );
    expect(responses.filter((response) => response.status === 401)).toHaveLength(10);
    expect(responses.filter((response) => response.status === 429)).toHaveLength(20);
  });

  test('does not lock the owner out where they are signed in, nor end their session', async () => {
    await server.member('owner@example.com');
    const { body } = await login('owner@example.com', goodPassword, home);
    for (let n = 0; n < 12; n += 1) await guess('owner@example.com', '198.51.100.200');
    expect((await login('owner@example.com', goodPassword, '198.51.100.200')).status).toBe(429);
    expect((await login('owner@example.com', goodPassword, home)).status).toBe(200);
    expect((await server.call('GET', '/api/auth/session', { token: body.access_token })).status).toBe(200);
  });

  test('does not lock the owner out on another address of the IPv6 network where they are signed in', async () => {
    await server.member('v6@example.com');
    await login('v6@example.com', goodPassword, '2001:db8:7:7::1');
    for (let n = 0; n < 12; n += 1) await guess('v6@example.com', '2001:db8:7:8::1');
    expect((await login('v6@example.com', goodPassword, '2001:db8:7:8::1')).status).toBe(429);
    expect((await login('v6@example.com', goodPassword, '2001:db8:7:7:5054:ff:fe00:2')).status).toBe(200);
  });

  test('does not lock the owner out where they have gone with their session', async () => {
    await server.member('mobile@example.com');
    const { access_token: token } = (await login('mobile@example.com', goodPassword, '192.0.2.40')).body;
    server.clock.at += 2 * 60_000;
    const use = await server.call('GET', '/api/profile/sessions', { token, ip: '192.0.2.41' });
    expect(use.body[0]).toMatchObject({ current: true, ip: '192.0.2.41', lastSeenAt: server.clock.at });
    for (let n = 0; n < 12; n += 1) await guess('mobile@example.com', '192.0.2.42');
    expect((await login('mobile@example.com', goodPassword, '192.0.2.42')).status).toBe(429);
    expect((await login('mobile@example.com', goodPassword, '192.0.2.41')).status).toBe(200);
  });

  test('where the owner is signed in is limited too', async () => {
    await server.member('roommate@example.com');
    await login('roommate@example.com', goodPassword, '192.0.2.77');
    for (let n = 0; n < 10; n += 1) expect((await guess('roommate@example.com', '192.0.2.77')).status).toBe(401);
    expect((await guess('roommate@example.com', '192.0.2.77')).status).toBe(429);
  });

  test('starts from zero after the right one', async () => {
    await server.member('forgetful@example.com');
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 9; n += 1)
        expect((await guess('forgetful@example.com', `192.0.2.${n + 10}`)).status).toBe(401);
      const elsewhere = `198.18.0.${round}`;
      expect((await login('forgetful@example.com', goodPassword, elsewhere)).status).toBe(200);
    }
  });

  test('an address without an account is limited in the same way', async () => {
    for (let n = 0; n < 10; n += 1) expect((await guess('nobody@example.com', `198.51.100.${n}`)).status).toBe(401);
    expect((await guess('nobody@example.com', '198.51.100.50')).status).toBe(429);
  });
});

test('one network of IPv6 counts as one visitor', async () => {
  const request = (email: string, ip: string) =>
    server.call('POST', '/api/auth/reset-request', { body: { email }, ip });
  for (let n = 0; n < 30; n += 1)
    expect((await request(`person${n}@example.com`, `2001:db8::${n + 1}`)).status).toBe(200);
  expect((await request('person30@example.com', '2001:db8::ffff')).status).toBe(429);
  expect((await request('person30@example.com', '2001:db8:0:1::1')).status).toBe(200);
});
