import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import {
  startTelegramStandIn,
  type TelegramMessage,
  type TelegramStandIn,
} from '../../../../test/stand-ins/telegram-stand-in.ts';

let telegram: TelegramStandIn;
let server: TestServer;
let serial = 0;

beforeAll(async () => {
  telegram = await startTelegramStandIn();
  server = await startTestServer(telegram.env);
  await server.signup('admin@example.com');
});
afterAll(async () => {
  await server.stop();
  await telegram.stop();
});

type Person = ReturnType<TelegramStandIn['person']>;
interface Messages {
  messages(): readonly TelegramMessage[];
}

/** What the bot wrote last, as people read it: without the spaces that keep text from becoming links. */
const last = (chat: Messages) => chat.messages().at(-1)?.text.replaceAll('\u200B', '');
/** The reply to what `write` writes. */
async function replyTo(chat: Messages, write: () => void): Promise<TelegramMessage> {
  const before = chat.messages().length;
  write();
  await expect.poll(() => chat.messages().length).toBeGreaterThan(before);
  const reply = chat.messages().at(-1);
  if (!reply) throw new Error('There is no reply.');
  return { ...reply, text: reply.text.replaceAll('\u200B', '') };
}
const replyText = async (person: Person, text: string) => (await replyTo(person, () => person.write(text))).text;

async function codeOf(user: TestUser): Promise<string> {
  const { status, body } = await user.api('POST', '/api/chats/telegram/join');
  expect(status).toBe(201);
  return new URL(body.link).searchParams.get('start') ?? '';
}
async function newUser(): Promise<TestUser> {
  serial += 1;
  return server.signup(`farmer-${serial}@example.com`);
}
async function connect(user: TestUser, name = 'Narin'): Promise<Person> {
  const person = telegram.person(name);
  expect(await replyText(person, `/start ${await codeOf(user)}`)).toContain(`Connected with the account ${user.email}`);
  return person;
}
const contactsOf = async (user: TestUser) => (await user.api('GET', '/api/notifications/contacts')).body.contacts;

interface Placed {
  readonly espid: string;
  readonly board: TestBoard;
}
/** A device with a board that is connected. */
async function newDevice(user: TestUser, name: string): Promise<Placed> {
  const espid = nextEspid();
  const { board } = await server.board({ espid, username: `${user.email}/${await user.connectionKey()}` });
  await board.subscribe();
  await user.api('PATCH', `/api/device/${espid}`, { name });
  return { espid, board };
}
const setUp = (user: TestUser, { espid }: Placed, pin: string, settings: object) =>
  user.api('PUT', `/api/device/${espid}/outputs/${pin}`, {
    mode: 'digit',
    name: null,
    locked: false,
    momentaryMs: null,
    ...settings,
  });

let ann: TestUser;
let chat: Person;
beforeEach(async () => {
  ann = await newUser();
  chat = await connect(ann);
});

describe('joining', () => {
  test('gives a link with a code that is good once, and makes the chat a contact', async () => {
    const user = await newUser();
    const { body } = await user.api('GET', '/api/chats');
    expect(body.services).toContainEqual(expect.objectContaining({ name: 'farm_bot', problem: null }));
    const join = (await user.api('POST', '/api/chats/telegram/join')).body;
    expect(join.link).toMatch(/^https:\/\/t\.me\/farm_bot\?start=[\w-]{43}$/);
    expect(join.expiresAt - Date.now()).toBeLessThanOrEqual(600_000);
    const code = new URL(join.link).searchParams.get('start');
    const { rows } = await server.database.pool.query('SELECT * FROM chat_join_codes');
    expect(JSON.stringify(rows)).not.toContain(code);
    const person = telegram.person('Somchai');
    await replyText(person, `/start ${code}`);
    expect((await contactsOf(user)).at(-1)).toMatchObject({
      kind: 'telegram',
      name: 'Somchai',
      place: '@somchai',
      problem: null,
    });
    const thief = telegram.person('Thief');
    expect(await replyText(thief, `/start ${code}`)).toContain('used or has expired');
    expect(await replyText(thief, 'status')).toContain('not connected');
  });

  test('ends with the time of the code, and with the account', async () => {
    const user = await newUser();
    const late = await codeOf(user);
    await server.database.pool.query('UPDATE chat_join_codes SET expires_at = 1');
    expect(await replyText(telegram.person('Late'), `/start ${late}`)).toContain('used or has expired');
    const disabled = await codeOf(user);
    await server.database.pool.query('UPDATE accounts SET disabled_at = now() WHERE email = $1', [user.email]);
    await expect.poll(async () => (await user.api('GET', '/api/profile')).status).toBe(401);
    expect(await replyText(telegram.person('Disabled'), `/start ${disabled}`)).toContain('used or has expired');
  });

  test('does not take a chat from another account, and leaves the code good', async () => {
    const other = await newUser();
    const code = await codeOf(other);
    expect(await replyText(chat, `/start ${code}`)).toContain('connected already');
    expect(await replyText(chat, 'stop')).toContain('Disconnected');
    expect(await replyText(chat, `/start ${code}`)).toContain(other.email);
    expect(await contactsOf(ann)).toHaveLength(1);
  });

  test('is refused for a service that the server does not know, and to programs with a token', async () => {
    expect((await ann.api('POST', '/api/chats/other/join')).status).toBe(400);
    const { body } = await ann.api('POST', '/api/access-tokens', {
      name: 'Script',
      scope: 'control',
      expiresInDays: null,
    });
    expect((await server.api('POST', '/api/chats/telegram/join', undefined, body.token)).status).toBe(403);
  });

  test('is bounded', async () => {
    const user = await newUser();
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await user.api('POST', '/api/chats/telegram/join')).status);
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
    const { rows } = await server.database.pool.query(
      'SELECT count(*)::int AS n FROM chat_join_codes JOIN accounts ON accounts.id = account_id WHERE email = $1',
      [user.email],
    );
    expect(rows[0].n).toBe(3);
  });
});

describe('a connected chat', () => {
  test('tells which devices are online, what is wrong, and values with their age', async () => {
    const { board } = await newDevice(ann, 'Greenhouse');
    const pond = await newDevice(ann, 'Pond');
    await board.puback(board.publish('data/update', JSON.stringify({ temp: 23.4, soil: 41 }), 1));
    await pond.board.end();
    await expect.poll(() => replyText(chat, 'greenhouse')).toContain('23.4');
    const values = await replyText(chat, 'GREENHOUSE');
    expect(values).toMatch(/^Greenhouse: online\nTemperature 23\.4 °C \(/);
    const status = await replyText(chat, '/status');
    expect(status).toContain('2 devices: 1 online, 1 offline');
    expect(status).toContain('○ Pond: offline for');
    expect(status).toContain('No open alerts.');
    expect(await replyText(chat, 'alerts')).toBe('No open alerts.');
    expect(await replyText(chat, 'what is this')).toContain('I know no device, group, scene or command');
    expect(await replyText(chat, 'help')).toContain('fan on');
  });

  test('describes a group, and requests which one is meant where several fit', async () => {
    const first = await newDevice(ann, 'House North');
    await newDevice(ann, 'House South');
    const { body: group } = await ann.api('POST', '/api/device-groups', { name: 'Farm', hue: 1 });
    await ann.api('POST', '/api/device/bulk', {
      devices: [first.espid],
      act: { kind: 'change', groupId: group.id },
    });
    expect(await replyText(chat, 'farm')).toBe('Farm: 1 device\n● House North');
    const question = await replyTo(chat, () => chat.write('house'));
    expect(question.text).toBe('Which one do you mean?');
    expect(question.buttons.map(({ text }) => text)).toEqual(['House North', 'House South']);
    chat.press(question.buttons[1]?.callback_data ?? '', question);
    await expect.poll(() => last(chat)).toBe('House South: online\nIt has sent no values yet.');
    expect(chat.messages().at(-1)).toMatchObject({ id: question.id, buttons: [] });
  });

  test('switches an output as its person, and brings back what the board reported', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    await setUp(ann, device, 'D1', { name: 'Exhaust fan' });
    const before = chat.messages().length;
    chat.write('fan on');
    expect((await device.board.message('io')).text).toBe('D1:digit:1');
    expect(chat.messages()).toHaveLength(before);
    device.board.publish('ioact', 'D1:act:1');
    await expect.poll(() => last(chat)).toMatch(/^Exhaust fan on, done in \d+ ms$/);
    const { body } = await ann.api('GET', `/api/device/${device.espid}/commands?kind=output&target=D1`);
    expect(body.commands[0].actor).toEqual({ kind: 'person', name: ann.email });
    chat.write('turn off the exhaust fan');
    // A confirmation that comes late, on a busy machine, lets the first command be sent once more.
    await expect.poll(async () => (await device.board.message('io')).text).toBe('D1:digit:0');
    device.board.publish('ioact', 'D1:act:0');
    await expect.poll(() => last(chat)).toMatch(/^Exhaust fan off, done in/);
    expect(await replyText(chat, 'heater on')).toBe('There is no output “heater”. I know Exhaust fan.');
  });

  test('reports later what a board did that was offline, and that it failed', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    await setUp(ann, device, 'D1', { name: 'Pump' });
    await setUp(ann, device, 'D2', { name: 'Siren', momentaryMs: 500 });
    await device.board.end();
    expect(await replyText(chat, 'status')).toContain('1 offline');
    expect(await replyText(chat, 'pump on')).toContain('Greenhouse is offline. It is switched when it is back');
    const { board } = await server.board({
      espid: device.espid,
      username: `${ann.email}/${await ann.connectionKey()}`,
    });
    await board.subscribe();
    expect((await board.message('io')).text).toContain('D1:digit:1');
    board.publish('ioact', 'D1:act:1');
    await expect.poll(() => last(chat)).toMatch(/^Pump on, done in/);
    chat.write('siren on');
    expect((await board.message('io')).text).toBe('D2:digit:1');
    board.destroy();
    await expect
      .poll(() => last(chat))
      .toBe('Siren on: not delivered. The connection broke before the board answered.');
  });

  test('requests which output is meant, and confirms one that is locked', async () => {
    const [north, south] = [await newDevice(ann, 'North'), await newDevice(ann, 'South')];
    await setUp(ann, north, 'D1', { name: 'Fan' });
    await setUp(ann, south, 'D1', { name: 'Fan', locked: true });
    const question = await replyTo(chat, () => chat.write('fan on'));
    expect(question.buttons.map(({ text }) => text)).toEqual(['Fan · North', 'Fan · South']);
    chat.press(question.buttons[1]?.callback_data ?? '', question);
    await expect.poll(() => last(chat)).toBe('Switch Fan of South on?');
    chat.press(chat.messages().at(-1)?.buttons[0]?.callback_data ?? '', chat.messages().at(-1));
    expect((await south.board.message('io')).text).toBe('D1:digit:1');
    south.board.publish('ioact', 'D1:act:1');
    await expect.poll(() => last(chat)).toMatch(/^Fan on, done in/);
    chat.write('north fan off');
    expect((await north.board.message('io')).text).toBe('D1:digit:0');
    north.board.publish('ioact', 'D1:act:0');
    await expect.poll(() => last(chat)).toMatch(/^Fan off, done in/);
  });

  test('switches events that are switches', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    const label = 'a very long name of an event';
    const event = {
      label,
      widget: 'switch',
      min: null,
      max: null,
      step: null,
      choices: [],
      locked: false,
      momentary: false,
    };
    const name = 'เปิดปั๊มน้ำในโรงเรือนใหญ่';
    expect((await ann.api('PUT', `/api/device/${device.espid}/events/${encodeURIComponent(name)}`, event)).status).toBe(
      200,
    );
    chat.write(`${label} on`);
    expect((await device.board.message('event')).text).toBe(`Event:${name}:1`);
  });

  test('gets what happens, in bold and without markup, links or mentions of others', async () => {
    const { board } = await newDevice(ann, '*Pond* <b>@everyone</b> https://evil.example evil.com');
    const rule = {
      ...{ name: null, enabled: true, severity: 'critical', scope: { kind: 'all' } },
      condition: {
        kind: 'limit',
        key: 'temp',
        comparison: '>',
        threshold: 30,
        release: null,
        forSeconds: 0,
        clearSeconds: 0,
      },
    };
    expect((await ann.api('POST', '/api/alert-rules', rule)).status).toBe(201);
    await board.puback(board.publish('data/update', JSON.stringify({ temp: 34 }), 1));
    await expect.poll(() => last(chat)).toContain('34');
    const { text, payload } = chat.messages().at(-1) ?? { text: '', payload: {} as Record<string, unknown> };
    const [bold] = payload.entities as { type: string; offset: number; length: number }[];
    expect(bold).toMatchObject({ type: 'bold', offset: 0 });
    expect(text.slice(0, bold?.length)).toContain('*Pond* <b>@\u200Beveryone</b>');
    expect(text).not.toMatch(/@everyone|https:\/\/evil|evil\.com/);
    expect(text).toContain(server.http);
    expect(await replyText(chat, 'alerts')).toContain('(critical, for');
    const { body } = await ann.api('GET', '/api/notifications/messages');
    expect(body.messages[0].deliveries).toContainEqual(
      expect.objectContaining({ kind: 'telegram', state: 'accepted' }),
    );
  });
});

/** A device that is too hot, and the message about it. */
async function newAlert(user: TestUser, person: Person, name = 'Greenhouse'): Promise<TelegramMessage> {
  const { board } = await newDevice(user, name);
  const condition = { key: 'temp', comparison: '>', threshold: 30, release: null, forSeconds: 0, clearSeconds: 0 };
  const rule = { name: null, enabled: true, severity: 'critical', scope: { kind: 'all' } };
  await user.api('POST', '/api/alert-rules', { ...rule, condition: { kind: 'limit', ...condition } });
  await board.puback(board.publish('data/update', JSON.stringify({ temp: 34 }), 1));
  const isAlert = ({ buttons }: TelegramMessage) => buttons.length > 0;
  await expect.poll(() => person.messages().filter(isAlert).length).toBe(1);
  const [message] = person.messages().filter(isAlert);
  if (!message) throw new Error('There is no message.');
  return message;
}
const openAlerts = async (user: TestUser) => (await user.api('GET', '/api/alerts')).body.alerts;

describe('buttons of a message', () => {
  test('acknowledge and snooze its alert as the person', async () => {
    const message = await newAlert(ann, chat);
    expect(message.buttons.map(({ text }) => text)).toEqual(['Acknowledge', 'Snooze 1 h']);
    const [acknowledge, snooze] = message.buttons.map(({ callback_data: data }) => data ?? '');
    const snoozed = await replyTo(chat, () => chat.press(snooze ?? '', message));
    expect(snoozed.text).toBe('Nobody is notified of this alert for 1 hour.');
    expect((await openAlerts(ann))[0].mutedUntil).toBeGreaterThan(Date.now());
    const acknowledged = await replyTo(chat, () => chat.press(acknowledge ?? '', message));
    expect(acknowledged.text).toBe('Alert acknowledged.');
    expect(await openAlerts(ann)).toMatchObject([{ state: 'acknowledged', acknowledgedBy: ann.email }]);
    expect(telegram.sent.find(({ id }) => id === message.id)).toMatchObject({ buttons: [], text: message.text });
    const again = await replyTo(chat, () => chat.press(acknowledge ?? '', message));
    expect(again.text).toBe('Somebody has acknowledged it already.');
  });

  test('do nothing for another account, another chat of the account, or a chat that was removed', async () => {
    const message = await newAlert(ann, chat);
    const data = message.buttons[0]?.callback_data ?? '';
    const other = await connect(await newUser(), 'Other');
    expect((await replyTo(other, () => other.press(data, message))).text).toContain('too old');
    const second = await connect(ann, 'Second');
    expect((await replyTo(second, () => second.press(data, message))).text).toContain('too old');
    const stranger = telegram.person('Stranger');
    expect((await replyTo(stranger, () => stranger.press(data, message))).text).toContain('not connected');
    expect(await replyText(chat, 'stop')).toContain('Disconnected');
    expect((await replyTo(chat, () => chat.press(data, message))).text).toContain('not connected');
    await replyText(chat, `/start ${await codeOf(ann)}`);
    expect((await replyTo(chat, () => chat.press(data, message))).text).toContain('too old');
    expect((await openAlerts(ann))[0].state).toBe('active');
  });
});

describe('attacks', () => {
  test('a chat that was removed from the account hears nothing and does nothing', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    await setUp(ann, device, 'D1', { name: 'Fan' });
    const question = await replyTo(chat, () => chat.write('green'));
    const [contact] = (await contactsOf(ann)).filter(({ kind }: { kind: string }) => kind === 'telegram');
    await device.board.end();
    expect(await replyText(chat, 'fan on')).toContain('offline');
    await ann.api('DELETE', `/api/notifications/contacts/${contact.id}`);
    expect(await replyText(chat, 'fan on')).toContain('not connected');
    chat.press(question.buttons[0]?.callback_data ?? 'd:1', question);
    await telegram.confirmed();
    const { board } = await server.board({
      espid: device.espid,
      username: `${ann.email}/${await ann.connectionKey()}`,
    });
    await board.subscribe();
    expect((await board.message('io')).text).toContain('D1:digit:1');
    board.publish('ioact', 'D1:act:1');
    expect(await replyText(chat, 'status')).toContain('not connected');
    expect(chat.messages().some(({ text }) => /done in/.test(text))).toBe(false);
  });

  test('a blocked bot makes the delivery fail for good, with a sentence', async () => {
    const contact = (await contactsOf(ann)).at(-1);
    chat.block();
    const { body } = await ann.api('POST', `/api/notifications/contacts/${contact.id}/test`);
    expect(body).toMatchObject({
      state: 'failed',
      nextAt: null,
      reason: expect.stringContaining('blocked or removed'),
    });
  });

  test('Telegram is left alone for as long as it requests', async () => {
    const contact = (await contactsOf(ann)).at(-1);
    telegram.refuse(`sendMessage ${chat.id}`, {
      error_code: 429,
      description: 'Too Many Requests: retry after 300',
      parameters: { retry_after: 300 },
    });
    const { body } = await ann.api('POST', `/api/notifications/contacts/${contact.id}/test`);
    expect(body).toMatchObject({ state: 'queued', reason: expect.stringContaining('429') });
    expect(body.nextAt - body.log[0].at).toBeGreaterThanOrEqual(300_000);
  });

  test('what somebody else owns is not found, shown or switched, also by forged buttons', async () => {
    const other = await newUser();
    const secret = await newDevice(other, 'Vault');
    await setUp(other, secret, 'D1', { name: 'Gate' });
    const theirs = await connect(other, 'Owner');
    const choice = await replyTo(theirs, () => theirs.write('vault'));
    expect(choice.text).toContain('Vault: online');
    expect(await replyText(chat, 'vault')).toContain('I know no device');
    expect(await replyText(chat, 'gate on')).toContain('no outputs yet');
    const { rows } = await server.database.pool.query('SELECT id FROM devices WHERE espid = $1', [secret.espid]);
    const forged = [
      `d:${rows[0].id}`,
      `s:${rows[0].id}:AAAAAAAAAAA:1:s`,
      'g:1',
      'x',
      '',
      's:1:1',
      'd:99999999999',
      '🦄'.repeat(16),
    ];
    const before = chat.messages().length;
    for (const data of forged) chat.press(data);
    await expect.poll(() => chat.messages().length).toBe(before + forged.length);
    expect(
      chat
        .messages()
        .slice(before)
        .some(({ text }) => /Vault|Gate/.test(text)),
    ).toBe(false);
    expect(secret.board.received.some((packet) => packet.cmd === 'publish' && packet.topic.endsWith('/io'))).toBe(
      false,
    );
  });

  test('somebody with whom a device is shared to look at cannot switch it', async () => {
    const other = await newUser();
    const device = await newDevice(other, 'Pumphouse');
    await setUp(other, device, 'D1', { name: 'Pump' });
    await other.api('POST', `/api/device/${device.espid}/shares`, {
      email: ann.email,
      role: 'viewer',
      expiresAt: null,
    });
    const [offer] = (await ann.api('GET', '/api/offers')).body.offers;
    await ann.api('POST', `/api/offers/${offer.id}/accept`);
    expect(await replyText(chat, 'pumphouse')).toContain('Pumphouse: online');
    expect(await replyText(chat, 'pump on')).toContain('You may only view Pumphouse');
  });

  test('what was written or pressed while no server ran does not happen any more', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    await setUp(ann, device, 'D1', { name: 'Fan' });
    chat.write('fan on', { date: Math.floor(Date.now() / 1_000) - 600 });
    await expect.poll(() => last(chat)).toContain('reached the server late');
    telegram.push({
      callback_query: {
        ...{ id: 'old', from: chat.from, chat_instance: '1', data: 'd:1' },
        message: { message_id: 1, date: 1, chat: { id: chat.id, type: 'private' } },
      },
    });
    await telegram.confirmed();
    expect(await replyText(chat, 'status')).toContain('1 device');
    const { body } = await ann.api('GET', `/api/device/${device.espid}/commands?kind=output&target=D1`);
    expect(body.commands).toEqual([]);
  });

  test('a flood is ignored after the 20th message of a minute', async () => {
    const flooding = await connect(await newUser(), 'Flood');
    for (let n = 0; n < 60; n += 1) flooding.write('status');
    await telegram.confirmed();
    expect(await replyText(chat, 'status')).toContain('no devices yet');
    await expect.poll(() => flooding.messages().length).toBe(20);
    expect(flooding.messages().filter(({ text }) => text.startsWith('Too many messages'))).toHaveLength(1);
  });

  test('what is too long, empty, or no text is harmless', async () => {
    expect(await replyText(chat, 'x'.repeat(4_096))).toBe('Write at most 300 characters.');
    expect(await replyText(chat, '/start')).toContain('You can write');
    expect(await replyText(chat, '\u202E \uD800 %s on')).toContain('no outputs yet');
    telegram.push({
      message: { message_id: 1, date: 1, chat: { id: chat.id, type: 'private' }, from: chat.from, sticker: {} },
    });
    telegram.push({ message: { message_id: 1, date: 1, chat: { id: -1, type: 'channel' }, text: 'status' } });
    telegram.push({ poll: {} });
    expect(await replyText(chat, 'help')).toContain('You can write');
  });
});

describe('a group', () => {
  test('gets messages, and only the person who connected it can request something', async () => {
    const user = await newUser();
    const [owner, guest] = [telegram.person('Owner'), telegram.person('Guest')];
    const group = telegram.group('Farm team');
    const code = await codeOf(user);
    const joined = await replyTo(group, () => group.write(owner.from, `/start@farm_bot ${code}`));
    expect(joined.text).toContain('only that person');
    expect(joined.text).not.toContain('@');
    expect((await contactsOf(user)).at(-1)).toMatchObject({ name: 'Farm team', place: 'a group' });
    await newDevice(user, 'Barn');
    const before = group.messages().length;
    group.write(guest.from, '/barn');
    group.write(guest.from, '/stop@farm_bot');
    group.write(owner.from, 'barn');
    group.write(owner.from, '/barn@other_bot');
    await telegram.confirmed();
    expect((await replyTo(group, () => group.write(owner.from, '/barn'))).text).toContain('Barn: online');
    expect(group.messages()).toHaveLength(before + 1);
    const refused = await replyTo(group, () => group.press(guest.from, 'd:1'));
    expect(refused.text).toContain('Only the person who connected this group');
    expect((await replyTo(group, () => group.write(owner.from, '/stop@farm_bot'))).text).toContain('Disconnected');
  });

  test('stays connected when Telegram makes a larger one of it', async () => {
    const user = await newUser();
    const owner = telegram.person('Owner');
    const group = telegram.group('Farm team');
    const code = await codeOf(user);
    await replyTo(group, () => group.write(owner.from, `/start ${code}`));
    const [, contact] = await contactsOf(user);
    const moved = group.migrate();
    telegram.refuse(`sendMessage ${group.id}`, {
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: moved },
    });
    const { body } = await user.api('POST', `/api/notifications/contacts/${contact.id}/test`);
    expect(body.state).toBe('queued');
    expect((await user.api('POST', `/api/notifications/contacts/${contact.id}/test`)).body.state).toBe('accepted');
    expect(telegram.sent.at(-1)?.chat).toBe(moved);
  });
});

describe('fetching messages', () => {
  test('continues after Telegram was away, refused it, or another program had them', async () => {
    telegram.refuse('getUpdates', { error_code: 409, description: 'Conflict: terminated by other getUpdates request' });
    telegram.state.hasWebhook = true;
    telegram.setDown(true);
    telegram.setDown(false);
    chat.write('help');
    await expect.poll(() => last(chat)).toContain('You can write');
    expect(telegram.state.hasWebhook).toBe(false);
  });
});
