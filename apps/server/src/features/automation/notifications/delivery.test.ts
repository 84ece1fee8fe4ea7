import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
let email: string;
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
  email = `ann-${serial}@example.com`;
  ann = await world.person(email);
  service.requests.length = 0;
});

const many = (count: number, given: Parameters<typeof newEvent>[1] = {}) =>
  Array.from({ length: count }, () => newEvent(ann.id, given));
const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to.includes(address));
const subjects = (address = email) => mailsTo(address).map(({ headers }) => headers.get('subject'));

describe('mail', () => {
  test('goes to the own address and to those that agreed, and says what, since when and where', async () => {
    await world.database.pool.query(
      `INSERT INTO notification_addresses (account_id, email, confirmed_at) VALUES ($1, $2, now()), ($1, $3, null)`,
      [ann.id, `helper-${serial}@example.com`, `stranger-${serial}@example.com`],
    );
    await world.queue(newEvent(ann.id, { subject: 'Pond is too warm', link: '/device/E1/Alerts' }));
    await world.pass();
    expect(subjects()).toEqual(['Pond is too warm']);
    expect(subjects(`helper-${serial}@example.com`)).toEqual(['Pond is too warm']);
    expect(subjects(`stranger-${serial}@example.com`)).toEqual([]);
    const [mail] = mailsTo(email);
    expect(mail?.text).toContain('Temperature was 34 °C, above 30 °C for 5 minutes.');
    expect(mail?.text).toContain('https://cyno.test/device/E1/Alerts');
    const [message] = await ann.messages();
    expect(message.deliveries.map(({ state }: { state: string }) => state)).toEqual(['accepted', 'accepted']);
    const { contacts } = (await ann.api('GET', '/api/notifications/contacts')).body;
    expect(contacts.map(({ problem }: { problem: string | null }) => problem)).toEqual([
      null,
      null,
      expect.stringContaining('Not confirmed yet'),
    ]);
  });

  test('that is sent a second time is recognized by its id', async () => {
    await world.queue(newEvent(ann.id));
    await world.pass();
    const [message] = await ann.messages();
    await ann.api('POST', `/api/notifications/deliveries/${message.deliveries[0].id}/send-again`);
    const ids = mailsTo(email).map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('whose text tries to be markup stays text', async () => {
    await world.queue(newEvent(ann.id, { subject: '<b>Pond</b>\r\nBcc: a@b.example', text: '<img src=x onerror=1>' }));
    await world.pass();
    const [mail] = mailsTo(email);
    expect(mail?.headers.get('subject')).toBe('<b>Pond</b> Bcc: a@b.example');
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('&lt;img src=x onerror=1&gt;');
  });
});

test('in another language is bounded as in English, and one line stays one', async () => {
  await world.database.pool.query(`UPDATE accounts SET language = 'th' WHERE id = $1`, [ann.id]);
  const th = { subject: 'บ่อ\r\nBcc: a@b.example'.padEnd(400, 'ก'), text: 'ร้อน'.repeat(1_000), what: null };
  await world.queue(newEvent(ann.id, { translations: { th }, since: null }));
  await world.pass();
  const [mail] = mailsTo(email);
  expect(mail?.headers.get('subject')).toMatch(/^บ่อ Bcc: a@b\.example/);
  expect(mail?.headers.has('bcc')).toBe(false);
  const [message] = await ann.messages();
  expect([message.subject.length, message.text.length]).toEqual([200, 2_000]);
});

test('what cannot be made into a message holds up nobody else, and is tried again', async () => {
  const bob = await world.person(`bob-${serial}@example.com`);
  const noInstant = Number.MAX_SAFE_INTEGER;
  await world.queue(...many(2, { at: noInstant }));
  await world.queue(newEvent(bob.id));
  await world.pass();
  expect([await ann.messages(), await bob.messages()]).toMatchObject([[], [{ deliveries: [{ state: 'accepted' }] }]]);
  await world.database.pool.query('UPDATE notification_events SET at = 0 WHERE at = $1', [noInstant]);
  await world.pass(61_000);
  expect(await ann.messages()).toMatchObject([{ events: 2 }]);
});

test('without a mail server nothing is said to be sent', async () => {
  const without = await startTestNotifications();
  const bob = await without.person('bob@example.com');
  await without.queue(newEvent(bob.id));
  await without.pass();
  expect((await bob.messages())[0].deliveries).toEqual([]);
  const { contacts } = (await bob.api('GET', '/api/notifications/contacts')).body;
  expect(contacts[0].problem).toContain('SMTP_URL');
  expect(await without.outboxMails()).toEqual([]);
  await without.stop();
});

describe('what happens together is told together', () => {
  test('23 devices of a group in one message', async () => {
    await world.queue(...many(23, { group: 'Greenhouse A', what: 'went offline', at: Date.UTC(2026, 10, 1, 14, 3) }));
    await world.pass();
    expect(subjects()).toEqual(['23 devices of Greenhouse A went offline at 14:03 – probably its network']);
    expect((await ann.messages())[0]).toMatchObject({
      events: 23,
      link: '/alerts?show=history&severity=warning&time=days&from=2026-11-01',
    });
  });

  test('10,000 devices in one message a person', async () => {
    await world.queue(...many(10_000, { group: 'Farm', what: 'went offline' }));
    await world.pass();
    expect(subjects()).toEqual([expect.stringMatching(/^10000 devices of Farm went offline/)]);
  });

  test('devices of many groups in one message, and in one reminder', async () => {
    for (let house = 1; house <= 25; house += 1) {
      await world.queue(...many(4, { group: `House ${house}`, what: 'went offline', severity: 'critical' }));
      await world.pass(400);
    }
    await world.pass();
    expect(subjects()).toEqual([expect.stringMatching(/^100 devices went offline at/)]);
    await world.pass(30 * 60_000);
    expect(subjects()[1]).toMatch(/^Still: 100 devices went offline at/);
  });

  test('groups, severities and owners are told apart', async () => {
    const owner = await world.person(`owner-${serial}@example.com`);
    const theirs = newEvent(owner.id, { recipients: [ann.id] });
    world.shared.add(`${ann.id} ${theirs.espid}`);
    await world.queue(
      ...many(2, { group: 'A' }),
      ...many(2, { group: 'B' }),
      ...many(2, { group: 'A', severity: 'critical' }),
      theirs,
    );
    await world.pass();
    expect(subjects()).toHaveLength(4);
  });

  test('what still comes is waited for, but not for long', async () => {
    for (let n = 0; n < 7; n += 1) {
      await world.queue(...many(1, { group: 'A' }));
      await world.pass(2_000);
      expect(subjects()).toEqual([]);
    }
    await world.queue(...many(1, { group: 'A' }));
    await world.pass(2_000);
    expect(subjects()).toEqual([expect.stringMatching(/^8 devices of A/)]);
  });
});

describe('nothing is told twice or to the wrong person', () => {
  test('an event of the same key is ignored, also in the same call', async () => {
    const event = newEvent(ann.id);
    await world.queue(event, event);
    await world.pass();
    await world.queue(event);
    await world.pass();
    expect(subjects()).toHaveLength(1);
  });

  test('what was rolled back never happened', async () => {
    const rolledBack = world.database.orm.transaction(async (within) => {
      await world.queueWithin(within, ...many(1));
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await world.pass();
    expect([subjects(), await ann.messages()]).toEqual([[], []]);
  });

  test('whose share ended while it waited is not notified', async () => {
    const owner = await world.person(`owner-${serial}@example.com`);
    const event = newEvent(owner.id, { recipients: [owner.id, ann.id] });
    world.shared.add(`${ann.id} ${event.espid}`);
    await world.queue(event);
    world.shared.clear();
    await world.pass();
    expect(subjects(`owner-${serial}@example.com`)).toHaveLength(1);
    expect([subjects(), await ann.messages()]).toEqual([[], []]);
  });

  test('an account that is gone keeps nobody from being notified', async () => {
    await world.queue(newEvent(ann.id, { recipients: [2_000_000_000, ann.id] }));
    await world.pass();
    expect(subjects()).toHaveLength(1);
  });

  test('two servers tell and send each message once', async () => {
    await ann.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/hook` } });
    const other = await world.another();
    for (let n = 0; n < 5; n += 1) {
      await world.queue(...many(3, { group: `G${n}` }));
      world.clock.at += 4_000;
      await Promise.all([world.deliver(), other.deliver()]);
      await Promise.all([world.deliver(), other.deliver()]);
    }
    expect(subjects()).toHaveLength(5);
    expect(service.requests).toHaveLength(5);
  });
});

describe('a server that is killed', () => {
  /** What is left when a server is killed while it sends: the delivery is claimed, and nobody settles it. */
  test('while it sends: the message is sent again with its key, when nobody can be at it any more', async () => {
    await ann.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/hook` } });
    await world.queue(newEvent(ann.id));
    await world.pass();
    const [first] = service.requests;
    await world.database.pool.query(
      `UPDATE notification_deliveries SET state = 'sent', next_at = $2, finished_at = null WHERE account_id = $1 AND kind = 'webhook'`,
      [ann.id, world.clock.at + 60_000],
    );
    await world.pass(59_000);
    expect(service.requests).toHaveLength(1);
    await world.pass(1_000);
    expect(service.requests).toHaveLength(2);
    expect(service.requests[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const [message] = await ann.messages();
    expect(message.deliveries.map(({ state }: { state: string }) => state)).toEqual(['accepted', 'accepted']);
  });
});

test('the links of all attempts whose mail may have arrived are good until one is used', async () => {
  await world.queue(newEvent(ann.id));
  await world.pass();
  for (let n = 0; n < 2; n += 1) {
    // As when the mail server took it and its response was lost.
    await world.database.pool.query(
      `UPDATE notification_deliveries SET state = 'sent', next_at = $2, finished_at = NULL WHERE account_id = $1`,
      [ann.id, world.clock.at],
    );
    await world.pass();
  }
  const tokens = mailsTo(email).map(({ text }) => /\/message#([\w-]+)/.exec(text)?.[1] ?? '');
  const good = async () => (await Promise.all(tokens.map((token) => world.tokens.find(token)))).filter(Boolean);
  expect(await good()).toHaveLength(3);
  const [first = ''] = tokens;
  await expect(world.tokens.use(first, () => Promise.reject(new Error('It fails.')))).rejects.toThrow('It fails.');
  expect(await good()).toHaveLength(3);
  expect(await world.tokens.use(first, async () => 'done')).toMatchObject({ result: 'done' });
  expect(await good()).toEqual([]);
});

test('who does not respond holds up nobody else', async () => {
  const slow = await startHttpService();
  slow.hold();
  for (let n = 0; n < 6; n += 1) await ann.add({ name: 'Slow', target: { kind: 'webhook', url: slow.url } });
  const bob = await world.person(`bob-${serial}@example.com`);
  await bob.add({ name: 'Quick', target: { kind: 'webhook', url: `${service.url}/bob` } });
  await world.queue(newEvent(ann.id), newEvent(bob.id));
  world.clock.at += 4_000;
  const delivered = world.deliver();
  await expect.poll(() => service.requests.length).toBe(1);
  slow.release();
  await delivered;
  await world.pass();
  await slow.stop();
});

describe('floods', () => {
  test('45 warnings an hour, then one message that tells the rest', async () => {
    // What is held back is counted by day: hours pass here, and all of them are of one.
    world.clock.at = Math.ceil(world.clock.at / dayMs) * dayMs + dayMs / 2;
    for (let n = 0; n < 60; n += 1) {
      await world.queue(...many(1, { group: `G${n}` }));
      await world.pass();
    }
    expect(subjects()).toHaveLength(45);
    const [, hour, minute] =
      /Further ones come as one, at about (\d+):(\d+)/.exec(mailsTo(email).at(-1)?.text ?? '') ?? [];
    const summaryAt = Math.floor(world.clock.at / dayMs) * dayMs + (Number(hour) * 60 + Number(minute)) * 60_000;
    await world.queue(newEvent(ann.id, { severity: 'critical', subject: 'Tank is empty' }));
    await world.pass();
    expect(subjects()).toHaveLength(46);
    await world.pass(summaryAt - 1 - world.clock.at);
    expect(subjects().filter((subject) => !subject?.startsWith('Still:'))).toHaveLength(46);
    await world.pass(60_001);
    expect(subjects().filter((subject) => !subject?.startsWith('Still:'))).toHaveLength(47);
    const summary = (await ann.messages()).find(({ events }: { events: number }) => events > 1);
    expect(summary.events).toBe(15);
    const heldToday = async () => (await ann.api('GET', '/api/notifications/messages')).body.heldToday;
    expect(await heldToday()).toBe(15);
    await world.pass(dayMs);
    expect(await heldToday()).toBe(0);
  });

  test('one that goes on holds nothing back for more than two hours, and keeps to the messages of an hour', async () => {
    const { body: policy } = await ann.api('GET', '/api/notifications/policy');
    const critical = { ...policy.critical, repeatMinutes: null };
    expect((await ann.api('PUT', '/api/notifications/policy', { ...policy, critical })).status).toBe(200);
    const begin = world.clock.at;
    for (let n = 0; world.clock.at < begin + 3 * hourMs; n += 1) {
      const severity = n % 3 === 0 ? 'warning' : 'critical';
      await world.queue(...many(1, { severity, group: `G${n}`, at: world.clock.at }));
      // At no regular intervals: a place that becomes free is taken by what comes next.
      await world.pass(4_000 + ((n * 7_919) % 72_000));
    }
    const { rows } = await world.database.pool.query(
      `SELECT queued_at::float8 AS queued, at::float8 AS notified
       FROM notification_recipients AS recipient LEFT JOIN notification_messages AS message ON message.id = message_id
       WHERE recipient.account_id = $1`,
      [ann.id],
    );
    const delays = rows.map(({ queued, notified }) => (notified ?? world.clock.at) - queued);
    expect(Math.max(...delays)).toBeLessThan(2 * hourMs + minuteMs);
    const times = [...new Set(rows.map(({ notified }) => notified))].filter((at) => at !== null);
    const inHourFrom = (from: number) => times.filter((at) => at >= from && at < from + hourMs).length;
    expect(Math.max(...times.map(inHourFrom))).toBeLessThanOrEqual(60);
  });

  test('reminders of many alerts leave room for a new one, and remind of each', async () => {
    for (let n = 0; n < 40; n += 1) {
      await world.queue(newEvent(ann.id, { severity: 'critical', group: `G${n}`, at: world.clock.at }));
      await world.pass(45_000);
    }
    for (let n = 0; n < 60; n += 1) await world.pass(2 * minuteMs);
    const reminders = subjects().filter((subject) => subject?.startsWith('Still:'));
    expect(new Set(reminders).size).toBe(40);
    await world.queue(newEvent(ann.id, { severity: 'critical', subject: 'Barn is on fire', at: world.clock.at }));
    await world.pass();
    expect(subjects()).toContain('Barn is on fire');
  });

  test('what was sent by a clock that was ahead holds nothing back', async () => {
    world.clock.at += dayMs;
    for (let n = 0; n < 60; n += 1) {
      await world.queue(newEvent(ann.id, { severity: 'critical', group: `G${n}` }));
      await world.pass();
    }
    world.clock.at -= dayMs;
    await world.queue(newEvent(ann.id, { subject: 'Pond is warm' }));
    await world.pass();
    expect(subjects()).toContain('Pond is warm');
  });
});

describe('the policy', () => {
  const policyOf = async () => (await ann.api('GET', '/api/notifications/policy')).body;
  const set = (policy: object) => ann.api('PUT', '/api/notifications/policy', policy);

  test('without touching anything: info stays in the app, warning is told once, critical until it is acknowledged', async () => {
    const tank = newEvent(ann.id, { severity: 'critical', subject: 'Tank is empty', key: 'alert:tank:active' });
    await world.queue(
      newEvent(ann.id, { severity: 'info', subject: 'Update is there' }),
      newEvent(ann.id, { subject: 'Pond is warm' }),
      tank,
    );
    await world.pass();
    expect(subjects().toSorted()).toEqual(['Pond is warm', 'Tank is empty']);
    expect((await ann.messages()).map(({ subject }: { subject: string }) => subject)).toContain('Update is there');
    await world.pass(30 * 60_000);
    expect(subjects().slice(2)).toEqual(['Still: Tank is empty']);
    await world.queue({ ...tank, key: tank.key.replace('active', 'acknowledged'), kind: 'acknowledged' });
    await world.pass();
    await world.pass(30 * 60_000);
    await world.pass(30 * 60_000);
    expect(subjects()).toHaveLength(3);
  });

  test('what nobody acknowledges goes to somebody else, who is not told more when it is acknowledged', async () => {
    await world.database.pool.query(
      'INSERT INTO notification_addresses (account_id, email, confirmed_at) VALUES ($1, $2, now())',
      [ann.id, `neighbour-${serial}@example.com`],
    );
    const neighbour = `neighbour-${serial}@example.com`;
    const { contacts } = (await ann.api('GET', '/api/notifications/contacts')).body;
    const escalation = { afterMinutes: 15, contacts: [contacts[1].id] };
    const policy = await policyOf();
    const critical = { contacts: ['email'], repeatMinutes: 30, escalations: [escalation] };
    expect((await set({ ...policy, critical })).status).toBe(200);
    const events = ['Tank', 'Pump'].map((name) =>
      newEvent(ann.id, {
        ...{ severity: 'critical', group: name, subject: `${name} fails`, key: `alert:${name}-${serial}:active` },
        at: world.clock.at,
      }),
    );
    await world.queue(...events);
    await world.pass();
    expect([subjects().length, subjects(neighbour).length]).toEqual([2, 0]);
    const [, pump] = events;
    if (pump) {
      await world.queue({ ...pump, key: pump.key.replace('active', 'acknowledged'), kind: 'acknowledged' });
    }
    await world.pass(15 * 60_000);
    expect([subjects().length, subjects(neighbour)]).toEqual([2, ['Not acknowledged: Tank fails']]);
    await world.pass(30 * 60_000);
    expect([subjects()[2], subjects(neighbour)[1]]).toEqual(['Still: Tank fails', 'Still: Tank fails']);
  });

  test('of what is sent late each step of the escalation is counted from then', async () => {
    const add = async (name: string) =>
      (await ann.add({ name, target: { kind: 'webhook', url: `${service.url}/${name}` } })).contact.id;
    const [barn, shed] = [await add('barn'), await add('shed')];
    const escalations = [
      { afterMinutes: 5, contacts: [barn] },
      { afterMinutes: 15, contacts: [shed] },
    ];
    const critical = { contacts: ['email'], repeatMinutes: null, escalations };
    expect((await set({ ...(await policyOf()), critical })).status).toBe(200);
    await world.queue(newEvent(ann.id, { severity: 'critical', at: world.clock.at }));
    // No server ran meanwhile.
    await world.pass(6 * minuteMs);
    const received = () => [subjects().length, ...service.requests.map(({ path }) => path)];
    expect(received()).toEqual([1]);
    await world.pass(5 * minuteMs);
    expect(received()).toEqual([1, '/barn']);
    await world.pass(10 * minuteMs);
    expect(received()).toEqual([1, '/barn', '/shed']);
  });

  test('an escalation names contacts of the account, and some minutes', async () => {
    const policy = await policyOf();
    const statusWith = async (...escalations: object[]) =>
      (await set({ ...policy, critical: { ...policy.critical, escalations } })).status;
    const step = (afterMinutes: number) => ({ afterMinutes, contacts: ['email'] });
    expect(await statusWith({ afterMinutes: 15, contacts: ['contact-999999'] })).toBe(400);
    expect(await statusWith(step(15), { afterMinutes: 30, contacts: ['contact-999999'] })).toBe(400);
    expect(await statusWith({ afterMinutes: 15, contacts: [] })).toBe(400);
    expect(await statusWith(step(1))).toBe(400);
    expect(await statusWith(step(15), step(15))).toBe(400);
    expect(await statusWith(step(5), step(15), step(30), step(60))).toBe(400);
    expect(await statusWith(step(5), step(15), step(30))).toBe(200);
  });

  test.each([
    ['without an escalation', {}, []],
    ['with none', { escalation: null }, []],
    [
      'with one',
      { escalation: { afterMinutes: 15, contacts: ['email'] } },
      [{ afterMinutes: 15, contacts: ['email'] }],
    ],
  ])('a policy of an earlier version, %s, is still good', async (_, stored, escalations) => {
    const { escalations: __, ...critical } = (await policyOf()).critical;
    await set(await policyOf());
    await world.database.pool.query(
      `UPDATE notification_policies SET policy = policy || jsonb_build_object('critical', $2::jsonb) WHERE account_id = $1`,
      [ann.id, JSON.stringify({ ...critical, ...stored })],
    );
    expect((await policyOf()).critical).toEqual({ ...critical, escalations });
  });

  test('contacts of a severity are those that were chosen', async () => {
    const { contact } = await ann.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/barn` } });
    const policy = await policyOf();
    await set({ ...policy, warning: { contacts: [contact.id], repeatMinutes: null } });
    await world.queue(newEvent(ann.id));
    await world.pass();
    expect([subjects(), service.requests.length]).toEqual([[], 1]);
  });

  test('a severity whose only chosen contact was removed goes to all others, and so does its escalation', async () => {
    const add = async (name: string) =>
      (await ann.add({ name, target: { kind: 'webhook', url: `${service.url}/${name}` } })).contact;
    const [barn, shed] = [await add('barn'), await add('shed')];
    const escalations = [{ afterMinutes: 15, contacts: [shed.id] }];
    await set({ ...(await policyOf()), warning: { contacts: [barn.id], repeatMinutes: null, escalations } });
    for (const { id } of [barn, shed]) await ann.api('DELETE', `/api/notifications/contacts/${id}`);
    await world.queue(newEvent(ann.id, { subject: 'Pond is warm', at: world.clock.at, since: null }));
    await world.pass();
    expect(subjects()).toEqual(['Pond is warm']);
    await world.pass(15 * 60_000);
    expect(subjects()).toEqual(['Pond is warm', 'Not acknowledged: Pond is warm']);
  });

  test('of what somebody acknowledged in quiet hours nothing is sent after them, and of what is over that it is', async () => {
    const minute = Math.floor((world.clock.at % dayMs) / 60_000);
    const quiet = { from: minute, to: (minute + 120) % 1_440, criticalBreaks: true };
    await set({ ...(await policyOf()), quiet });
    const [known, over] = ['Tank', 'Pump'].map((subject) => newEvent(ann.id, { subject, at: world.clock.at }));
    if (!known || !over) throw new Error('There are two.');
    await world.queue(known, over);
    await world.pass();
    await world.queue(
      { ...known, key: known.key.replace('active', 'acknowledged'), kind: 'acknowledged' },
      { ...over, key: over.key.replace('active', 'cleared'), kind: 'cleared', subject: 'Pump – back to normal' },
    );
    await world.pass(2 * 3_600_000);
    expect(subjects()).toEqual(['Pump – back to normal']);
  });

  test('in quiet hours, in the time zone of the person, messages wait for their end', async () => {
    await world.accounts.updateProfile(ann.id, { timeZone: 'Asia/Bangkok' });
    const minute = (ms: number) => Math.floor((((ms % dayMs) + dayMs) % dayMs) / 60_000);
    const here = world.clock.at + 7 * 3_600_000;
    const quiet = { from: minute(here - 3_600_000), to: minute(here + 3_600_000), criticalBreaks: true };
    expect((await set({ ...(await policyOf()), quiet })).status).toBe(200);
    await world.queue(newEvent(ann.id), newEvent(ann.id, { severity: 'critical', subject: 'Tank is empty' }));
    await world.pass();
    expect(subjects()).toEqual(['Tank is empty']);
    await world.pass(3_600_000);
    expect(subjects().filter((subject) => !subject?.startsWith('Still:'))).toHaveLength(2);
  });

  test('after quiet hours it escalates step by step from the first message, not from what happened in the night', async () => {
    const { contact } = await ann.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/barn` } });
    const colleague = await ann.add({
      name: 'Colleague',
      target: { kind: 'webhook', url: `${service.url}/colleague` },
    });
    const minute = Math.floor((world.clock.at % dayMs) / 60_000);
    const warning = {
      ...{ contacts: ['email'], repeatMinutes: null },
      escalations: [
        { afterMinutes: 15, contacts: [contact.id] },
        { afterMinutes: 30, contacts: [colleague.contact.id] },
      ],
    };
    const quiet = { from: minute, to: (minute + 120) % 1_440, criticalBreaks: true };
    expect((await set({ ...(await policyOf()), warning, quiet })).status).toBe(200);
    await world.queue(newEvent(ann.id, { subject: 'Tank fails', at: world.clock.at }));
    const received = () => [subjects().length, ...service.requests.map(({ path }) => path)];
    await world.pass();
    expect(received()).toEqual([0]);
    await world.pass(2 * 3_600_000);
    expect(received()).toEqual([1]);
    await world.pass(15 * 60_000);
    expect(received()).toEqual([1, '/barn']);
    await world.pass(15 * 60_000);
    expect(received()).toEqual([1, '/barn', '/colleague']);
  });
});
