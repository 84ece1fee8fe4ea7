import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newEvent, startTestNotifications, type TestNotifications } from '../../../../test/notifications.ts';
import { type HttpService, startHttpService } from '../../../../test/stand-ins/http-service.ts';
import { startTestSmtp, type TestSmtp } from '../../../../test/stand-ins/smtp.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
let smtp: TestSmtp;
let service: HttpService;
let world: TestNotifications;
let ann: Awaited<ReturnType<TestNotifications['person']>>;
let serial = 0;

beforeAll(async () => {
  smtp = await startTestSmtp();
  service = await startHttpService();
  world = await startTestNotifications({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await world.stop();
  await service.stop();
  await smtp.stop();
});
beforeEach(async () => {
  serial += 1;
  ann = await world.person(`ann-${serial}@example.com`);
  service.requests.length = 0;
});

const reports = () =>
  smtp.mails
    .filter(({ to }) => to.includes(`ann-${serial}@example.com`))
    .map(({ headers }) => headers.get('subject'))
    .filter((subject) => subject?.includes('do not arrive'));

test('a contact that fails for two days is reported through the others, once', async () => {
  const { contact } = await ann.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/barn` } });
  service.respond({ status: 410 }, { status: 410 });
  await world.queue(newEvent(ann.id));
  await world.pass();
  await world.reportFailing();
  await world.pass(2 * dayMs + 1_000);
  await world.queue(newEvent(ann.id));
  await world.pass();
  await world.reportFailing();
  await world.reportFailing();
  await world.pass();
  expect(reports()).toEqual(['Notifications to Barn do not arrive']);
  expect(service.requests).toHaveLength(2);
  expect((await ann.api('POST', `/api/notifications/contacts/${contact.id}/test`)).body.state).toBe('accepted');
  expect((await ann.api('GET', '/api/notifications/contacts')).body.contacts[1].failing).toBeNull();
});

test('a contact that fails is reported after the quiet hours of its owner', async () => {
  await ann.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/barn` } });
  service.respond({ status: 410 }, { status: 410 });
  await world.queue(newEvent(ann.id));
  await world.pass();
  await world.pass(2 * dayMs + 1_000);
  await world.queue(newEvent(ann.id));
  await world.pass();
  const minute = Math.floor((world.clock.at % dayMs) / minuteMs);
  const { body: policy } = await ann.api('GET', '/api/notifications/policy');
  const quiet = { from: minute, to: (minute + 60) % 1_440, criticalBreaks: true };
  await ann.api('PUT', '/api/notifications/policy', { ...policy, quiet });
  await world.reportFailing();
  await world.pass();
  expect(reports()).toHaveLength(0);
  await world.pass(hourMs);
  await world.reportFailing();
  await world.pass();
  expect(reports()).toHaveLength(1);
});

test('a contact that failed once, and was not tried again since, is not reported', async () => {
  await ann.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/barn` } });
  service.respond({ status: 503 });
  const event = newEvent(ann.id);
  await world.queue(event);
  await world.pass();
  await world.queue({ ...event, key: event.key.replace('active', 'acknowledged'), kind: 'acknowledged' });
  await world.pass(10_000);
  expect(service.requests).toHaveLength(1);
  await world.pass(2 * dayMs + 1_000);
  await world.reportFailing();
  await world.pass();
  expect(reports()).toEqual([]);
});
