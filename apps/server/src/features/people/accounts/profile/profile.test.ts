import { profile, publicConfig } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';

let server: TestAccounts;
let ann: string;
let bob: string;
beforeAll(async () => {
  server = await startTestAccounts({
    LINK_DOCUMENTATION: 'https://docs.example.com/',
    LINK_MAIL: 'help@example.com',
    TEAM_NAME: 'Rice field club',
    SMTP_URL: 'smtp://user:canary-secret@127.0.0.1:9',
  });
  await server.database.pool.query('select 1');
});
afterAll(() => server.stop());

describe('the profile', () => {
  let plain: TestAccounts;
  beforeAll(async () => {
    plain = await startTestAccounts();
    ann = await plain.member('ann@example.com');
    bob = await plain.member('bob@example.com');
  });
  afterAll(() => plain.stop());
  const patch = (body: unknown, token = ann) => plain.call('PATCH', '/api/profile', { token, body });
  const read = async (token = ann) => profile.strict().parse((await plain.call('GET', '/api/profile', { token })).body);

  test('keeps what is set, shows it at once everywhere, and touches nobody else', async () => {
    const chosen = { name: 'Ann', timeZone: 'Asia/Bangkok', dateFormat: 'dd/mm/yy' };
    expect((await patch({ ...chosen, name: '  Ann ' })).body).toMatchObject(chosen);
    const { createdAt, ...rest } = await read();
    expect(rest).toEqual({
      email: 'ann@example.com',
      member: 'admin',
      language: null,
      hasPassword: true,
      newEmail: null,
      boardsSendTimes: false,
      ...chosen,
    });
    const made = await plain.database.pool.query("select created_at from accounts where email = 'ann@example.com'");
    expect(createdAt).toBe(made.rows[0].created_at.getTime());
    const session = await plain.call('GET', '/api/auth/session', { token: ann });
    expect(session.body).toMatchObject({ name: 'Ann', timeZone: 'Asia/Bangkok' });
    const caller = await plain.accounts.authenticate(ann);
    expect(caller).toMatchObject({ name: 'Ann', timeZone: 'Asia/Bangkok' });
    expect(plain.accounts.timeZoneOf(caller?.id ?? 0)).toBe('Asia/Bangkok');
    expect(await read(bob)).toMatchObject({ name: null, timeZone: null, dateFormat: null });
  });

  test('changes only what is named, and null takes a choice back', async () => {
    await patch({ name: 'Ann', timeZone: 'Europe/Berlin' });
    expect((await patch({})).body).toMatchObject({ name: 'Ann', timeZone: 'Europe/Berlin' });
    expect((await patch({ timeZone: null })).body).toMatchObject({ name: 'Ann', timeZone: null });
    expect(plain.accounts.timeZoneOf((await plain.accounts.authenticate(ann))?.id ?? 0)).toBeNull();
    expect((await patch({ name: '' })).body.name).toBeNull();
  });

  test('stores whether its boards send times, which is known at once and after a restart', async () => {
    const id = (await plain.accounts.authenticate(ann))?.id ?? 0;
    expect(plain.accounts.boardsSendTimes(id)).toBe(false);
    expect((await patch({ boardsSendTimes: true })).body.boardsSendTimes).toBe(true);
    expect(plain.accounts.boardsSendTimes(id)).toBe(true);
    await plain.accounts.stop();
    await plain.accounts.start();
    expect(plain.accounts.boardsSendTimes(id)).toBe(true);
    expect((await patch({ boardsSendTimes: false })).body.boardsSendTimes).toBe(false);
    expect(plain.accounts.boardsSendTimes(id)).toBe(false);
  });

  test('takes no e-mail and no member type', async () => {
    await patch({ email: 'admin@example.com', member: 'admin', id: 1 }, bob);
    expect(await read(bob)).toMatchObject({ email: 'bob@example.com', member: 'user' });
  });

  test('a chosen time zone is known after a restart', async () => {
    await patch({ timeZone: 'Asia/Tokyo' }, bob);
    const id = (await plain.accounts.authenticate(bob))?.id ?? 0;
    await plain.accounts.stop();
    await plain.accounts.start();
    expect(plain.accounts.timeZoneOf(id)).toBe('Asia/Tokyo');
  });

  test.each([
    ['a zone that does not exist', { timeZone: 'Mars/Phobos' }],
    ['a long name', { name: 'x'.repeat(65) }],
    ['another date format', { dateFormat: 'yy/mm/dd' }],
    ['an object as name', { name: {} }],
    ['no object', 'x'],
  ])('refuses %s', async (_, body) => {
    const response = await patch(body);
    expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
  });
});

test.each([
  ['', null],
  ['127.0.0.2', null],
  ['localhost', null],
  ['::1', null],
  ['0.0.0.0', 1883],
  ['192.168.1.5', 1883],
])('the port without encryption on %j is told as %j', async (MQTT_PLAIN_HOST, plainPort) => {
  const other = await startTestAccounts({ MQTT_PLAIN_HOST });
  expect((await other.call('GET', '/api/config')).body.mqtt.plainPort).toBe(plainPort);
  await other.stop();
});

test('the public configuration has what the web app needs and no secret', async () => {
  const { status, body, text } = await server.call('GET', '/api/config');
  expect(status).toBe(200);
  expect(publicConfig.strict().parse(body)).toMatchObject({
    team: 'Rice field club',
    signup: 'open',
    setupNeeded: true,
    mailConfigured: true,
    providers: { oidc: null, line: false },
    mqtt: { host: 'cyno.test', tlsPort: 7458, selfSigned: true, plainPort: null },
    links: { documentation: 'https://docs.example.com/', mail: 'help@example.com', video: null },
  });
  expect(text).not.toContain('canary-secret');
});
