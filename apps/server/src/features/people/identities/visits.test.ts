import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callbackUrls, startTestIdentities, type TestIdentities } from '../../../../test/people/identities.ts';
import { startTestOidcProvider, type TestOidcProvider } from '../../../../test/stand-ins/oidc-provider.ts';

const ann = { login: 'ann' };
const mallory = { login: 'mallory' };
let provider: TestOidcProvider;
let bench: TestIdentities;

beforeAll(async () => {
  provider = await startTestOidcProvider({
    redirectUri: callbackUrls.oidc,
    people: {
      ann: { email: 'ann@example.com', email_verified: true, name: 'Ann' },
      mallory: { email: 'mallory@example.com', email_verified: true },
    },
  });
  bench = await startTestIdentities(provider.env);
  await bench.member('admin@example.com');
});
beforeEach(() => {
  provider.idTokens.change = (token) => token;
});
afterAll(async () => {
  await bench.stop();
  await provider.stop();
});

describe('a start', () => {
  test('requests a code with PKCE, a state and a nonce, and binds the browser by a cookie', async () => {
    const { body, headers } = await bench.browser().call('POST', '/api/auth/oidc/start');
    const url = new URL(body.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'cyno',
      redirect_uri: 'https://cyno.test/auth/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const cookie = String(headers['set-cookie']);
    expect(cookie).toMatch(/^cyno_visit=[\w-]{43}; Max-Age=600; Path=\/api; HttpOnly; Secure; SameSite=Lax$/);
    const stored = await bench.database.pool.query('SELECT * FROM identity_visits');
    const secrets = [url.searchParams.get('state') ?? '', cookie.slice(11, 54)];
    for (const secret of secrets) expect(JSON.stringify(stored.rows)).not.toContain(secret);
  });

  test('counts on after a restart of the server', async () => {
    const from = { ip: '203.0.113.7', browser: 'b', accountId: null };
    const before = bench.newIdentities();
    for (let n = 0; n < 100; n += 1) await before.start('oidc', from);
    const after = bench.newIdentities();
    await expect(after.start('oidc', from)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    expect(await after.start('oidc', { ...from, ip: '203.0.114.7' })).toContain('code_challenge=');
  });

  test('is refused at another address than the one that the browser would come back to', async () => {
    const origin = 'https://192.168.1.5:3000';
    const response = await bench
      .browser()
      .call('POST', '/api/auth/oidc/start', undefined, { origin, host: '192.168.1.5:3000' });
    expect(response.status).toBe(400);
    expect(response.body.error).toContain('https://cyno.test');
    expect(response.headers['set-cookie']).toBeUndefined();
    expect((await bench.browser().call('GET', '/api/auth/oidc/start')).status).toBe(404);
  });

  test('is limited by network address', async () => {
    const crowded = await startTestIdentities(provider.env);
    const responses = await Promise.all(
      Array.from({ length: 101 }, () => crowded.browser().call('POST', '/api/auth/oidc/start')),
    );
    const refused = responses.filter((response) => response.status !== 200);
    expect(refused.map((response) => response.body.code)).toEqual(['rate_limited']);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(800);
    await crowded.stop();
  });

  const fill = (count: number) =>
    bench.database.pool.query(
      `INSERT INTO identity_visits (state_hash, provider, browser_hash, nonce, code_verifier, expires_at)
       SELECT 'old' || n, 'oidc', 'b', 'n', 'v', to_timestamp($1::float8 / 1000) + n * interval '1 ms' FROM generate_series(1, $2) n`,
      [bench.clock.at, count],
    );

  test('forgets visits that are out of time', async () => {
    await fill(2);
    bench.clock.at += 1;
    await bench.browser().call('POST', '/api/auth/oidc/start');
    const left = await bench.database.pool.query(`SELECT state_hash FROM identity_visits WHERE state_hash LIKE 'old%'`);
    expect(left.rows).toEqual([{ state_hash: 'old2' }]);
    bench.clock.at += 1;
  });

  test('ends the visit of nobody else, also when twenty thousand wait', async () => {
    const waiting = bench.browser();
    const callback = await waiting.visit('oidc', ann);
    await fill(19_999 - (await bench.visits()));
    const last = await bench.browser().call('POST', '/api/auth/oidc/start');
    const refused = await bench.browser().call('POST', '/api/auth/oidc/start');
    expect([last.status, refused.status, refused.body.code]).toEqual([200, 503, 'unavailable']);
    expect((await waiting.finish(callback)).status).toBe(200);
    await bench.database.pool.query('DELETE FROM identity_visits');
  });

  test("of an account that links itself ends its own oldest ones, and nobody else's", async () => {
    const [waiting, linking] = [bench.browser(), bench.browser(await bench.member('linking@example.com'))];
    const callback = await waiting.visit('oidc', ann);
    const before = await bench.visits();
    for (let count = 0; count < 12; count += 1) await linking.call('POST', '/api/identities/oidc/start');
    expect(await bench.visits()).toBe(before + 10);
    expect((await waiting.finish(callback)).status).toBe(200);
  });

  test('reports that a service is not configured', async () => {
    const response = await bench.browser().call('POST', '/api/auth/line/start');
    expect([response.status, response.body.code]).toEqual([400, 'not_configured']);
    expect((await bench.browser().call('POST', '/api/auth/other/start')).status).toBe(400);
  });
});

describe('a finish is refused', () => {
  const refused = async (response: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body } = await response;
    return [status, body.code];
  };

  test('with another state', async () => {
    const browser = bench.browser();
    const callback = await browser.visit('oidc', ann);
    expect(await refused(browser.finish({ ...callback, state: 'A'.repeat(43) }))).toEqual([400, 'link_expired']);
    expect((await browser.finish(callback)).status).toBe(200);
  });

  test('with a state that was used', async () => {
    const browser = bench.browser();
    const callback = await browser.visit('oidc', ann);
    expect((await browser.finish(callback)).status).toBe(200);
    expect(await refused(browser.finish(callback))).toEqual([400, 'link_expired']);
  });

  test('of two at once with one state', async () => {
    const browser = bench.browser();
    const callback = await browser.visit('oidc', ann);
    const both = await Promise.all([browser.finish(callback), browser.finish(callback)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('with a code that was used', async () => {
    const browser = bench.browser();
    const first = await browser.visit('oidc', ann);
    await browser.finish(first);
    const second = await browser.visit('oidc', ann);
    expect(await refused(browser.finish({ ...second, code: first.code }))).toEqual([403, 'provider_refused']);
  });

  test('with the code of another visit: it belongs to another PKCE verifier', async () => {
    const browser = bench.browser();
    const [own, stolen] = [await browser.visit('oidc', ann), await bench.browser().visit('oidc', mallory)];
    expect(await refused(browser.finish({ ...own, code: stolen.code }))).toEqual([403, 'provider_refused']);
  });

  test('in another browser, and without a cookie', async () => {
    for (const cookie of [undefined, 'B'.repeat(43)]) {
      const callback = await bench.browser().visit('oidc', mallory);
      const victim = bench.browser();
      victim.cookie = cookie;
      expect(await refused(victim.finish(callback))).toEqual([400, 'wrong_browser']);
    }
  });

  test('with an ID token for another nonce', async () => {
    const browser = bench.browser();
    const callback = await browser.visit('oidc', { ...ann, change: (url) => url.searchParams.set('nonce', 'another') });
    expect(await refused(browser.finish(callback))).toEqual([403, 'provider_refused']);
  });

  test.each([
    ['a claim that was changed', (token: string) => withClaims(token, { sub: 'mallory' })],
    [
      'no signature',
      (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    ['another issuer', (token: string) => withClaims(token, { iss: 'https://evil.example' })],
    ['another audience', (token: string) => withClaims(token, { aud: 'somebody-else' })],
    ['a time that is over', (token: string) => withClaims(token, { exp: 1_000_000_000 })],
    ['no form at all', () => 'not.a.token'],
  ])('with an ID token that has %s', async (_, change) => {
    provider.idTokens.change = change;
    expect(await refused(bench.browser().login(ann))).toEqual([403, 'provider_refused']);
  });

  test('when the browser was sent back by another issuer, or without one', async () => {
    for (const iss of ['https://evil.example', undefined]) {
      const browser = bench.browser();
      const callback = await browser.visit('oidc', ann);
      expect(await refused(browser.finish({ ...callback, iss }))).toEqual([403, 'provider_refused']);
    }
  });

  test('after ten minutes', async () => {
    const browser = bench.browser();
    const [late, inTime] = [await browser.visit('oidc', ann), await browser.visit('oidc', ann)];
    bench.clock.at += 10 * 60_000 - 1;
    expect((await browser.finish(inTime)).status).toBe(200);
    bench.clock.at += 1;
    expect(await refused(browser.finish(late))).toEqual([400, 'link_expired']);
  });

  test('without a code', async () => {
    const browser = bench.browser();
    const { state } = await browser.visit('oidc', ann);
    expect(await refused(browser.finish({ state }))).toEqual([403, 'provider_refused']);
  });

  test('two logins in two tabs of a browser do not disturb each other', async () => {
    const browser = bench.browser();
    const [first, second] = [await browser.visit('oidc', ann), await browser.visit('oidc', ann)];
    expect((await browser.finish(first)).status).toBe(200);
    expect((await browser.finish(second)).status).toBe(200);
  });
});

describe('a provider that is down', () => {
  test('is reported, and requested again when it is back', async () => {
    const flaky = await startTestOidcProvider({
      redirectUri: callbackUrls.oidc,
      people: { ann: { email: 'ann@example.com', email_verified: true } },
    });
    await flaky.stop();
    const other = await startTestIdentities(flaky.env);
    await other.member('admin@example.com');
    const start = await other.browser().call('POST', '/api/auth/oidc/start');
    expect([start.status, start.body.code]).toEqual([503, 'unavailable']);
    expect(start.body.error).toBe('Example ID does not answer at the moment. Try again in a minute.');
    expect(start.headers['retry-after']).toBe('30');
    await flaky.start();
    const browser = other.browser();
    const callback = await browser.visit('oidc', ann);
    await flaky.stop();
    const finish = await browser.finish(callback);
    expect([finish.status, finish.body.code]).toEqual([503, 'unavailable']);
    await flaky.start();
    expect((await browser.login(ann)).status).toBe(200);
    await flaky.stop();
    await other.stop();
  });
});

test('no state, code, verifier or token of all this is in the log', async () => {
  const browser = bench.browser();
  provider.idTokens.change = (token) => withClaims(token, { sub: 'mallory' });
  const callback = await browser.visit('oidc', ann);
  const codeVerifier = await bench.database.pool.query('SELECT code_verifier, nonce FROM identity_visits');
  await browser.finish(callback);
  const log = bench.log.join('');
  expect(log).toContain('A login through another service was refused');
  const secrets = [callback.state, callback.code, browser.cookie, ...codeVerifier.rows.flatMap(Object.values)];
  for (const secret of secrets) expect(log).not.toContain(secret);
  expect(log).not.toMatch(/eyJ[\w-]{20}/);
});

/** A JWT with other claims and the signature of the old ones. */
function withClaims(token: string, claims: object): string {
  const [header, payload = '', signature] = token.split('.');
  const old = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [header, Buffer.from(JSON.stringify({ ...old, ...claims })).toString('base64url'), signature].join('.');
}
