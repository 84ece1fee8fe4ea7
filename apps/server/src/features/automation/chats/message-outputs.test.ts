import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import {
  startTelegramStandIn,
  type TelegramMessage,
  type TelegramStandIn,
} from '../../../../test/stand-ins/telegram-stand-in.ts';

type Person = ReturnType<TelegramStandIn['person']>;

let telegram: TelegramStandIn;
let server: TestServer;
let serial = 0;
let ann: TestUser;
let chat: Person;
let espid: string;
let board: TestBoard;

beforeAll(async () => {
  telegram = await startTelegramStandIn();
  server = await startTestServer(telegram.env);
  await server.signup('admin@example.com');
});
afterAll(async () => {
  await server.stop();
  await telegram.stop();
});
beforeEach(async () => {
  ann = await newUser();
  chat = await connect(ann);
  espid = nextEspid();
  ({ board } = await server.board({ espid, username: `${ann.email}/${await ann.connectionKey()}` }));
  await board.subscribe();
  await ann.api('PATCH', `/api/device/${espid}`, { name: 'Greenhouse' });
});

const newUser = () => server.signup(`grower-${++serial}@example.com`);

async function replyTo(person: Person, write: () => void): Promise<string> {
  const before = person.messages().length;
  write();
  await expect.poll(() => person.messages().length).toBeGreaterThan(before);
  return person.messages().at(-1)?.text.replaceAll('\u200B', '') ?? '';
}

async function join(user: TestUser, person: Person): Promise<void> {
  const { link } = (await user.api('POST', '/api/chats/telegram/join')).body;
  const code = new URL(link).searchParams.get('start');
  expect(await replyTo(person, () => person.write(`/start ${code}`))).toContain('Connected with the account');
}

async function connect(user: TestUser, name = 'Narin'): Promise<Person> {
  const person = telegram.person(name);
  await join(user, person);
  return person;
}

const setUp = (pin: string, settings: object) =>
  ann.api('PUT', `/api/device/${espid}/outputs/${pin}`, { ...plain, ...settings });
const plain = { mode: 'digit', name: null, locked: false, momentaryMs: null };

/** Makes the device too hot, and resolves with the message about it in a chat. */
async function alerted(person: Person): Promise<TelegramMessage> {
  expect((await ann.api('POST', '/api/alert-rules', tooHot())).status).toBe(201);
  await board.puback(board.publish('data/update', '{"temp":34}', 1));
  const withButtons = () => person.messages().find(({ buttons }) => buttons.length > 0);
  await expect.poll(withButtons).toBeDefined();
  return withButtons() as TelegramMessage;
}
const labels = ({ buttons }: TelegramMessage) => buttons.map(({ text }) => text);
const dataOf = ({ buttons }: TelegramMessage, label: string) =>
  buttons.find(({ text }) => text === label)?.callback_data ?? '';
const commands = async () => (await ann.api('GET', `/api/device/${espid}/control`)).body.commands;

test('a message offers to switch an output of its device, and the report of the board comes back', async () => {
  await setUp('D1', { name: 'Exhaust fan' });
  await setUp('D2', { name: 'Gate', locked: true });
  await setUp('D3', { name: 'Dimmer', mode: 'pwm' });
  const message = await alerted(chat);
  expect(labels(message)).toEqual(['Acknowledge', 'Snooze 1 h', 'Exhaust fan on']);
  const stateOf = async (kind: string) =>
    (await ann.api('GET', '/api/notifications/messages')).body.messages[0].deliveries.find(
      (one: { kind: string }) => one.kind === kind,
    ).state;
  await expect.poll(() => stateOf('telegram')).toBe('accepted');
  chat.press(dataOf(message, 'Exhaust fan on'), message);
  expect((await board.message('io')).text).toBe('D1:digit:1');
  board.publish('ioact', 'D1:act:1');
  await expect.poll(() => chat.messages().at(-1)?.text).toMatch(/^Exhaust fan on, done in \d+ ms$/);
  expect(await stateOf('telegram')).toBe('read');
  expect((await commands())[0]).toMatchObject({ target: 'D1', value: '1', actor: { kind: 'person', name: ann.email } });
});

test('at most two are offered, with the state that they do not have', async () => {
  for (const pin of ['D1', 'D2', 'D3']) await setUp(pin, {});
  board.publish('ioact', 'D1:act:1');
  await expect
    .poll(async () => (await ann.api('GET', `/api/device/${espid}/control`)).body.outputs[0].reported)
    .toBe(1);
  expect(labels(await alerted(chat))).toEqual(['Acknowledge', 'Snooze 1 h', 'D1 off', 'D2 on']);
});

test('those that an automation or a scene names are offered instead of the first ones', async () => {
  for (const pin of ['D1', 'D2', 'D3', 'D4']) await setUp(pin, {});
  await board.puback(board.publish('data/update', '{"temp":20}', 1));
  const sets = { kind: 'output', mode: 'digit', value: 1 };
  expect(
    (await ann.api('POST', '/api/scenes', { name: 'Evening', actions: [{ ...sets, espid, pin: 'D3' }] })).status,
  ).toBe(201);
  const rule = {
    kind: 'rule',
    conditions: [{ espid, key: 'temp', comparison: '>', threshold: 50, release: null }],
    forSeconds: 0,
    action: { ...sets, pin: 'D4' },
    ...{ back: null, limit: null, activeHours: null },
  };
  const added = await ann.api('POST', `/api/device/${espid}/automations`, {
    name: 'Fan',
    enabled: false,
    definition: rule,
  });
  expect(added).toMatchObject({ status: 201 });
  expect(labels(await alerted(chat)).slice(2)).toEqual(['D3 on', 'D4 on']);
});

describe('a button that is pressed by somebody else, or too late, switches nothing and says so', () => {
  beforeEach(() => setUp('D1', { name: 'Fan' }));

  test('another account, another chat of the account, and the same chat after it was removed', async () => {
    const message = await alerted(chat);
    const data = dataOf(message, 'Fan on');
    const other = await connect(await newUser(), 'Other');
    expect(await replyTo(other, () => other.press(data, message))).toContain('too old');
    const second = await connect(ann, 'Second');
    expect(await replyTo(second, () => second.press(data, message))).toContain('too old');
    const contacts = (await ann.api('GET', '/api/notifications/contacts')).body.contacts;
    const removed = contacts.find(({ name }: { name: string }) => name === 'Narin');
    await ann.api('DELETE', `/api/notifications/contacts/${removed.id}`);
    expect(await replyTo(chat, () => chat.press(data, message))).toContain('not connected');
    await join(ann, chat);
    expect(await replyTo(chat, () => chat.press(data, message))).toContain('too old');
    expect(await commands()).toEqual([]);
    const [{ deliveries }] = (await ann.api('GET', '/api/notifications/messages')).body.messages;
    expect(deliveries.map(({ state }: { state: string }) => state)).not.toContain('read');
  });

  test('an output that was removed, locked since, or that the message never offered', async () => {
    const message = await alerted(chat);
    const data = dataOf(message, 'Fan on');
    await setUp('D1', { name: 'Fan', locked: true });
    expect(await replyTo(chat, () => chat.press(data, message))).toBe('Switch Fan of Greenhouse on?');
    await ann.api('DELETE', `/api/device/${espid}/outputs/D1`);
    expect(await replyTo(chat, () => chat.press(data, message))).toContain('This output is gone');
    const [, key] = data.split(':');
    expect(await replyTo(chat, () => chat.press(`o:${key}:AAAAAAAAAAA:1`, message))).toContain('This output is gone');
    const unknown = `o:${'0'.repeat(36)}:AAAAAAAAAAA:1`;
    expect(await replyTo(chat, () => chat.press(unknown, message))).toContain('too old');
    for (const wrong of [`o:${key}`, `a:${key}:AAAAAAAAAAA:1`]) {
      expect(await replyTo(chat, () => chat.press(wrong))).toContain('does nothing');
    }
    expect(await commands()).toEqual([]);
  });

  test('somebody whose right to operate was taken, or whose share has ended', async () => {
    const operator = await newUser();
    const theirs = await connect(operator, 'Operator');
    await ann.api('POST', `/api/device/${espid}/shares`, { email: operator.email, role: 'operator', expiresAt: null });
    const [offer] = (await operator.api('GET', '/api/offers')).body.offers;
    await operator.api('POST', `/api/offers/${offer.id}/accept`);
    const message = await alerted(theirs);
    const data = dataOf(message, 'Fan on');
    const { shares } = (await ann.api('GET', `/api/device/${espid}/shares`)).body;
    const share = `/api/device/${espid}/shares/${shares[0].id}`;
    expect((await ann.api('PATCH', share, { role: 'viewer', expiresAt: null })).status).toBe(200);
    expect(await replyTo(theirs, () => theirs.press(data, message))).toContain('You may only view Greenhouse');
    await ann.api('DELETE', share);
    expect(await replyTo(theirs, () => theirs.press(data, message))).toContain('not shared with you any more');
    expect(await commands()).toEqual([]);
  });

  test('somebody who may only look is offered none', async () => {
    const viewer = await newUser();
    const theirs = await connect(viewer, 'Viewer');
    await ann.api('POST', `/api/device/${espid}/shares`, { email: viewer.email, role: 'viewer', expiresAt: null });
    const [offer] = (await viewer.api('GET', '/api/offers')).body.offers;
    await viewer.api('POST', `/api/offers/${offer.id}/accept`);
    const message = await alerted(chat);
    expect(await replyTo(theirs, () => theirs.press(dataOf(message, 'Fan on'), message))).toContain('too old');
    expect(theirs.messages().every(({ buttons }) => buttons.length === 0)).toBe(true);
  });
});
