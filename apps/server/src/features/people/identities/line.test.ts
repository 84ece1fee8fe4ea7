import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestIdentities, type TestIdentities } from '../../../../test/people/identities.ts';
import { type LineStandIn, startLineStandIn } from '../../../../test/stand-ins/line-stand-in.ts';

let line: LineStandIn;
let bench: TestIdentities;
let usual: LineStandIn['state'];

beforeAll(async () => {
  line = await startLineStandIn();
  bench = await startTestIdentities(line.env);
  await bench.member('admin@example.com');
  usual = { ...line.state };
});
beforeEach(() => {
  Object.assign(line.state, usual);
});
afterAll(async () => {
  await bench.stop();
  await line.stop();
});

const somebody = { login: 'whoever' };

test('LINE is requested the profile, with PKCE and the address that LINE knows', async () => {
  const { body } = await bench.browser().call('POST', '/api/auth/line/start');
  const url = new URL(body.url);
  expect(url.pathname).toBe('/oauth2/v2.1/authorize');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: line.env.LINE_CHANNEL_ID,
    redirect_uri: 'https://cyno.test/line-oauth-callback',
    scope: 'openid profile',
    code_challenge_method: 'S256',
  });
});

test('LINE does not report whose account it is, so it is linked first', async () => {
  const refused = await bench.browser().login(somebody, 'line');
  expect([refused.status, refused.body.code]).toEqual([403, 'not_linked']);
  expect(refused.body.error).toContain('link LINE in your profile');

  const browser = bench.browser(await bench.member('somchai@example.com'));
  expect((await browser.link(somebody, 'line')).status).toBe(200);
  const { body } = await browser.call('GET', '/api/identities');
  expect(body).toMatchObject([{ provider: 'line', name: 'สมชาย', email: null }]);
  const response = await bench.browser().login(somebody, 'line');
  expect(response.body).toMatchObject({ email: 'somchai@example.com', member: 'user' });
});

test('an address from LINE is not taken for verified', async () => {
  await bench.member('victim@example.com');
  Object.assign(line.state, { user: { sub: 'U2', name: 'M', email: 'victim@example.com' } });
  const response = await bench.browser().login(somebody, 'line');
  expect([response.status, response.body.code]).toEqual([403, 'email_not_verified']);
});

test('a token that is not signed with the channel secret is refused', async () => {
  line.state.signWith = 'another secret';
  const response = await bench.browser().login(somebody, 'line');
  expect([response.status, response.body.code]).toEqual([403, 'provider_refused']);
});

test('a cancelled consent is distinguished', async () => {
  line.state.refuses = true;
  const response = await bench.browser().login(somebody, 'line');
  expect([response.status, response.body.code]).toEqual([403, 'cancelled']);
  expect(response.body.error).toBe('You did not allow LINE to say who you are, so nothing was changed.');
});

test('a visit to LINE cannot be finished as one to the other service', async () => {
  const browser = bench.browser();
  const callback = await browser.visit('line', somebody);
  expect((await browser.finish(callback, 'oidc')).body.code).toBe('not_configured');
  expect((await browser.finish(callback, 'line')).status).toBe(200);
});
