import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import {
  type LineMessage,
  type LineMessagingStandIn,
  startLineMessagingStandIn,
} from '../../../../test/stand-ins/line-messaging-stand-in.ts';

let line: LineMessagingStandIn;
let server: TestServer;
let admin: TestUser;
let serial = 0;

beforeAll(async () => {
  line = await startLineMessagingStandIn();
  server = await startTestServer(line.env);
  line.state.target = server.http;
  line.state.quota = 182;
  line.state.used = 118;
  admin = await server.signup('admin@example.com');
});
afterAll(async () => {
  await server.stop();
  await line.stop();
});

type Person = ReturnType<LineMessagingStandIn['person']>;
interface Chat {
  messages(): readonly LineMessage[];
}

/** The reply to what `write` writes, without the spaces that keep text from becoming links. */
async function replyTo(chat: Chat, write: () => Promise<number>): Promise<LineMessage> {
  const before = chat.messages().length;
  expect(await write()).toBe(200);
  await expect.poll(() => chat.messages().length).toBeGreaterThan(before);
  const reply = chat.messages()[before];
  if (!reply) throw new Error('There is no reply.');
  return { ...reply, text: reply.text.replaceAll('\u200B', '') };
}
const replyText = async (person: Person, text: string) => (await replyTo(person, () => person.write(text))).text;
const last = (chat: Chat) => chat.messages().at(-1)?.text.replaceAll('\u200B', '');

async function joinOf(user: TestUser) {
  const { status, body } = await user.api('POST', '/api/chats/line/join');
  expect(status).toBe(201);
  return body;
}
const codeOf = async (user: TestUser): Promise<string> => (await joinOf(user)).byHand.text;
async function newUser(): Promise<TestUser> {
  serial += 1;
  return server.signup(`line-${serial}@example.com`);
}
async function connect(user: TestUser, name = 'Narin'): Promise<Person> {
  const person = line.person(name);
  expect(await replyText(person, await codeOf(user))).toContain(`Connected with the account ${user.email}`);
  return person;
}
const contactOf = async (user: TestUser) =>
  (await user.api('GET', '/api/notifications/contacts')).body.contacts.find(
    ({ kind }: { kind: string }) => kind === 'line',
  );
const sendTest = async (user: TestUser) =>
  (await user.api('POST', `/api/notifications/contacts/${(await contactOf(user)).id}/test`)).body;

interface Placed {
  readonly espid: string;
  readonly board: TestBoard;
}
async function newDevice(user: TestUser, name: string): Promise<Placed> {
  const espid = nextEspid();
  const { board } = await server.board({ espid, username: `${user.email}/${await user.connectionKey()}` });
  await board.subscribe();
  await user.api('PATCH', `/api/device/${espid}`, { name });
  return { espid, board };
}
const setUp = (user: TestUser, { espid }: Placed, pin: string, name: string) =>
  user.api('PUT', `/api/device/${espid}/outputs/${pin}`, { mode: 'digit', name, locked: false, momentaryMs: null });

/** A device that is too hot, and the message about it. */
async function newAlert(user: TestUser, person: Person, name = 'Greenhouse'): Promise<LineMessage> {
  return alertOf(user, person, await newDevice(user, name));
}
async function alertOf(user: TestUser, person: Person, { board }: Placed): Promise<LineMessage> {
  const condition = { key: 'temp', comparison: '>', threshold: 30, release: null, forSeconds: 0, clearSeconds: 0 };
  const rule = { name: null, enabled: true, severity: 'critical', scope: { kind: 'all' } };
  await user.api('POST', '/api/alert-rules', { ...rule, condition: { kind: 'limit', ...condition } });
  await board.puback(board.publish('data/update', JSON.stringify({ temp: 34 }), 1));
  const isAlert = ({ buttons }: LineMessage) => buttons.length > 1;
  await expect.poll(() => person.messages().filter(isAlert).length).toBe(1);
  const [message] = person.messages().filter(isAlert);
  if (!message) throw new Error('There is no message.');
  return message;
}
const openAlerts = async (user: TestUser) => (await user.api('GET', '/api/alerts')).body.alerts;

let ann: TestUser;
let chat: Person;
beforeEach(async () => {
  ann = await newUser();
  chat = await connect(ann);
});

describe('joining', () => {
  test('gives a link that writes the message with the code, and what to do by hand', async () => {
    const user = await newUser();
    const { body } = await user.api('GET', '/api/chats');
    const known = { service: 'line', configured: true, name: '@123abcde', problem: null };
    expect(body.services).toContainEqual({ ...known, quota: null });
    // What is left of the month concerns who runs the server.
    const seen = (await admin.api('GET', '/api/chats')).body.services;
    expect(seen).toContainEqual({ ...known, quota: { limit: 300, used: 118 } });
    const { link, byHand, expiresAt } = await joinOf(user);
    expect(byHand.text).toMatch(/^connect (?:[2-9A-Z]{4}-){2}[2-9A-Z]{4}$/);
    expect(byHand.link).toBe('https://line.me/R/ti/p/%40123abcde');
    expect(link).toBe(`https://line.me/R/oaMessage/%40123abcde/?${encodeURIComponent(byHand.text)}`);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(600_000);
    const { rows } = await server.database.pool.query('SELECT * FROM chat_join_codes');
    expect(JSON.stringify(rows)).not.toContain(byHand.text.slice(8).replaceAll('-', ''));
    const person = line.person('สมชาย');
    expect(await replyText(person, byHand.text.toLowerCase())).toContain(user.email);
    expect(await contactOf(user)).toMatchObject({ kind: 'line', name: 'สมชาย', place: '', problem: null });
    const thief = line.person('Thief');
    expect(await replyText(thief, byHand.text)).toContain('used or has expired');
    expect(await replyText(thief, 'status')).toContain('not connected');
  });

  test('greets who adds the account as a friend', async () => {
    const person = line.person('New');
    expect((await replyTo(person, () => person.follow())).text).toContain('not connected');
    expect((await replyTo(chat, () => chat.follow())).text).toContain('You can write');
  });
});

describe('a connected chat', () => {
  test('switches an output, and gets the report of the board by a reply, which costs nothing', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    await setUp(ann, device, 'D1', 'Exhaust fan');
    await chat.write('fan on');
    expect((await device.board.message('io')).text).toBe('D1:digit:1');
    device.board.publish('ioact', 'D1:act:1');
    await expect.poll(() => last(chat)).toMatch(/^Exhaust fan on, done in \d+ ms$/);
    expect(chat.messages().at(-1)?.by).toBe('reply');
  });

  test('gets a report that comes late, or for which the reply token is over, as a message', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    await setUp(ann, device, 'D1', 'Pump');
    await device.board.end();
    await expect.poll(() => replyText(chat, 'status')).toContain('1 offline');
    expect(await replyText(chat, 'pump on')).toContain('is offline');
    const { board } = await server.board({
      espid: device.espid,
      username: `${ann.email}/${await ann.connectionKey()}`,
    });
    await board.subscribe();
    expect((await board.message('io')).text).toContain('D1:digit:1');
    board.publish('ioact', 'D1:act:1');
    await expect.poll(() => last(chat)).toMatch(/^Pump on, done in/);
    expect(chat.messages().at(-1)?.by).toBe('push');
    const reply = await replyTo(chat, () => chat.write('alerts', { replyToken: 'over' }));
    expect(reply).toMatchObject({ by: 'push', text: 'No open alerts.' });
  });

  test('is asked which one is meant, also where names are longer than a button', async () => {
    await newDevice(ann, 'House North with the long name');
    await newDevice(ann, 'House South with the long name');
    const question = await replyTo(chat, () => chat.write('house'));
    expect(question.text).toContain('2. House South with the long name');
    const second = question.buttons[1];
    expect(second?.label).toMatch(/^2\. House South/);
    const reply = await replyTo(chat, () => chat.press(second?.data ?? ''));
    expect(reply.text).toContain('House South with the long name: online');
  });

  test('acknowledges and snoozes with the buttons of a message', async () => {
    const message = await newAlert(ann, chat);
    expect(message.buttons.map(({ label }) => label)).toEqual(['Acknowledge', 'Snooze 1 h', 'Open in Cyno']);
    expect(message.buttons[2]?.uri).toContain(server.http);
    const [acknowledge, snooze] = message.buttons.map(({ data }) => data ?? '');
    expect((await replyTo(chat, () => chat.press(snooze ?? ''))).text).toContain('for 1 hour');
    expect((await replyTo(chat, () => chat.press(acknowledge ?? ''))).text).toBe('Alert acknowledged.');
    expect(await openAlerts(ann)).toMatchObject([{ state: 'acknowledged', acknowledgedBy: ann.email }]);
  });

  test('switches an output with the button of a message, and gets the report of the board', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    await setUp(ann, device, 'D1', 'Exhaust fan');
    const { buttons } = await alertOf(ann, chat, device);
    const fan = buttons.find(({ label }) => label === 'Exhaust fan on');
    await chat.press(fan?.data ?? '');
    expect((await device.board.message('io')).text).toBe('D1:digit:1');
    device.board.publish('ioact', 'D1:act:1');
    await expect.poll(() => last(chat)).toMatch(/^Exhaust fan on, done in \d+ ms$/);
  });

  test('gets names without links or markup', async () => {
    const message = await newAlert(ann, chat, '*Pond* <b>@everyone</b> https://evil.example');
    expect(message.payload).toMatchObject({ type: 'flex' });
    // A card has plain text, of which LINE makes no links; what stands outside of it must not become one.
    expect(message.payload.altText).not.toContain('https://');
    expect(message.text).toContain('*Pond* <b>@everyone</b>');
    const status = await replyTo(chat, () => chat.write('evil'));
    expect(status.text).toContain('*Pond*');
    expect(chat.messages().at(-1)?.text).not.toMatch(/https:\/\/|evil\.example/);
  });
});

describe('deliveries', () => {
  test('carry the key of the message, so that one whose response was lost is not sent twice', async () => {
    line.state.losesResponseTo = chat.id;
    const lost = await sendTest(ann);
    expect(lost).toMatchObject({ state: 'queued', reason: 'LINE could not be reached.' });
    expect(chat.messages().at(-1)?.retryKey).toMatch(/^[\da-f-]{36}$/);
    const before = chat.messages().length;
    await server.database.pool.query('UPDATE notification_deliveries SET next_at = 0 WHERE id = $1', [lost.id]);
    const state = async () =>
      (await ann.api('GET', '/api/notifications/messages')).body.messages[0].deliveries.find(
        ({ id }: { id: number }) => id === lost.id,
      );
    await expect.poll(state).toMatchObject({ state: 'accepted' });
    expect((await state()).log.at(-1).result).toBe('LINE had taken it already.');
    expect(chat.messages()).toHaveLength(before);
  });

  test('are sent once more when a person requests that, also where LINE had taken them', async () => {
    const first = await sendTest(ann);
    const before = chat.messages();
    const again = await ann.api('POST', `/api/notifications/deliveries/${first.id}/send-again`);
    expect(again.body.log.at(-1).result).toBe('LINE took it.');
    expect(chat.messages()).toHaveLength(before.length + 1);
    expect(chat.messages().at(-1)?.retryKey).not.toBe(before.at(-1)?.retryKey);
  });

  const refusals = [
    [400, 'Failed to send messages', 'failed', 'LINE refused it: Failed to send messages'],
    [401, 'Authentication failed', 'queued', 'access token'],
    [403, 'Access to this API is not available for your account', 'queued', '(403)'],
    [429, 'The API rate limit has been exceeded. Try again later.', 'queued', 'no more messages for now'],
    [429, 'You have reached your monthly limit.', 'failed', 'for this month'],
    [500, 'Internal error', 'queued', '500'],
  ] as const;
  test.each(refusals)('say why LINE refused them: %i %s', async (status, message, state, reason) => {
    line.refuse(chat.id, { status, message });
    expect(await sendTest(ann)).toMatchObject({ state, reason: expect.stringContaining(reason) });
  });

  test('fail when the month of the official account is used up', async () => {
    line.state.quota = 0;
    expect(await sendTest(ann)).toMatchObject({ state: 'failed', nextAt: null });
    line.state.quota = Number.POSITIVE_INFINITY;
    expect(await sendTest(ann)).toMatchObject({ state: 'accepted' });
  });

  test('fail with a sentence while the person blocks the account, which only a webhook reports', async () => {
    await chat.block();
    await expect
      .poll(() => sendTest(ann))
      .toMatchObject({ state: 'failed', reason: expect.stringContaining('blocked') });
    chat.hearsAgain();
    await replyTo(chat, () => chat.follow());
    expect(await sendTest(ann)).toMatchObject({ state: 'accepted' });
    // A webhook that comes late reports what was before.
    await chat.block(Date.now() - 60_000);
    chat.hearsAgain();
    await replyTo(chat, () => chat.write('help'));
    expect(await sendTest(ann)).toMatchObject({ state: 'accepted' });
  });
});

describe('webhooks', () => {
  test('are refused that LINE did not sign, or signed for another body', async () => {
    const event = line.eventOf(chat.source, line.textOf('stop'));
    for (const options of [
      { secret: 'a'.repeat(32) },
      { signature: null },
      { signature: '' },
      { signature: 'AAAA' },
      { signature: `${'A'.repeat(43)}=` },
      { signature: '%'.repeat(44) },
    ])
      expect(await line.post([event], options)).toBe(400);
    expect(await line.post([event])).toBe(200);
    // One that had been taken for “stop” would have disconnected it before.
    await expect.poll(() => last(chat)).toContain('Disconnected');
  });

  test('are refused when they are no JSON, too large, or too many events', async () => {
    expect(await line.post([], { body: '{' })).toBe(400);
    expect(await line.post([], { body: '[]' })).toBe(400);
    expect(await line.post([], { body: '{"events":5}' })).toBe(400);
    expect(await line.post([], { body: `{"events":[${Array(101).fill('{}').join()}]}` })).toBe(400);
    expect(await line.post([], { body: ' '.repeat(256 * 1_024 + 1) })).toBe(413);
    // What LINE sends when somebody presses “Verify”.
    expect(await line.post([])).toBe(200);
  });

  test('are followed once, however often they come', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    await setUp(ann, device, 'D1', 'Fan');
    const event = line.eventOf(chat.source, line.textOf('fan on'));
    expect(await Promise.all([line.post([event, event]), line.post([event])])).toEqual([200, 200]);
    expect(await line.post([{ ...event, deliveryContext: { isRedelivery: true } }])).toBe(200);
    expect((await device.board.message('io')).text).toBe('D1:digit:1');
    device.board.publish('ioact', 'D1:act:1');
    await expect.poll(() => last(chat)).toMatch(/^Fan on, done/);
    await replyTo(chat, () => chat.write('help'));
    const { body } = await ann.api('GET', `/api/device/${device.espid}/commands?kind=output&target=D1`);
    expect(body.commands).toHaveLength(1);
  });

  test('that come late do nothing, whether something was written or pressed', async () => {
    const device = await newDevice(ann, 'Greenhouse');
    await setUp(ann, device, 'D1', 'Fan');
    const late = { timestamp: Date.now() - 600_000, deliveryContext: { isRedelivery: true } };
    expect((await replyTo(chat, () => chat.write('fan on', late))).text).toContain('reached the server late');
    expect((await replyTo(chat, () => chat.press('a:b', late))).text).toContain('reached the server late');
    const { body } = await ann.api('GET', `/api/device/${device.espid}/commands?kind=output&target=D1`);
    expect(body.commands).toEqual([]);
  });

  test('about what nobody can handle change nothing', async () => {
    const before = line.sent.length;
    const odd = [
      { type: 'message', message: { id: '1', type: 'sticker' } },
      { type: 'videoPlayComplete' },
      { type: 'message', message: { type: 'text', text: 5 } },
      { ...line.textOf('help'), mode: 'standby' },
      { ...line.textOf('help'), source: { type: 'other' } },
      { ...line.textOf('help'), webhookEventId: '' },
      { type: 'postback', postback: { data: 'x'.repeat(301) } },
    ];
    expect(await line.post([...odd.map((more) => line.eventOf(chat.source, more)), {}, []])).toBe(200);
    await replyTo(chat, () => chat.write('help'));
    expect(line.sent).toHaveLength(before + 1);
  });

  test('are answered when there is no LINE', async () => {
    const other = await startTestServer();
    line.state.target = other.http;
    expect(await line.post([])).toBe(400);
    const user = await other.signup('admin@example.com');
    const { body } = await user.api('GET', '/api/chats');
    expect(body.services).toContainEqual(expect.objectContaining({ service: 'line', configured: false }));
    line.state.target = server.http;
    await other.stop();
  });
});

describe('attacks', () => {
  test('the button of another account or of a chat that was removed does nothing', async () => {
    const message = await newAlert(ann, chat);
    const data = message.buttons[0]?.data ?? '';
    const other = await connect(await newUser(), 'Other');
    expect((await replyTo(other, () => other.press(data))).text).toContain('too old');
    const stranger = line.person('Stranger');
    expect((await replyTo(stranger, () => stranger.press(data))).text).toContain('not connected');
    await ann.api('DELETE', `/api/notifications/contacts/${(await contactOf(ann)).id}`);
    expect((await replyTo(chat, () => chat.press(data))).text).toContain('not connected');
    expect((await openAlerts(ann))[0].state).toBe('active');
  });

  test('somebody who is not connected costs the official account no message', async () => {
    const stranger = line.person('Stranger');
    await stranger.write('help', { replyToken: 'over' });
    await replyTo(stranger, () => stranger.write('help'));
    expect(stranger.messages()).toHaveLength(1);
  });

  test('a code that was guessed connects nothing', async () => {
    const { rows } = await server.database.pool.query(
      "SELECT count(*)::int AS n FROM contact_points WHERE kind = 'line'",
    );
    const person = line.person('Guess');
    expect(await replyText(person, 'connect AAAA-AAAA-AAAA')).toContain('used or has expired');
    expect(await replyText(person, `connect ${'A'.repeat(20)}`)).toContain('used or has expired');
    const after = await server.database.pool.query("SELECT count(*)::int AS n FROM contact_points WHERE kind = 'line'");
    expect(after.rows).toEqual(rows);
  });
});

describe('a group', () => {
  test('gets messages, and only the person who connected it can request something', async () => {
    const user = await newUser();
    const [owner, guest] = [line.person('Owner'), line.person('Guest')];
    const group = line.group('Farm team');
    const code = await codeOf(user);
    const joined = await replyTo(group, () => group.write(owner, code));
    expect(joined.text).toContain('only that person');
    expect(await contactOf(user)).toMatchObject({ name: 'Farm team', place: 'a group' });
    await newDevice(user, 'Barn');
    const before = group.messages().length;
    for (const [who, text] of [
      [guest, '/barn'],
      [guest, '/stop'],
      [owner, 'barn'],
      [null, '/barn'],
    ] as const)
      expect(await group.write(who, text)).toBe(200);
    expect((await replyTo(group, () => group.write(owner, '/barn'))).text).toContain('Barn: online');
    const mention = { mentionees: [{ type: 'user', index: 0, length: 5, isSelf: true }] };
    expect((await replyTo(group, () => group.write(owner, '@Farm barn', { mention }))).text).toContain('Barn: online');
    expect(group.messages()).toHaveLength(before + 2);
    expect((await replyTo(group, () => group.press(guest, 'd:1'))).text).toContain('Only the person who connected');
    expect((await replyTo(group, () => group.press(null, 'd:1'))).text).toContain('Only the person who connected');
    await group.leave();
    await expect
      .poll(() => sendTest(user))
      .toMatchObject({ state: 'failed', reason: expect.stringContaining('removed') });
  });
});
