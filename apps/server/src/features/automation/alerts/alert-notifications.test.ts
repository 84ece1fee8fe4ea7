import { displayName, notificationMessages } from '@cyno/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
