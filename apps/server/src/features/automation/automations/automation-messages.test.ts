import { displayName, notificationMessages, type RuleDefinition } from '@cyno/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = nextEspid();
const path = `/api/device/${espid}/automations`;
let server: JoinedServer;
let owner: TestUser;
let manager: TestUser;
let stranger: TestUser;
let board: TestBoard;
beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  manager = await server.signup('manager@example.com');
  stranger = await server.signup('stranger@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  ({ board } = await server.board({ espid, username, keepalive: 3_600 }));
  await measure(40);
});
afterAll(() => server.stop());

const measure = (soil: number) => board.puback(board.publish('data/update', `{"soil":${soil}}`, 1));
const dry = (more: Partial<RuleDefinition> = {}): RuleDefinition => ({
  kind: 'rule',
  conditions: [{ espid, key: 'soil', comparison: '<', threshold: 20, release: null }],
  forSeconds: 0,
  action: { kind: 'notify', text: 'Water the beds, soil is {soil}' },
  back: null,
  limit: null,
  activeHours: null,
  ...more,
});
const make = (definition: RuleDefinition, user = owner) =>
  user.api('POST', path, { name: 'Dry', enabled: true, definition });
const messagesOf = async (user: TestUser) =>
  notificationMessages.parse((await user.api('GET', '/api/notifications/messages')).body).messages;

test('a rule sends its message to the owner once, with the value in it, and the run says so', async () => {
  const made = await make(dry());
  expect(made.status).toBe(201);
  expect(made.body.placement).toMatchObject({
    where: 'server',
    reason: 'Runs on the server: the board cannot send messages to people.',
  });
  await measure(12);
  await vi.waitFor(async () => expect(await messagesOf(owner)).toHaveLength(1), { timeout: 180_000 });
  const subject = `${displayName({ espid, name: espid }, 'en')}: Water the beds, soil is 12 %`;
  expect(await messagesOf(owner)).toMatchObject([{ subject, severity: 'warning', kind: 'notice' }]);
  const { runs } = (await owner.api('GET', `${path}/runs`)).body;
  expect(runs).toMatchObject([{ outcome: 'done', result: `Message "${subject}" queued for the owner's contacts.` }]);
  expect(await messagesOf(stranger)).toEqual([]);
});

test('who manages a device may write its messages, a stranger finds nothing', async () => {
  await owner.api('POST', `/api/device/${espid}/shares`, { email: manager.email, role: 'manager', expiresAt: null });
  const [offer] = (await manager.api('GET', '/api/offers')).body.offers;
  expect((await make(dry(), manager)).status).toBe(404);
  expect((await manager.api('POST', `/api/offers/${offer.id}/accept`)).status).toBe(200);
  expect((await make(dry(), manager)).status).toBe(201);
  expect((await make(dry(), stranger)).status).toBe(404);
});

test.each([
  ['an unknown variable', { action: { kind: 'notify', text: 'It is {nothing}' } }, 'has not sent a variable "nothing"'],
  ['a way back', { back: 0 }, 'stays sent'],
  ['a time limit', { limit: { seconds: 60, value: 0 } }, 'stays sent'],
  ['no text', { action: { kind: 'notify', text: '  ' } }, null],
  ['two lines', { action: { kind: 'notify', text: 'a\nb' } }, null],
  ['a long text', { action: { kind: 'notify', text: 'x'.repeat(201) } }, null],
] as const)('a message with %s is refused', async (_, more, sentence) => {
  const { status, body } = await make(dry(more as Partial<RuleDefinition>));
  expect(status).toBe(400);
  if (sentence) expect(JSON.stringify(body)).toContain(sentence.replaceAll('"', '\\"'));
});

test('a dry run counts the messages that it would have sent, and sends none', async () => {
  await server.spoolEmpty();
  const before = (await messagesOf(owner)).length;
  const response = await owner.api('POST', `${path}/dry-run`, { definition: dry(), days: 1 });
  expect(response.body).toMatchObject({ count: 1 });
  expect(await messagesOf(owner)).toHaveLength(before);
});
