import { notificationBounds } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newEvent, startTestNotifications, type TestNotifications } from '../../../../../test/notifications.ts';
import { type HttpService, startHttpService } from '../../../../../test/stand-ins/http-service.ts';
import { startTestSmtp, type TestSmtp } from '../../../../../test/stand-ins/smtp.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
type Person = Awaited<ReturnType<TestNotifications['person']>>;
let smtp: TestSmtp;
let service: HttpService;
let world: TestNotifications;
let ann: Person;
let bob: Person;
let serial = 0;
let tank = '';

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
  tank = `TANK-${serial}`;
  ann = await world.person(`ann-${serial}@example.com`);
  bob = await world.person(`bob-${serial}@example.com`);
  service.requests.length = 0;
  share(bob, tank, shareId());
});

const shareId = () => serial * 10;
const address = (name: string) => `${name}-${serial}@example.com`;
const subjects = (name: string) =>
  smtp.mails.filter(({ to }) => to.includes(address(name))).map(({ headers }) => headers.get('subject'));

/** Ann shares a device, which she owns. */
function share(person: Person, espid: string, id: number, owner: Person = ann) {
  world.owners.set(espid, owner.id);
  world.shared.add(`${person.id} ${espid}`);
  const present = world.shares.get(owner.id) ?? [];
  world.shares.set(owner.id, [...present, { id, deviceId: id, accountId: person.id, role: 'viewer' }]);
}
function endShares(person: Person, espid: string) {
  world.shared.delete(`${person.id} ${espid}`);
  const present = world.shares.get(ann.id) ?? [];
  world.shares.set(
    ann.id,
    present.filter(({ accountId }) => accountId !== person.id),
  );
}

const once = { repeatMinutes: null, escalations: [] };
const policyOf = async (person: Person) => (await person.api('GET', '/api/notifications/policy')).body;
const peopleOf = async (person: Person) => (await person.api('GET', '/api/notifications/people')).body;
const critical = (...targets: string[]) => ({
  ...{ contacts: 'all', repeatMinutes: null },
  escalations: [{ afterMinutes: 15, contacts: targets }],
});
const save = async (person: Person, ...targets: string[]) =>
  person.api('PUT', '/api/notifications/policy', { ...(await policyOf(person)), critical: critical(...targets) });

async function happens(event: Parameters<typeof newEvent>[1] = {}) {
  const given = newEvent(ann.id, {
    ...{ severity: 'critical', subject: 'Tank is empty', espid: tank, at: world.clock.at, since: null },
    ...event,
  });
  await world.queue(given);
  await world.pass();
  return given;
}
/** The time of the escalation passes, and what was passed on becomes a message. */
async function escalates() {
  await world.pass(15 * minuteMs);
  await world.pass();
}
const receiptsOf = async (person: Person) =>
  (await person.messages()).flatMap(({ deliveries }: { deliveries: { kind: string }[] }) =>
    deliveries.filter(({ kind }) => kind === 'person'),
  );

describe('a person with whom a device is shared', () => {
  test('is chosen by a share, and gets on their own channels what nobody acknowledged', async () => {
    expect((await peopleOf(ann)).people).toEqual([
      { id: `share-${shareId()}`, name: address('bob'), devices: 1, declined: false },
    ]);
    const saved = await save(ann, `share-${shareId()}`);
    const [{ contacts }] = saved.body.critical.escalations;
    expect([saved.status, contacts]).toEqual([200, [expect.stringMatching(/^person-\d+$/)]]);
    expect((await peopleOf(ann)).people).toMatchObject([{ id: contacts[0], name: address('bob'), devices: 1 }]);
    await happens();
    expect([subjects('ann'), subjects('bob')]).toEqual([['Tank is empty'], []]);
    await escalates();
    expect([subjects('ann').length, subjects('bob')]).toEqual([1, ['Not acknowledged: Tank is empty']]);
    const mail = smtp.mails.find(({ to }) => to.includes(address('bob')));
    expect(mail?.text).toContain(`${address('ann')} named you for alerts that nobody acknowledges.`);
    expect(await receiptsOf(ann)).toMatchObject([
      {
        ...{ name: address('bob'), state: 'accepted' },
        log: [{ result: 'It was passed on. Their own channels and quiet hours count.' }],
      },
    ]);
    await world.pass(15 * minuteMs);
    expect(subjects('bob')).toHaveLength(1);
  });

  test('is not told what is acknowledged by then', async () => {
    await save(ann, `share-${shareId()}`);
    const event = await happens();
    await world.queue({ ...event, key: event.key.replace('active', 'acknowledged'), kind: 'acknowledged' });
    await escalates();
    expect([subjects('bob'), await bob.messages()]).toEqual([[], []]);
  });

  test('who was notified when it began is told once more, because nobody acknowledged it', async () => {
    await save(ann, `share-${shareId()}`);
    await happens({ recipients: [ann.id, bob.id], severity: 'critical' });
    expect(subjects('bob')).toEqual(['Tank is empty']);
    await escalates();
    expect(subjects('bob')).toEqual(['Tank is empty', 'Not acknowledged: Tank is empty']);
  });

  test('in whose quiet hours it falls hears of it after them, unless it is over by then', async () => {
    const minute = Math.floor((world.clock.at % dayMs) / minuteMs);
    const quiet = { from: minute, to: (minute + 120) % 1_440, criticalBreaks: false };
    await bob.api('PUT', '/api/notifications/policy', { ...(await policyOf(bob)), quiet });
    await save(ann, `share-${shareId()}`);
    await happens({ subject: 'Tank is empty' });
    const over = await happens({ subject: 'Pump fails' });
    await escalates();
    expect(subjects('bob')).toEqual([]);
    await world.queue({ ...over, key: over.key.replace('active', 'cleared'), kind: 'cleared' });
    await world.pass(2 * 60 * minuteMs);
    expect(subjects('bob')).toEqual(['Not acknowledged: Tank is empty']);
  });

  test('hears of it in the quiet hours of the one who names them, who hears of it after them', async () => {
    const minute = Math.floor((world.clock.at % dayMs) / minuteMs);
    const quiet = { from: minute, to: (minute + 120) % 1_440, criticalBreaks: false };
    await ann.api('PUT', '/api/notifications/policy', { ...(await policyOf(ann)), quiet });
    await save(ann, 'email', `share-${shareId()}`);
    await happens();
    const known = await happens({ subject: 'Pump fails' });
    await escalates();
    expect([subjects('ann'), subjects('bob')]).toEqual([
      [],
      [expect.stringContaining('Not acknowledged: 2 notifications')],
    ]);
    await world.queue({ ...known, key: known.key.replace('active', 'acknowledged'), kind: 'acknowledged' });
    await world.pass(2 * 60 * minuteMs);
    expect(subjects('ann')).toEqual(['Still: Tank is empty']);
    expect(await receiptsOf(ann)).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
  });

  test('who chose no channel sees it in the app, and the receipt says so', async () => {
    await bob.api('PUT', '/api/notifications/policy', {
      ...(await policyOf(bob)),
      critical: { contacts: [], repeatMinutes: null, escalations: [] },
    });
    await save(ann, `share-${shareId()}`);
    await happens();
    await escalates();
    expect([subjects('bob'), (await bob.messages()).length]).toEqual([[], 1]);
    expect((await receiptsOf(ann))[0].log[0].result).toMatch(/in the app only/);
  });

  test('declines, also what is repeated to them, and the receipt says so', async () => {
    await save(ann, `share-${shareId()}`);
    await happens();
    await escalates();
    const { namedBy } = await peopleOf(bob);
    expect(namedBy).toEqual([{ id: expect.any(Number), name: address('ann'), devices: 1, declined: false }]);
    const path = `/api/notifications/named-by/${namedBy[0].id}`;
    expect((await bob.api('PUT', path, { declined: true })).status).toBe(204);
    expect((await peopleOf(ann)).people).toMatchObject([{ declined: true }]);
    await happens({ subject: 'Pump fails' });
    await escalates();
    await world.pass(30 * minuteMs);
    expect(subjects('bob')).toEqual(['Not acknowledged: Tank is empty']);
    expect((await receiptsOf(ann))[0]).toMatchObject({
      state: 'failed',
      reason: 'They declined to be notified of what nobody acknowledges.',
    });
    await bob.api('PUT', path, { declined: false });
    await happens({ subject: 'Tank leaks' });
    await escalates();
    expect(subjects('bob')).toContain('Not acknowledged: Tank leaks');
  });
});

describe('a server that was killed after it passed on', () => {
  const killed = () =>
    world.database.pool.query(
      `UPDATE notification_deliveries SET state = 'sent', next_at = $2, finished_at = NULL WHERE account_id = $1 AND kind = 'person'`,
      [ann.id, world.clock.at],
    );

  test('and before it noted that tells nobody twice, and the next step tells them again', async () => {
    const saved = await save(ann, `share-${shareId()}`);
    const [{ contacts }] = saved.body.critical.escalations;
    const escalations = [15, 30].map((afterMinutes) => ({ afterMinutes, contacts }));
    const policy = saved.body;
    await ann.api('PUT', '/api/notifications/policy', { ...policy, critical: { ...policy.critical, escalations } });
    await bob.api('PUT', '/api/notifications/policy', {
      ...(await policyOf(bob)),
      critical: { ...once, contacts: 'all' },
    });
    await happens();
    await escalates();
    expect(subjects('bob')).toHaveLength(1);
    await killed();
    await world.pass();
    await world.pass();
    expect(await receiptsOf(ann)).toMatchObject([{ state: 'accepted' }]);
    expect(subjects('bob')).toHaveLength(1);
    await escalates();
    expect(subjects('bob')).toHaveLength(2);
  });
});

test('a server that was killed before it passed on does so when it is back, also where the next reminder comes first', async () => {
  await save(ann, `share-${shareId()}`);
  const policy = await policyOf(ann);
  await ann.api('PUT', '/api/notifications/policy', { ...policy, critical: { ...policy.critical, repeatMinutes: 15 } });
  await happens();
  await world.pass(15 * minuteMs);
  await world.database.pool.query('DELETE FROM notification_recipients WHERE account_id = $1', [bob.id]);
  await world.database.pool.query(
    `UPDATE notification_deliveries SET state = 'sent', next_at = $2, finished_at = NULL WHERE account_id = $1 AND kind = 'person'`,
    [ann.id, world.clock.at + minuteMs],
  );
  await escalates();
  expect(subjects('ann')).toEqual(['Tank is empty', 'Still: Tank is empty']);
  expect(subjects('bob')).toEqual(['Not acknowledged: Tank is empty']);
  expect(await receiptsOf(ann)).toMatchObject([{ state: 'accepted' }]);
});

test('a person is notified in time also when their owner got as many messages as they get within an hour', async () => {
  const { contact } = await ann.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/barn` } });
  await save(ann, contact.id, `share-${shareId()}`);
  const policy = await policyOf(ann);
  await ann.api('PUT', '/api/notifications/policy', {
    ...policy,
    critical: { ...policy.critical, contacts: ['email'] },
  });
  await happens();
  await world.database.pool.query(
    `WITH added AS (
       INSERT INTO notification_messages (account_id, severity, kind, content, at)
       SELECT $1, 'info', 'notice', '{"events":[]}', $2 FROM generate_series(1, 60) RETURNING id)
     INSERT INTO notification_deliveries (message_key, message_id, account_id, contact, kind, name, state, next_at)
     SELECT gen_random_uuid(), id, $1, 'email', 'email', 'ann', 'accepted', $2 FROM added`,
    [ann.id, world.clock.at],
  );
  await escalates();
  expect([subjects('bob'), service.requests.length]).toEqual([['Not acknowledged: Tank is empty'], 0]);
  await world.pass(45 * minuteMs);
  expect([subjects('ann'), service.requests.length]).toEqual([['Tank is empty', 'Still: Tank is empty'], 1]);
});

describe('nobody is told of a device that is not shared with them', () => {
  const noShare = { state: 'failed', reason: 'No device of this message is shared with them any more.' };

  test('when the share ended: the receipt says so', async () => {
    await save(ann, `share-${shareId()}`);
    await happens();
    endShares(bob, tank);
    await escalates();
    expect([subjects('bob'), await bob.messages()]).toEqual([[], []]);
    expect(await receiptsOf(ann)).toMatchObject([{ name: address('bob'), ...noShare }]);
    expect((await peopleOf(ann)).people).toMatchObject([{ name: address('bob'), devices: 0 }]);
    expect((await peopleOf(bob)).namedBy).toEqual([]);
  });

  test('when the share ended after it was passed on', async () => {
    await save(ann, `share-${shareId()}`);
    await happens();
    await world.pass(15 * minuteMs);
    endShares(bob, tank);
    await world.pass();
    expect([subjects('bob'), await bob.messages()]).toEqual([[], []]);
  });

  test('when the share ended while a service did not respond', async () => {
    const { contact } = await bob.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/bob` } });
    await bob.api('PUT', '/api/notifications/policy', {
      ...(await policyOf(bob)),
      critical: { contacts: [contact.id], repeatMinutes: null, escalations: [] },
    });
    service.respond({ status: 503 });
    await save(ann, `share-${shareId()}`);
    await happens();
    await escalates();
    expect(service.requests).toHaveLength(1);
    endShares(bob, tank);
    await world.pass(10 * minuteMs);
    expect(service.requests).toHaveLength(1);
    expect((await bob.messages())[0].deliveries).toMatchObject([
      { state: 'failed', reason: 'What it is about is not shared with you any more.' },
    ]);
  });

  test('when one of two shares ended while a service did not respond: of the other one they are told', async () => {
    const well = `WELL-${serial}`;
    share(bob, well, shareId() + 1);
    const { contact } = await bob.add({ name: 'Barn', target: { kind: 'webhook', url: `${service.url}/bob` } });
    await bob.api('PUT', '/api/notifications/policy', {
      ...(await policyOf(bob)),
      critical: { ...once, contacts: [contact.id] },
    });
    service.respond({ status: 503 });
    await save(ann, `share-${shareId()}`);
    const at = { at: world.clock.at, severity: 'critical', group: 'Farm' } as const;
    await world.queue(
      newEvent(ann.id, { ...at, subject: 'Tank is empty', espid: tank }),
      newEvent(ann.id, { ...at, subject: 'Well is dry', espid: well }),
    );
    await world.pass();
    await escalates();
    expect(service.requests).toHaveLength(1);
    world.shared.delete(`${bob.id} ${tank}`);
    await world.pass(10 * minuteMs);
    expect(service.requests).toHaveLength(2);
    const { body } = service.requests[1] ?? {};
    expect(body).toContain('Not acknowledged: Well is dry');
    expect(body).toContain(`${address('ann')} named you`);
    expect(body).not.toContain('Tank');
    expect((await bob.messages())[0].deliveries).toMatchObject([{ state: 'accepted' }]);
  });

  test('only of those of several that they may see', async () => {
    await save(ann, `share-${shareId()}`);
    const at = { at: world.clock.at, severity: 'critical', group: 'Farm' } as const;
    const secret = newEvent(ann.id, { ...at, subject: 'Vault is open', espid: `VAULT-${serial}` });
    await world.queue(secret, newEvent(ann.id, { ...at, subject: 'Tank is empty', espid: tank }));
    await world.pass();
    await escalates();
    expect(subjects('bob')).toEqual(['Not acknowledged: Tank is empty']);
    expect(JSON.stringify(await bob.messages())).not.toMatch(/vault/i);
  });

  test('nor of one that has another owner now, who shares it with them', async () => {
    await save(ann, `share-${shareId()}`);
    await happens();
    world.owners.set(tank, bob.id);
    await escalates();
    expect([subjects('bob'), await receiptsOf(ann)]).toMatchObject([[], [noShare]]);
  });

  test('nor of what somebody else shares with the account that names them', async () => {
    const carol = await world.person(address('carol'));
    await save(ann, `share-${shareId()}`);
    const pond = `POND-${serial}`;
    share(ann, pond, shareId() + 1, carol);
    share(bob, pond, shareId() + 2, carol);
    await world.queue(
      newEvent(carol.id, { recipients: [ann.id], severity: 'critical', espid: pond, at: world.clock.at }),
    );
    await world.pass();
    await escalates();
    expect([subjects('ann').length, subjects('bob')]).toEqual([1, []]);
    expect(await receiptsOf(ann)).toMatchObject([noShare]);
  });

  test('nor when their account is disabled', async () => {
    await save(ann, `share-${shareId()}`);
    await happens();
    await world.database.pool.query('UPDATE accounts SET disabled_at = now() WHERE id = $1', [bob.id]);
    await world.accounts.changes.changed(bob.id);
    await escalates();
    expect(subjects('bob')).toEqual([]);
    expect((await receiptsOf(ann))[0].reason).toBe('Their account cannot be used at the moment.');
  });

  test('nor when their account is deleted: the receipt says so, without their address', async () => {
    await save(ann, `share-${shareId()}`);
    await happens();
    endShares(bob, tank);
    await world.database.pool.query('DELETE FROM accounts WHERE id = $1', [bob.id]);
    await escalates();
    expect(await receiptsOf(ann)).toMatchObject([
      { name: 'Deleted account', state: 'failed', reason: 'Their account was deleted.' },
    ]);
  });
});

describe('attacks', () => {
  test('nobody is named by an id that is guessed', async () => {
    const carol = await world.person(address('carol'));
    share(carol, `POND-${serial}`, shareId() + 1, bob);
    await save(bob, `share-${shareId() + 1}`);
    const [{ id: person }] = (await peopleOf(bob)).people;
    const guesses = [`share-${shareId() + 1}`, person, `share-${carol.id}`, `person-${carol.id}`, 'share-2147483648'];
    for (const guess of guesses) {
      const { status, body } = await save(ann, guess);
      expect([status, body.error]).toEqual([400, 'A contact is gone. Load the page again.']);
    }
    expect((await policyOf(ann)).critical.escalations).toEqual([]);
    expect((await peopleOf(carol)).namedBy).toHaveLength(1);
    for (const wrong of ['share-0', 'person--1', 'account-1', `share-${shareId()} `]) {
      expect((await save(ann, wrong)).status).toBe(400);
    }
  });

  test('one that is wrong names none of the others', async () => {
    expect((await save(ann, `share-${shareId()}`, 'share-2000000000')).status).toBe(400);
    expect((await peopleOf(bob)).namedBy).toEqual([]);
    const { rows } = await world.database.pool.query('SELECT 1 FROM escalation_people WHERE account_id = $1', [ann.id]);
    expect(rows).toEqual([]);
  });

  test('a person is named by escalations alone, and gets no tests and nothing again', async () => {
    const saved = await save(ann, `share-${shareId()}`);
    const [person] = saved.body.critical.escalations[0].contacts;
    const policy = await policyOf(ann);
    const warning = { contacts: [person], repeatMinutes: 5, escalations: [] };
    expect((await ann.api('PUT', '/api/notifications/policy', { ...policy, warning })).status).toBe(400);
    expect((await ann.api('POST', `/api/notifications/contacts/${person}/test`)).status).toBe(400);
    await happens();
    await escalates();
    const [{ id }] = await receiptsOf(ann);
    expect((await ann.api('POST', `/api/notifications/deliveries/${id}/send-again`)).status).toBe(404);
    await world.pass();
    expect(subjects('bob')).toHaveLength(1);
  });

  test('somebody else’s naming is not theirs to decline', async () => {
    await save(ann, `share-${shareId()}`);
    const [{ id }] = (await peopleOf(bob)).namedBy;
    const carol = await world.person(address('carol'));
    for (const other of [ann, carol]) {
      expect((await other.api('PUT', `/api/notifications/named-by/${id}`, { declined: true })).status).toBe(404);
    }
    expect((await peopleOf(bob)).namedBy).toMatchObject([{ declined: false }]);
  });

  test('who declined stays so, no matter how often they are named', async () => {
    await save(ann, `share-${shareId()}`);
    const [{ id }] = (await peopleOf(bob)).namedBy;
    await bob.api('PUT', `/api/notifications/named-by/${id}`, { declined: true });
    await save(ann, 'email');
    expect((await peopleOf(bob)).namedBy).toEqual([]);
    endShares(bob, tank);
    share(bob, tank, shareId() + 1);
    const [{ id: person, declined }] = (await peopleOf(ann)).people;
    expect([person, declined]).toEqual([`person-${id}`, true]);
    await save(ann, `share-${shareId() + 1}`);
    await happens();
    await escalates();
    expect(subjects('bob')).toEqual([]);
  });

  test('an address that somebody took after the share ended is not shown', async () => {
    await save(ann, `share-${shareId()}`);
    endShares(bob, tank);
    await world.database.pool.query('UPDATE accounts SET email = $2 WHERE id = $1', [
      bob.id,
      `new-${serial}@x.example`,
    ]);
    expect((await peopleOf(ann)).people).toMatchObject([{ name: address('bob') }]);
  });

  test('a flood is bounded for the person, and leaves room for their own', async () => {
    const { escalatedPerHourOfOne, escalatedPerHour, peopleOfPolicy } = notificationBounds;
    await save(ann, `share-${shareId()}`);
    const flood = async (owner: Person, espid: string, count: number) => {
      for (let n = 0; n < count; n += 1) {
        await world.queue(
          newEvent(owner.id, { severity: 'critical', espid, group: `${owner.id} ${n}`, at: world.clock.at }),
        );
        await world.pass();
      }
    };
    await flood(ann, tank, escalatedPerHourOfOne + 2);
    await world.pass(15 * minuteMs);
    await settled();
    expect(await bobMessages()).toBeLessThanOrEqual(escalatedPerHourOfOne);
    const states = (await receiptsOf(ann)).map(({ state }: { state: string }) => state);
    expect(states.filter((state: string) => state === 'accepted')).toHaveLength(escalatedPerHourOfOne);
    expect(states.filter((state: string) => state === 'failed')).toHaveLength(2);
    for (const name of ['carol', 'dave']) {
      const owner = await world.person(address(name));
      share(bob, `${name}-${serial}`, shareId() + (name === 'carol' ? 1 : 2), owner);
      await save(owner, `share-${shareId() + (name === 'carol' ? 1 : 2)}`);
      await flood(owner, `${name}-${serial}`, escalatedPerHourOfOne);
    }
    await world.pass(15 * minuteMs);
    await settled();
    expect(await bobMessages()).toBeLessThanOrEqual(escalatedPerHour);
    await world.queue(newEvent(bob.id, { severity: 'critical', subject: 'My own tank', at: world.clock.at }));
    await world.pass();
    expect(subjects('bob')).toContain('My own tank');
    expect(peopleOfPolicy).toBe(20);
    const tooMany = Array.from({ length: peopleOfPolicy + 1 }, (_, n) => `share-${n + 1}`);
    expect((await save(ann, ...tooMany)).status).toBe(400);
  });

  test('what is passed on and repeated for hours leaves room for their own as well', async () => {
    await save(ann, `share-${shareId()}`);
    const often = { contacts: 'all', repeatMinutes: 5, escalations: [] };
    const saved = await bob.api('PUT', '/api/notifications/policy', { ...(await policyOf(bob)), critical: often });
    expect(saved.status).toBe(200);
    for (let n = 0; n < 24; n += 1) {
      if (n < 8) await happens({ group: `${n}` });
      await world.pass(6 * minuteMs);
    }
    expect((await receiptsOf(ann)).every(({ state }: { state: string }) => state === 'accepted')).toBe(true);
    await world.queue(newEvent(bob.id, { severity: 'critical', subject: 'My own tank', at: world.clock.at }));
    await settled();
    expect(subjects('bob')).toContain('My own tank');
  });
  /** Of an account four are sent at once. */
  const settled = async () => {
    for (let n = 0; n < 5; n += 1) await world.pass();
  };
  const bobMessages = async () => (await bob.messages()).length;
});
