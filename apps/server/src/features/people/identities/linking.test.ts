import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { goodPassword } from '../../../../test/accounts.ts';
import {
  callbackUrls,
  startTestIdentities,
  type TestBrowser,
  type TestIdentities,
} from '../../../../test/people/identities.ts';
import { startTestOidcProvider, type TestOidcProvider } from '../../../../test/stand-ins/oidc-provider.ts';
import { IdentitiesRepository } from './identities.repository.ts';

let provider: TestOidcProvider;
let bench: TestIdentities;
let serial = 0;

beforeAll(async () => {
  provider = await startTestOidcProvider({ redirectUri: callbackUrls.oidc });
  bench = await startTestIdentities(provider.env);
  await bench.member('admin@example.com');
});
afterAll(async () => {
  await bench.stop();
  await provider.stop();
});

/** An account with a password, and an identity at the provider that it could link: with another address, which nobody verified. */
async function owner() {
  serial += 1;
  const email = `owner${serial}@example.com`;
  const login = `login${serial}`;
  provider.people.set(login, { email: `other${serial}@example.net`, name: `Login ${serial}` });
  return { email, login, browser: bench.browser(await bench.member(email)) };
}

const listOf = async (browser: TestBrowser) =>
  (await browser.call('GET', '/api/identities')).body as { id: number; email: string }[];

describe('linking', () => {
  test('lets the identity in from then on, whatever its address is', async () => {
    const { email, login, browser } = await owner();
    expect((await bench.browser().login({ login })).body.code).toBe('email_not_verified');
    const linked = await browser.link({ login });
    expect([linked.status, linked.body]).toEqual([200, { message: 'The login is linked to your account.' }]);
    expect(await listOf(browser)).toMatchObject([{ email: `other${serial}@example.net`, lastUsedAt: null }]);
    expect((await bench.browser().login({ login })).body.email).toBe(email);
    expect(await listOf(browser)).toMatchObject([{ lastUsedAt: bench.clock.at }]);
    expect((await browser.link({ login })).status).toBe(200);
    expect(await listOf(browser)).toHaveLength(1);
  });

  test('an identity of another account is refused, and stays there', async () => {
    const [first, second] = [await owner(), await owner()];
    await first.browser.link(first);
    const response = await second.browser.link(first);
    expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    expect(response.body.error).toContain('linked to another account');
    expect(await listOf(second.browser)).toEqual([]);
    expect((await bench.browser().login(first)).body.email).toBe(first.email);
  });

  test('is finished only by the account that began it', async () => {
    const [first, second] = [await owner(), await owner()];
    const callback = await first.browser.visit('oidc', first, '/api/identities/oidc/start');
    second.browser.cookie = first.browser.cookie;
    const stolen = await second.browser.call('POST', '/api/auth/oidc/link', callback);
    expect([stolen.status, stolen.body.code]).toEqual([400, 'link_expired']);
    const again = await first.browser.visit('oidc', first, '/api/identities/oidc/start');
    const nobody = bench.browser();
    nobody.cookie = first.browser.cookie;
    expect((await nobody.call('POST', '/api/auth/oidc/link', again)).status).toBe(401);
    expect((await nobody.finish(again)).body.code).toBe('link_expired');
    expect(await listOf(first.browser)).toEqual([]);
  });

  test('does nothing when the session ends while the provider is called', async () => {
    const { email, login, browser } = await owner();
    const callback = await browser.visit('oidc', { login }, '/api/identities/oidc/start');
    const take = IdentitiesRepository.prototype.takeVisit;
    const taken = vi.spyOn(IdentitiesRepository.prototype, 'takeVisit').mockImplementationOnce(async function (
      this: IdentitiesRepository,
      ...visit
    ) {
      const id = (await bench.accounts.findAccountByEmail(email))?.id ?? 0;
      await bench.accounts.sessions.endOthers(id, 0);
      return take.apply(this, visit);
    });
    onTestFinished(() => taken.mockRestore());
    expect((await browser.call('POST', '/api/auth/oidc/link', callback)).status).toBe(401);
    expect((await bench.browser().login({ login })).body.code).toBe('email_not_verified');
  });

  test('a visit to log in links nothing', async () => {
    const { login, browser } = await owner();
    const callback = await browser.visit('oidc', { login });
    expect((await browser.call('POST', '/api/auth/oidc/link', callback)).body.code).toBe('link_expired');
    expect(await listOf(browser)).toEqual([]);
  });

  test('needs a session whose owner is there', async () => {
    const { login, browser, email } = await owner();
    const session = await bench.call('POST', '/api/auth/login', { body: { email, password: goodPassword } });
    const token = await bench.call('POST', '/api/access-tokens', {
      body: { name: 'script', scope: 'control', expiresInDays: 1 },
      token: session.body.access_token,
    });
    const script = bench.browser(token.body.token);
    for (const [method, path] of [
      ['GET', '/api/identities'],
      ['POST', '/api/identities/oidc/start'],
      ['DELETE', '/api/identities/1'],
    ] as const) {
      expect((await script.call(method, path)).body.code, path).toBe('forbidden');
    }
    await browser.link({ login });
    const [identity] = await listOf(browser);
    bench.clock.at += 11 * 60_000;
    expect((await browser.call('POST', '/api/identities/oidc/start')).body.code).toBe('proof_needed');
    expect((await browser.call('DELETE', `/api/identities/${identity?.id}`)).body.code).toBe('proof_needed');
    expect(await listOf(browser)).toHaveLength(1);
  });
});

describe('unlinking', () => {
  test('takes the way in, and only from the account that has it', async () => {
    const [first, second] = [await owner(), await owner()];
    await first.browser.link(first);
    const [identity] = await listOf(first.browser);
    const path = `/api/identities/${identity?.id}`;
    expect((await second.browser.call('DELETE', path)).status).toBe(404);
    expect((await first.browser.call('DELETE', path)).status).toBe(200);
    expect((await first.browser.call('DELETE', path)).status).toBe(404);
    expect((await bench.browser().login(first)).body.code).toBe('email_not_verified');
  });

  test('leaves one way in: a password, a passkey or another identity', async () => {
    const login = 'only-way';
    provider.people.set(login, { email: 'only-way@example.com', email_verified: true });
    const { body } = await bench.browser().login({ login });
    const browser = bench.browser(body.access_token);
    const [identity] = await listOf(browser);
    const path = `/api/identities/${identity?.id}`;
    const last = await browser.call('DELETE', path);
    expect([last.status, last.body.code]).toEqual([409, 'conflict']);
    expect(last.body.error).toContain('Set a password or add a passkey first');

    provider.people.set('second-way', {});
    await browser.link({ login: 'second-way' });
    const [one, two] = await listOf(browser);
    const both = await Promise.all([one, two].map((each) => browser.call('DELETE', `/api/identities/${each?.id}`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);

    await bench.database.pool.query(
      `INSERT INTO passkeys (account_id, name, credential_id, public_key, counter, transports, backed_up)
       SELECT id, 'key', 'id', 'key', 0, '{}', false FROM accounts WHERE email = 'only-way@example.com'`,
    );
    const [left] = await listOf(browser);
    expect((await browser.call('DELETE', `/api/identities/${left?.id}`)).status).toBe(200);
  });

  test('of a service that is not configured any more does not count as a way in', async () => {
    const login = 'moved';
    provider.people.set(login, { email: 'moved@example.com', email_verified: true });
    const { body } = await bench.browser().login({ login });
    await bench.database.pool.query(
      `INSERT INTO identities (account_id, provider, issuer, subject)
       SELECT id, 'line', 'https://access.line.me', 'U1' FROM accounts WHERE email = 'moved@example.com'`,
    );
    const browser = bench.browser(body.access_token);
    const [oidc, line] = await listOf(browser);
    expect((await browser.call('DELETE', `/api/identities/${oidc?.id}`)).status).toBe(409);
    expect((await browser.call('DELETE', `/api/identities/${line?.id}`)).status).toBe(200);
  });
});
