import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newEvent, startTestNotifications, type TestNotifications } from '../../../../test/notifications.ts';
import { type HttpService, startHttpService } from '../../../../test/stand-ins/http-service.ts';

let service: HttpService;
let world: TestNotifications;
let ann: Awaited<ReturnType<TestNotifications['person']>>;
let serial = 0;

beforeAll(async () => {
  service = await startHttpService();
  world = await startTestNotifications();
});
afterAll(async () => {
  await world.stop();
  await service.stop();
});
beforeEach(async () => {
  serial += 1;
  ann = await world.person(`ann-${serial}@example.com`);
  service.requests.length = 0;
  // What is tried or repeated would take the responses of the next test.
  await world.database.pool.query('DELETE FROM notification_messages');
});

const hook = (url = `${service.url}/hook`) => ({ name: 'Barn', target: { kind: 'webhook' as const, url } });

test('a webhook gets what happened, signed so that the official library verifies it', async () => {
  const { contact, secret } = await ann.add(hook());
  expect(secret).toMatch(/^whsec_/);
  expect(contact).toMatchObject({ kind: 'webhook', name: 'Barn', place: service.url.slice(7), problem: null });
  await world.queue(newEvent(ann.id, { key: 'alert:7001:active', severity: 'critical', group: 'Farm' }));
  await world.pass();
  const [request] = service.requests;
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({
    type: 'alert.active',
    data: {
      severity: 'critical',
      link: expect.stringMatching(/^https:\/\/cyno\.test\/device\//),
      count: 1,
      events: [{ key: 'alert:7001:active', value: 34, limit: 30, group: 'Farm', since: '2026-11-01T05:55:00.000Z' }],
    },
  });
  expect(() => new Webhook(secret).verify(`${request?.body} `, headers)).toThrow();
});

test('its log says what was tried, and sending again has the same id', async () => {
  await ann.add(hook());
  service.respond({ status: 500 });
  await world.queue(newEvent(ann.id));
  await world.pass();
  const [waiting] = (await ann.messages())[0].deliveries;
  expect(waiting).toMatchObject({
    state: 'queued',
    attempts: 1,
    reason: 'The service responded with 500.',
    nextAt: world.clock.at + 10_000,
  });
  await world.pass(10_000);
  const [accepted] = (await ann.messages())[0].deliveries;
  expect(accepted).toMatchObject({ state: 'accepted', attempts: 2, reason: null, nextAt: null });
  expect(accepted.log.map(({ result }: { result: string }) => result)).toEqual([
    'The service responded with 500.',
    'The service responded with 200.',
  ]);
  const again = await ann.api('POST', `/api/notifications/deliveries/${accepted.id}/send-again`);
  expect(again.body).toMatchObject({ id: accepted.id, state: 'accepted' });
  expect(service.requests).toHaveLength(3);
  expect(new Set(service.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a secret can be replaced', async () => {
  const { contact, secret } = await ann.add(hook());
  const { body } = await ann.api('POST', `/api/notifications/contacts/${contact.id}/secret`);
  expect(body.secret).not.toBe(secret);
  expect((await ann.api('POST', `/api/notifications/contacts/${contact.id}/test`)).body.state).toBe('accepted');
  const [request] = service.requests;
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(body.secret).verify(request?.body ?? '', headers)).toMatchObject({ type: 'test' });
  expect(() => new Webhook(secret).verify(request?.body ?? '', headers)).toThrow();
});

test('a test says at once what came of it', async () => {
  const { contact } = await ann.add(hook());
  service.respond({ status: 410 });
  const { body } = await ann.api('POST', `/api/notifications/contacts/${contact.id}/test`);
  expect(body).toMatchObject({
    state: 'failed',
    reason: 'The service does not know the address any more (410). Add the contact again.',
  });
  expect((await ann.api('GET', '/api/notifications/contacts')).body.contacts[1].failing).toMatchObject({
    reason: body.reason,
  });
});

test('a service that requests to be left alone is', async () => {
  await ann.add(hook());
  service.respond({ status: 429, headers: { 'retry-after': '600' } });
  await world.queue(newEvent(ann.id));
  await world.pass();
  const [delivery] = (await ann.messages())[0].deliveries;
  expect(delivery.nextAt).toBe(world.clock.at + 600_000);
});

test.each([302, 400, 401, 404, 500])('a response of %d is tried again', async (status) => {
  await ann.add(hook());
  service.respond({ status });
  await world.queue(newEvent(ann.id));
  await world.pass();
  await world.pass(10_000);
  expect((await ann.messages())[0].deliveries).toMatchObject([{ state: 'accepted', attempts: 2 }]);
});

test('it is given up after a day of tries', async () => {
  await ann.add(hook());
  service.respond(...Array.from({ length: 8 }, () => ({ status: 503 })));
  await world.queue(newEvent(ann.id));
  await world.pass();
  for (const pauseS of [10, 60, 300, 1_800, 7_200, 21_600, 43_200]) await world.pass(pauseS * 1_000);
  const [delivery] = (await ann.messages())[0].deliveries;
  expect(delivery).toMatchObject({
    state: 'failed',
    attempts: 8,
    nextAt: null,
    reason: expect.stringContaining('503'),
  });
});

describe('attacks', () => {
  test.each([
    'http://127.0.0.2/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:5432/',
    'http://2130706434/',
    'https://user:pass@example.com/',
  ])('%s is refused when it is typed', async (url) => {
    const { status, body } = await ann.api('POST', '/api/notifications/contacts', hook(url));
    expect([status, body.code]).toEqual([400, 'bad_request']);
  });

  test.each([
    { kind: 'ntfy', url: 'https://10.0.0.1/topic', token: null },
    { kind: 'ntfy', url: 'http://[::ffff:10.0.0.1]/topic', token: null },
    { kind: 'gotify', url: 'https://192.168.1.1/', token: 'AbCdEf' },
    { kind: 'discord', url: 'https://169.254.169.254/api/webhooks/1/x' },
    { kind: 'slack', url: 'https://10.0.0.1/services/T0/B0/x' },
    { kind: 'teams', url: 'https://10.0.0.1/webhookb2/x' },
    { kind: 'google-chat', url: 'https://10.0.0.1/v1/spaces/x/messages' },
  ])('$kind at $url is refused when it is typed', async (target) => {
    const { status, body } = await ann.api('POST', '/api/notifications/contacts', { name: 'Inside', target });
    expect([status, body.code]).toEqual([400, 'bad_request']);
    expect(body.error).toMatch(/address|host|begin/i);
    expect((await ann.api('GET', '/api/notifications/contacts')).body.contacts).toHaveLength(1);
  });

  test('a redirect to a local address is not followed', async () => {
    const { contact } = await ann.add(hook());
    service.respond({ status: 302, headers: { location: 'http://127.0.0.1:1/metrics' } });
    const { body } = await ann.api('POST', `/api/notifications/contacts/${contact.id}/test`);
    expect(body).toMatchObject({ state: 'queued', reason: expect.stringContaining('leads to another one (302)') });
    expect(service.requests).toHaveLength(1);
  });

  test('contacts and deliveries of others are not there', async () => {
    const { contact } = await ann.add(hook());
    await ann.api('POST', `/api/notifications/contacts/${contact.id}/test`);
    const [message] = await ann.messages();
    const bob = await world.person(`bob-${serial}@example.com`);
    const of = `/api/notifications/contacts/${contact.id}`;
    const tries = [
      await bob.api('PATCH', of, { name: 'Mine' }),
      await bob.api('DELETE', of),
      await bob.api('POST', `${of}/secret`),
      await bob.api('POST', `${of}/test`),
      await bob.api('POST', `/api/notifications/deliveries/${message.deliveries[0].id}/send-again`),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const policy = (await bob.api('GET', '/api/notifications/policy')).body;
    const stolen = { ...policy, info: { contacts: [contact.id], repeatMinutes: null } };
    expect((await bob.api('PUT', '/api/notifications/policy', stolen)).status).toBe(400);
    expect(await bob.messages()).toEqual([]);
    expect(service.requests).toHaveLength(1);
  });

  test('no response has the address or the secret', async () => {
    const { contact, secret } = await ann.add(hook(`${service.url}/hook?token=very-secret`));
    await ann.api('POST', `/api/notifications/contacts/${contact.id}/test`);
    const responses = JSON.stringify([
      (await ann.api('GET', '/api/notifications/contacts')).body,
      await ann.messages(),
      (await ann.api('PATCH', `/api/notifications/contacts/${contact.id}`, { name: 'Shed' })).body,
    ]);
    expect(responses).not.toContain('very-secret');
    expect(responses).not.toContain(secret.slice(6));
  });

  test('tests are bounded', async () => {
    const { contact } = await ann.add(hook());
    const test = () => ann.api('POST', `/api/notifications/contacts/${contact.id}/test`);
    for (let n = 0; n < 20; n += 1) expect((await test()).status).toBe(200);
    expect((await test()).status).toBe(429);
    expect(service.requests).toHaveLength(20);
  });
});

test('an account has at most 20 services', async () => {
  for (let n = 0; n < 20; n += 1) await ann.add(hook());
  expect((await ann.api('POST', '/api/notifications/contacts', hook())).body.code).toBe('limit_reached');
});

test('what is on its way to a contact that was removed is not sent', async () => {
  const { contact } = await ann.add(hook());
  service.respond({ status: 500 });
  await world.queue(newEvent(ann.id));
  await world.pass();
  expect((await ann.api('DELETE', `/api/notifications/contacts/${contact.id}`)).status).toBe(204);
  await world.pass(10_000);
  expect((await ann.messages())[0].deliveries[0]).toMatchObject({
    state: 'failed',
    reason: 'The contact was removed.',
  });
  expect(service.requests).toHaveLength(1);
});
