import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newEvent, startTestNotifications, type TestNotifications } from '../../../../test/notifications.ts';
import { type HttpService, startHttpService } from '../../../../test/stand-ins/http-service.ts';
import { newPushBrowser, senderOf } from '../../../../test/stand-ins/push-browser.ts';

let service: HttpService;
let world: TestNotifications;
let ann: Awaited<ReturnType<TestNotifications['person']>>;
let bob: typeof ann;
let browser: ReturnType<typeof newPushBrowser>;
let contact: { id: string; place: string };
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
  bob = await world.person(`bob-${serial}@example.com`);
  browser = newPushBrowser(service.url);
  ({ contact } = await ann.add({ name: 'Phone', target: { kind: 'push', ...browser.subscription } }));
  service.requests.length = 0;
});

async function alerted(event: Parameters<typeof newEvent>[1] = {}): Promise<void> {
  await world.queue(newEvent(ann.id, event));
  await world.pass();
}
const contactsOf = async (person: typeof ann) => (await person.api('GET', '/api/notifications/contacts')).body.contacts;

test('a browser gets a message that it alone can read, signed with the key that it subscribed with', async () => {
  await alerted({
    key: 'alert:901:active',
    subject: 'Pond is too warm',
    severity: 'critical',
    link: '/alerts?device=E1',
  });
  const [request] = service.requests;
  if (!request) throw new Error('Nothing was sent.');
  expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'high' });
  expect(browser.read(request)).toEqual({
    key: expect.stringMatching(/^[\w-]{36}$/),
    mayOperate: true,
    subject: 'Pond is too warm',
    text: 'Temperature was 34 °C, above 30 °C for 5 minutes.\nSince 05:55.',
    link: '/alerts?device=E1',
    token: expect.stringMatching(/^[\w-]{43}$/),
    receipt: expect.stringMatching(/^[\w-]{43}$/),
    badge: null,
    output: null,
    tag: 'alert:901',
    severity: 'critical',
    kind: 'active',
    at: expect.any(Number),
  });
  expect(() => newPushBrowser(service.url).read(request)).toThrow();
  expect(request.body).not.toContain('Pond');
  const { key } = (await ann.api('GET', '/api/notifications/push-key')).body;
  const { origin } = new URL(service.url);
  expect(senderOf(request)).toMatchObject({ isValid: true, key, aud: origin, sub: 'https://cyno.test' });
  const [message] = await ann.messages();
  expect(message.deliveries).toMatchObject([{ kind: 'push', name: 'Phone', state: 'accepted' }]);
});

test('only what is active can be acknowledged from it', async () => {
  await alerted({ key: 'alert:902:cleared', kind: 'cleared' });
  expect(service.requests.map((request) => browser.read(request).token)).toEqual([null]);
});

test('what tries to be markup or a link in it stays text', async () => {
  const [subject, text] = ['<b onclick="x()">Pond</b> [x](https://evil.example)', '<img src=x onerror=alert(1)> *hot*'];
  await alerted({ subject, text, link: '/alerts?device=<script>' });
  const message = browser.read(service.requests[0] as never);
  expect([message.subject, message.text.split('\n')[0]]).toEqual([subject, text]);
  expect(message.link).toBe('/alerts?device=%3Cscript%3E');
});

test('the longest message fits into what a push service takes, in Thai too', async () => {
  await alerted({
    subject: 'โรงเรือน '.repeat(60),
    text: 'อุณหภูมิ 😀'.repeat(400),
    link: `/alerts?device=${'x'.repeat(40)}`,
  });
  expect(service.requests[0]?.bytes.length).toBeLessThanOrEqual(4_096);
  expect(browser.read(service.requests[0] as never).text).toMatch(/^อุณหภูมิ/);
});

test('every server of an installation signs with the same key, also after a start', async () => {
  const { key } = (await ann.api('GET', '/api/notifications/push-key')).body;
  const other = await world.another();
  const headers = { authorization: `Bearer ${ann.token}` };
  const response = await other.app.inject({ method: 'GET', url: '/api/notifications/push-key', headers });
  expect(response.json()).toEqual({ key });
  await other.app.close();
});

test.each([404, 410])('a subscription that is over (%d) fails for good, and says what to do', async (status) => {
  service.respond({ status });
  await alerted();
  const [message] = await ann.messages();
  expect(message.deliveries).toMatchObject([
    { state: 'failed', attempts: 1, reason: expect.stringContaining('“Turn on notifications here”') },
  ]);
  expect(await contactsOf(ann)).toMatchObject([{ id: 'email' }, { id: contact.id, failing: expect.anything() }]);
});

test('a service that is busy (429) is left alone for as long as it requests', async () => {
  service.respond({ status: 429, headers: { 'retry-after': '120' } });
  await alerted();
  await world.pass(100_000);
  expect(service.requests).toHaveLength(1);
  await world.pass(21_000);
  expect(service.requests).toHaveLength(2);
  const [first, second] = service.requests;
  expect(first?.headers.topic).toMatch(/^[\w-]{32}$/);
  expect(second?.headers.topic).toBe(first?.headers.topic);
  expect((await ann.messages())[0].deliveries).toMatchObject([{ state: 'accepted', attempts: 2 }]);
});

test('a browser whose subscription was replaced stays the same contact, and works again', async () => {
  service.respond({ status: 410 });
  await alerted();
  const renewed = newPushBrowser(service.url);
  const path = `/api/notifications/contacts/${contact.id}/subscription`;
  expect((await ann.api('PUT', path, renewed.subscription)).body).toMatchObject({ id: contact.id, failing: null });
  service.requests.length = 0;
  await alerted();
  expect(service.requests.map((request) => renewed.read(request).kind)).toEqual(['active']);
});

test('who uses the browser next gets its messages, and the one before none any more', async () => {
  await bob.add({ name: 'Shared phone', target: { kind: 'push', ...browser.subscription } });
  expect(await contactsOf(ann)).toMatchObject([{ id: 'email' }]);
  await alerted();
  expect(service.requests).toEqual([]);
});

test('nobody changes the subscription of somebody else, and only a browser has one', async () => {
  const other = newPushBrowser(service.url).subscription;
  const path = (id: string) => `/api/notifications/contacts/${id}/subscription`;
  expect((await bob.api('PUT', path(contact.id), other)).status).toBe(404);
  expect((await ann.api('PUT', path('email'), other)).status).toBe(404);
  const hook = await ann.add({ name: 'Hook', target: { kind: 'webhook', url: `${service.url}/hook` } });
  expect((await ann.api('PUT', path(hook.contact.id), other)).status).toBe(404);
});

test.each([
  ['of a local network', { url: 'https://10.0.0.1/send' }],
  ['that is none', { url: 'javascript:alert(1)' }],
  ['without a key', { p256dh: '' }],
  ['with a key of another kind', { p256dh: 'A'.repeat(86) }],
  ['with a short secret', { auth: 'AAAA' }],
])('a subscription %s is refused', async (_, wrong) => {
  const target = { kind: 'push', ...browser.subscription, ...wrong } as never;
  expect((await ann.api('POST', '/api/notifications/contacts', { name: 'Phone', target })).status).toBe(400);
  const path = `/api/notifications/contacts/${contact.id}/subscription`;
  expect((await ann.api('PUT', path, { ...browser.subscription, ...wrong })).status).toBe(400);
});

test('a key that is no point of the curve fails for good instead of being tried for a day', async () => {
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
  await ann.api('PUT', `/api/notifications/contacts/${contact.id}/subscription`, { ...browser.subscription, p256dh });
  await alerted();
  expect((await ann.messages())[0].deliveries).toMatchObject([{ state: 'failed', attempts: 1 }]);
});
