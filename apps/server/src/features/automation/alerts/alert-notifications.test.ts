import { displayName, notificationMessages } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = nextEspid();
let server: JoinedServer;
let owner: TestUser;
let operator: TestUser;
let viewer: TestUser;
let board: TestBoard;

async function share(user: TestUser, role: string): Promise<void> {
  await owner.api('POST', `/api/device/${espid}/shares`, { email: user.email, role, expiresAt: null });
  const [offer] = (await user.api('GET', '/api/offers')).body.offers;
  expect((await user.api('POST', `/api/offers/${offer.id}/accept`)).status).toBe(200);
}

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  operator = await server.signup('operator@example.com');
  viewer = await server.signup('viewer@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  ({ board } = await server.board({ espid, username, keepalive: 3_600 }));
  await share(operator, 'operator');
  await share(viewer, 'viewer');
});
afterAll(() => server.stop());

const measure = (value: number) => board.puback(board.publish('data/update', `{"temp":${value}}`, 1));
const subjectsOf = async (user: TestUser) =>
  notificationMessages
    .parse((await user.api('GET', '/api/notifications/messages')).body)
    .messages.map(({ subject }) => subject);
const gets = (user: TestUser, subjects: string[]) =>
  vi.waitFor(async () => expect(await subjectsOf(user)).toEqual(subjects), { timeout: 180_000 });

test('the owner and those who may acknowledge are notified of an alert and of its end, each in their language, others are not', async () => {
  await measure(20);
  expect((await operator.api('PATCH', '/api/profile', { language: 'th' })).status).toBe(200);
  expect((await owner.api('POST', '/api/alert-rules', { ...tooHot(), name: 'Too hot' })).status).toBe(201);
  await measure(35);
  const active = `${displayName({ espid, name: espid }, 'en')}: Too hot`;
  await gets(owner, [active]);
  await gets(operator, [active]);
  await measure(20);
  await gets(owner, [`${active} – back to normal`, active]);
  await gets(operator, [`${active} – กลับมาปกติแล้ว`, active]);
  const { rows } = await server.database.pool.query(
    "SELECT content ->> 'text' AS text FROM notification_messages JOIN accounts ON accounts.id = account_id WHERE email = $1 ORDER BY notification_messages.id",
    [operator.email],
  );
  expect(rows).toEqual([{ text: 'อุณหภูมิ 35 °C สูงกว่า 30 °C' }, { text: 'อุณหภูมิ 20 °C ไม่สูงกว่า 30 °C แล้ว' }]);
  expect(await subjectsOf(viewer)).toEqual([]);
  const { messages } = notificationMessages.parse((await owner.api('GET', '/api/notifications/messages')).body);
  const { pathname, searchParams } = new URL(messages.at(-1)?.link ?? '', server.http);
  expect([pathname, searchParams.get('v')]).toEqual([`/device/${espid}/History`, `${espid}:temp`]);
  const { alerts } = (await owner.api('GET', '/api/alerts?show=history')).body;
  expect(Number(searchParams.get('from'))).toBeLessThanOrEqual(alerts[0].startedAt - 600_000);
  expect(Number(searchParams.get('to'))).toBeGreaterThanOrEqual(alerts[0].activeAt + 600_000);
});

test('nobody is notified of a rule that is muted', async () => {
  const { rules } = (await owner.api('GET', '/api/alert-rules')).body;
  const { id } = rules.find(({ name }: { name: string | null }) => name === 'Too hot');
  await owner.api('POST', `/api/alert-rules/${id}/mute`, { minutes: 60 });
  await measure(35);
  const isActive = async () => (await owner.api('GET', '/api/alerts')).body.alerts.length === 1;
  await vi.waitUntil(isActive, { timeout: 180_000 });
  const { rows } = await server.database.pool.query(
    `select count(*)::int as count from notification_events where espid = $1`,
    [espid],
  );
  expect(rows).toEqual([{ count: 2 }]);
});

test('that a rule was switched off is not said to be the end of what it was about', async () => {
  const scope = { kind: 'devices', espids: [espid] };
  const rule = { ...tooHot({ key: 'wind' }), name: 'Too windy', scope };
  expect((await operator.api('PATCH', '/api/profile', { language: 'th' })).status).toBe(200);
  const { id } = (await owner.api('POST', '/api/alert-rules', rule)).body;
  await board.puback(board.publish('data/update', '{"wind":35}', 1));
  const active = `${displayName({ espid, name: espid }, 'en')}: Too windy`;
  const newest = (user: TestUser, subject: string) =>
    vi.waitFor(async () => expect((await subjectsOf(user))[0]).toBe(subject), { timeout: 180_000 });
  await newest(owner, active);
  expect((await owner.api('PATCH', `/api/alert-rules/${id}`, { enabled: false })).status).toBe(200);
  await newest(owner, `${active} – alert cancelled`);
  await newest(operator, `${active} – ยกเลิกการเตือน`);
});

describe('of a device that leaves its owner', () => {
  let gone: string;
  let subject: string;
  let message: number;

  beforeEach(async () => {
    gone = nextEspid();
    const username = `${owner.email}/${await owner.connectionKey()}`;
    const sensor = (await server.board({ espid: gone, username, keepalive: 3_600 })).board;
    const scope = { kind: 'devices', espids: [gone] };
    const rule = { ...tooHot({ key: 'humid' }), name: 'Too damp', severity: 'critical', scope };
    expect((await owner.api('POST', '/api/alert-rules', rule)).status).toBe(201);
    await sensor.puback(sensor.publish('data/update', '{"humid":35}', 1));
    subject = `${displayName({ espid: gone, name: gone }, 'en')}: Too damp`;
    message = await vi.waitFor(
      async () => {
        const [newest] = (await owner.api('GET', '/api/notifications/messages')).body.messages;
        expect(newest.subject).toBe(subject);
        return newest.id;
      },
      { timeout: 180_000 },
    );
  });

  /** Whose messages its end becomes. */
  const notifiedOfEnd = () =>
    vi.waitFor(
      async () => {
        const { rows } = await server.database.pool.query(
          `select coalesce(array_agg(accounts.email) filter (where accounts.email is not null), '{}') as notified
           from notification_events as event left join notification_recipients as one on one.event_id = event.id
           left join accounts on accounts.id = one.account_id
           where event.kind = 'cleared' and event.topic in (
             select topic from notification_events join notification_recipients on event_id = id where message_id = $1)
           group by event.id`,
          [message],
        );
        expect(rows).toHaveLength(1);
        return rows[0].notified;
      },
      { timeout: 180_000 },
    );

  test('because it is deleted nothing is repeated', async () => {
    expect((await owner.api('DELETE', `/api/device/${gone}`)).status).toBe(200);
    expect(await notifiedOfEnd()).toEqual([]);
    const { pool } = server.database;
    await pool.query('update notification_messages set repeat_at = 0 where id = $1', [message]);
    const isDone = async () =>
      (await pool.query('select from notification_messages where id = $1 and repeat_at is null', [message]))
        .rowCount === 1;
    await vi.waitUntil(isDone, { timeout: 180_000 });
    expect((await subjectsOf(owner))[0]).toBe(subject);
  });

  test('because it is handed over its former owner is notified of the end, and the new one is not', async () => {
    const offer = { email: viewer.email, espid: gone };
    expect((await owner.api('POST', `/api/device/${gone}/transfer`, offer)).status).toBe(201);
    const [{ id }] = (await viewer.api('GET', '/api/offers')).body.offers;
    expect((await viewer.api('POST', `/api/offers/${id}/accept`)).status).toBe(200);
    expect(await notifiedOfEnd()).toEqual([owner.email]);
  });
});
