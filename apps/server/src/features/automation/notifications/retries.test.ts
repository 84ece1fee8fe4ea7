import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newEvent, startTestNotifications, type TestNotifications } from '../../../../test/notifications.ts';
import { type HttpService, startHttpService } from '../../../../test/stand-ins/http-service.ts';

const minuteMs = 60_000;
const outdated = 'It was over, acknowledged or repeated before it could be sent.';
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
  await world.database.pool.query('DELETE FROM notification_messages');
  service.requests.length = 0;
});

const addHook = async (name = 'hook') =>
  (await ann.add({ name, target: { kind: 'webhook', url: `${service.url}/${name}` } })).contact;
const setPolicy = async (changes: object) => {
  const { body } = await ann.api('GET', '/api/notifications/policy');
  expect((await ann.api('PUT', '/api/notifications/policy', { ...body, ...changes })).status).toBe(200);
};
/** As when the server was killed, or had much to send, before it could try. */
const notTriedYet = () =>
  world.database.pool.query(
    `UPDATE notification_deliveries SET state = 'queued', attempts = 0, log = '[]', reason = NULL, finished_at = NULL
     WHERE account_id = $1`,
    [ann.id],
  );
const failsTimes = (count: number) => service.respond(...Array.from({ length: count }, () => ({ status: 503 })));
const received = () => service.requests.map(({ path, body }) => `${path} ${JSON.parse(body).data.subject}`);
async function happens(subject: string) {
  const event = newEvent(ann.id, { severity: 'critical', subject, at: world.clock.at, since: null });
  await world.queue(event);
  await world.pass();
  return event;
}
const ends = (event: ReturnType<typeof newEvent>) =>
  world.queue({
    ...event,
    key: event.key.replace('active', 'cleared'),
    kind: 'cleared',
    subject: `${event.subject} – back to normal`,
  });

describe('a message that is tried again', () => {
  test('is not sent any more when it is over, and can be sent again by hand', async () => {
    const { id } = await addHook();
    failsTimes(1);
    const event = await happens('Pond');
    await ends(event);
    await world.pass(5_000);
    await world.pass(10_000);
    expect(received()).toEqual(['/hook Pond', '/hook Pond – back to normal']);
    const [delivery] = (await ann.messages()).at(-1).deliveries;
    expect(delivery).toMatchObject({ state: 'failed', reason: outdated });
    const { contacts } = (await ann.api('GET', '/api/notifications/contacts')).body;
    expect(contacts.find((contact: { id: string }) => contact.id === id)).toMatchObject({ failing: null });
    await ann.api('POST', `/api/notifications/deliveries/${delivery.id}/send-again`);
    expect(received()).toHaveLength(3);
  });

  test('is not sent any more when its contact gets a reminder instead', async () => {
    await addHook();
    await setPolicy({ critical: { contacts: 'all', repeatMinutes: 5, escalations: [] } });
    failsTimes(4);
    await happens('Pond');
    for (const seconds of [10, 60, 230]) await world.pass(seconds * 1_000);
    service.requests.length = 0;
    await world.pass(10_000);
    await world.pass(10 * minuteMs);
    expect(received()).toEqual(['/hook Still: Pond', '/hook Still: Pond']);
  });

  test('is sent when only another contact got what came later', async () => {
    const { id: first } = await addHook();
    const { id: other } = await addHook('neighbour');
    const escalations = [{ afterMinutes: 5, contacts: [other] }];
    await setPolicy({ critical: { contacts: [first], repeatMinutes: null, escalations } });
    failsTimes(3);
    await happens('Pond');
    await world.pass(10_000);
    await world.pass(minuteMs);
    await world.pass(5 * minuteMs);
    await world.pass();
    expect(received().slice(3).toSorted()).toEqual(['/hook Pond', '/neighbour Not acknowledged: Pond']);
  });

  test.each([
    { criticalBreaks: false, minutes: 120 },
    { criticalBreaks: true, minutes: 1 },
  ])('in quiet hours that began meanwhile: %j', async ({ criticalBreaks, minutes }) => {
    await addHook();
    const minute = Math.ceil(world.clock.at / minuteMs);
    const quiet = { from: (minute + 1) % 1_440, to: (minute + 120) % 1_440, criticalBreaks };
    await setPolicy({ quiet });
    failsTimes(2);
    world.clock.at = minute * minuteMs - 14_000;
    await happens('Pond');
    await world.pass(10_000);
    expect((await ann.messages())[0].deliveries).toMatchObject([
      { attempts: 2, nextAt: (minute + minutes) * minuteMs },
    ]);
  });
});

describe('a message that is tried late for the first time', () => {
  test('is not sent any more when it is over, and can be sent again by hand', async () => {
    await addHook();
    const event = await happens('Pond');
    await notTriedYet();
    await ends(event);
    await world.pass(2 * minuteMs);
    expect(received()).toEqual(['/hook Pond', '/hook Pond – back to normal']);
    const [delivery] = (await ann.messages()).at(-1).deliveries;
    expect(delivery).toMatchObject({ state: 'failed', reason: outdated });
    await ann.api('POST', `/api/notifications/deliveries/${delivery.id}/send-again`);
    expect(received().at(-1)).toBe('/hook Pond');
  });

  test('waits for the end of quiet hours that began meanwhile', async () => {
    await addHook();
    const minute = Math.ceil(world.clock.at / minuteMs);
    const quiet = { from: minute % 1_440, to: (minute + 120) % 1_440, criticalBreaks: false };
    await setPolicy({ quiet, critical: { contacts: 'all', repeatMinutes: null, escalations: [] } });
    world.clock.at = minute * minuteMs - 14_000;
    await happens('Pond');
    await notTriedYet();
    await world.pass(2 * minuteMs);
    expect(received()).toEqual(['/hook Pond']);
    const end = (minute + 120) * minuteMs;
    expect((await ann.messages())[0].deliveries).toMatchObject([{ state: 'queued', nextAt: end }]);
    await world.pass(end - world.clock.at);
    expect(received()).toEqual(['/hook Pond', '/hook Pond']);
  });
});
