import type { DeviceOffers, DeviceShares, Share } from '@cyno/contract';
import type { IPingrespPacket } from 'mqtt-packet';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { holdTime } from '../../../../test/held-time.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import { startTestSmtp, type TestSmtp } from '../../../../test/stand-ins/smtp.ts';

let server: TestServer;
let owner: TestUser;
let guest: TestUser;
let other: TestUser;
let serial = 0;

beforeAll(async () => {
  server = await startTestServer({ BILLING: 'manual' });
  owner = await server.signup('owner@example.com');
  guest = await server.signup('guest@example.com');
  other = await server.signup('other@example.com');
  await givePlan(owner, 'pro');
});
afterAll(() => server.stop());

async function givePlan(user: TestUser, plan: string): Promise<void> {
  const { rows } = await server.database.pool.query('select id from accounts where email = $1', [user.email]);
  expect((await owner.api('POST', `/api/admin/users/${rows[0].id}/plan`, { plan })).status).toBe(200);
}

let espid: string;
let board: TestBoard;
beforeEach(async () => {
  serial += 1;
  await givePlan(owner, 'pro');
  await server.database.pool.query('delete from throttle_counts');
  await server.database.pool.query('delete from shares');
  espid = `ESP32-D0WDQ6-100_0a1b${serial.toString(16).padStart(4, '0')}`;
  ({ board } = await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` }));
});

const of = (path: string) => `/api/device/${encodeURIComponent(espid)}${path}`;
const invite = (email: string, role = 'operator', expiresAt: number | null = null) =>
  owner.api('POST', of('/shares'), { email, role, expiresAt });
const offersOf = async (user: TestUser): Promise<DeviceOffers['offers']> =>
  (await user.api('GET', '/api/offers')).body.offers;
const offerOf = async (user: TestUser) => {
  const offer = (await offersOf(user)).find((one) => one.espid === espid);
  if (!offer) throw new Error('Nothing is offered');
  return offer;
};
const accept = async (user: TestUser) => user.api('POST', `/api/offers/${(await offerOf(user)).id}/accept`);
const shares = async (): Promise<DeviceShares> => (await owner.api('GET', of('/shares'))).body;
async function share(user: TestUser, role = 'operator', expiresAt: number | null = null): Promise<Share> {
  expect((await invite(user.email, role, expiresAt)).status).toBe(201);
  expect((await accept(user)).status).toBe(200);
  const found = (await shares()).shares.find(({ email }) => email === user.email);
  if (!found) throw new Error('It is not shared');
  return found;
}
const reads = async (user: TestUser) => (await user.api('GET', of('/control'))).status;
const on = { pins: [{ pin: '2', mode: 'digit', value: 1 }] };

describe('an invitation', () => {
  test('is listed for the account with the address, and gives nothing before it is accepted', async () => {
    expect((await invite(' Guest@Example.com ', 'viewer')).status).toBe(201);
    expect((await shares()).shares).toMatchObject([{ email: guest.email, role: 'viewer', state: 'invited' }]);
    const name = `ESP32 ${espid.slice(-4)}`;
    expect(await offerOf(guest)).toMatchObject({ kind: 'share', owner: owner.email, espid, name, role: 'viewer' });
    expect(await offersOf(other)).toEqual([]);
    expect(await reads(guest)).toBe(404);
    expect((await guest.api('GET', '/api/device/shared')).body).toEqual([]);

    expect((await accept(guest)).body).toEqual({ offers: [], dashboards: [] });
    expect(await reads(guest)).toBe(200);
    expect((await shares()).shares).toMatchObject([{ state: 'accepted', email: guest.email }]);
    expect((await guest.api('GET', '/api/device/shared')).body).toMatchObject([
      { espid, owner: owner.email, role: 'viewer', expiresAt: null, notes: '', tags: [], favourite: false },
    ]);
    expect((await owner.api('GET', '/api/device/shared')).body).toEqual([]);
  });

  test('is accepted once, also when it is tried twice at the same time', async () => {
    await invite(guest.email);
    const { id } = await offerOf(guest);
    const responses = await Promise.all([1, 2].map(() => guest.api('POST', `/api/offers/${id}/accept`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await shares()).shares).toHaveLength(1);
  });

  test('cannot be accepted by anybody else, nor after it was revoked or declined', async () => {
    await invite(guest.email);
    const { id } = await offerOf(guest);
    for (const user of [other, owner]) {
      expect((await user.api('POST', `/api/offers/${id}/accept`)).status).toBe(404);
      expect((await user.api('POST', `/api/offers/${id}/decline`)).status).toBe(404);
    }
    const [first] = (await shares()).shares;
    expect((await owner.api('DELETE', of(`/shares/${first?.id}`))).body.shares).toEqual([]);
    expect((await guest.api('POST', `/api/offers/${id}/accept`)).status).toBe(404);

    await invite(guest.email);
    const second = await offerOf(guest);
    expect((await guest.api('POST', `/api/offers/${second.id}/decline`)).body.offers).toEqual([]);
    expect((await guest.api('POST', `/api/offers/${second.id}/accept`)).status).toBe(404);
    expect((await shares()).shares).toEqual([]);
  });

  test('follows the address: who has given it up cannot accept, and who has it now can', async () => {
    const mover = await server.signup(`mover${serial}@example.com`);
    await invite(mover.email);
    const { id } = await offerOf(mover);
    const change = { email: `moved${serial}@example.com`, password: 'a-long-Passphrase-7' };
    expect((await mover.api('POST', '/api/profile/email', change)).status).toBe(200);
    expect(await offersOf(mover)).toEqual([]);
    expect((await mover.api('POST', `/api/offers/${id}/accept`)).status).toBe(404);
    // As with mail, where the one who has the address now proves it.
    await server.database.pool.query('delete from former_emails where email = $1', [mover.email]);
    const next = await server.signup(mover.email);
    expect((await accept(next)).status).toBe(200);
    expect(await reads(mover)).toBe(404);
  });

  test('returns the same whether or not the address has an account', async () => {
    const known = await invite(guest.email);
    const unknown = await invite('nobody@example.com');
    const [a, b] = [known.body.shares[0], unknown.body.shares[1]];
    expect([known.status, Object.keys(a)]).toEqual([unknown.status, Object.keys(b)]);
    expect({ ...b, id: 0, email: '', createdAt: 0 }).toEqual({ ...a, id: 0, email: '', createdAt: 0 });
  });

  test.each([
    ['of oneself', { email: 'OWNER@example.com' }, 400],
    ['with an end in the past', { expiresAt: Date.now() - 1 }, 400],
    ['of what is no address', { email: 'nobody' }, 400],
    ['as owner', { role: 'owner' }, 400],
  ])('%s is refused', async (_, part, status) => {
    const response = await owner.api('POST', of('/shares'), {
      email: 'x@example.com',
      role: 'viewer',
      expiresAt: null,
      ...part,
    });
    expect(response.status).toBe(status);
    expect((await shares()).shares).toEqual([]);
  });

  test('is refused a second time, before and after it is accepted', async () => {
    await invite(guest.email);
    expect(await invite(guest.email)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await accept(guest);
    expect(await invite(guest.email)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('is refused when the plan has no room for another person, also of several at once, and reports it', async () => {
    await givePlan(owner, 'free');
    const responses = await Promise.all([1, 2, 3, 4].map((n) => invite(`friend${n}@example.com`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'limit_reached',
      error: expect.stringContaining('room for 2 people'),
    });
    const { use } = (await owner.api('GET', '/api/plan')).body;
    expect(use).toContainEqual(
      expect.objectContaining({ limit: 'peoplePerDevice', used: 2, allowed: 2, where: espid }),
    );
  });

  test('cannot be accepted when a smaller plan has no room any more', async () => {
    await share(other);
    await share(await server.signup(`third${serial}@example.com`));
    await invite(guest.email);
    await givePlan(owner, 'free');
    expect(await accept(guest)).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    await givePlan(owner, 'pro');
    expect((await accept(guest)).status).toBe(200);
  });

  test('is one of a hundred that may wait, whatever they are about', async () => {
    await server.database.pool.query(
      `insert into shares (kind, device_id, email, role, created_at)
       select 'share', mine.id, 'wait' || n || '@example.com', 'viewer', $2
       from (select id from devices where account_id = (select id from accounts where email = $3) and espid <> $1 limit 1) as mine,
         generate_series(1, 99) as n`,
      [espid, Date.now(), owner.email],
    );
    expect((await invite('a@example.com')).status).toBe(201);
    expect(await invite('b@example.com')).toMatchObject({
      status: 409,
      body: { code: 'limit_reached', error: expect.stringContaining('100 of your invitations') },
    });
  });
});

describe('a share that ends', () => {
  test('by itself ends at its instant: HTTP, the open page and its console, and commands that wait', async () => {
    const { id } = await share(guest, 'manager');
    const page = await LiveSocket.open(server.http, guest.token, [espid]);
    page.send({ type: 'console', espid });
    board.publish('data/update', '{"temp":1}');
    await page.next('points', (message) => message.points.some(({ values }) => values.temp === 1));
    await board.end();
    await page.next('presence', (message) => !message.online);
    expect((await guest.api('POST', of('/io'), on)).status).toBe(202);
    page.received.length = 0;
    const time = holdTime(Date.now(), { date: true });
    onTestFinished(() => time.release());
    const expiresAt = Date.now() + 500;
    expect((await owner.api('PATCH', of(`/shares/${id}`), { expiresAt })).status).toBe(200);
    await page.next('devices');
    expect(await reads(guest)).toBe(200);
    await time.pass(500);
    await page.next('devices');
    expect(await reads(guest)).toBe(404);
    time.release();
    // Until then the clock is set back, and it lasts again.
    await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(expiresAt);
    await expect
      .poll(async () => (await owner.api('GET', of('/control'))).body.commands[0])
      .toMatchObject({ state: 'failed', actor: { name: guest.email } });
    page.received.length = 0;
    ({ board } = await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` }));
    const mine = await LiveSocket.open(server.http, owner.token, [espid]);
    board.publish('data/update', '{"temp":2}');
    await mine.next('points', (message) => message.points.some(({ values }) => values.temp === 2));
    expect(page.received.filter(({ type }) => type !== 'tick' && type !== 'devices')).toEqual([]);
    await expect.poll(async () => (await shares()).shares).toEqual([]);
    page.socket.close();
    mine.socket.close();
  });

  test("by revocation takes the waiting commands of that person along, and nobody else's", async () => {
    await board.end();
    await expect.poll(async () => (await owner.api('GET', of(''))).body.online).toBe(false);
    const { id } = await share(guest, 'operator');
    await guest.api('POST', of('/io'), on);
    await owner.api('POST', of('/io'), { pins: [{ pin: '4', mode: 'digit', value: 1 }] });
    expect((await owner.api('DELETE', of(`/shares/${id}`))).status).toBe(200);
    expect(await reads(guest)).toBe(404);
    await expect
      .poll(async () => {
        const { commands } = (await owner.api('GET', of('/control'))).body;
        return commands.map(({ target, state }: { target: string; state: string }) => [target, state]);
      })
      .toEqual([
        ['4', 'queued'],
        ['2', 'failed'],
      ]);
  });

  test('leaves an invitation and another share of the device in the database, which the nightly job removes', async () => {
    const { id } = await share(guest);
    await share(other, 'viewer', Date.now() + 60_000);
    await invite('friend@example.com', 'viewer', Date.now() + 60_000);
    const { pool } = server.database;
    // As by a clock that may be wrong.
    await pool.query('update shares set expires_at = 1 where id = $1 or account_id is null', [id]);
    await expect.poll(() => reads(guest)).toBe(404);
    expect(await invite('colleague@example.com')).toMatchObject({ status: 201 });
    expect((await shares()).shares.map(({ email }) => email)).toEqual([other.email, 'colleague@example.com']);
    expect((await pool.query('select from shares')).rowCount).toBe(4);
  });

  test('is given to the same person again, and not by changing what has ended', async () => {
    const { id } = await share(guest);
    await server.database.pool.query('update shares set expires_at = 1 where id = $1', [id]);
    await expect.poll(() => reads(guest)).toBe(404);
    expect((await owner.api('PATCH', of(`/shares/${id}`), { expiresAt: null })).status).toBe(404);
    expect((await share(guest, 'viewer')).role).toBe('viewer');
    expect(await reads(guest)).toBe(200);
  });

  test('takes along what a scene of an automation of that person left waiting', async () => {
    const { id } = await share(guest, 'operator');
    const own = `ESP32-D0WDQ6-100_0b1b${serial.toString(16).padStart(4, '0')}`;
    const sensor = await server.board({ espid: own, username: `${guest.email}/${await guest.connectionKey()}` });
    await sensor.board.puback(sensor.board.publish('data/update', '{"temp":20}', 1));
    const actions = [{ espid, kind: 'output', pin: '2', mode: 'digit', value: 1 }];
    const scene = await guest.api('POST', '/api/scenes', { name: 'Evening', actions });
    const definition = {
      ...{ kind: 'rule', forSeconds: 0, back: null, limit: null, activeHours: null },
      conditions: [{ espid: own, key: 'temp', comparison: '>', threshold: 30, release: null }],
      action: { kind: 'scene', sceneId: scene.body.id },
    };
    const rule = { name: null, enabled: true, definition };
    expect((await guest.api('POST', `/api/device/${own}/automations`, rule)).status).toBe(201);
    await board.end();
    await expect.poll(async () => (await owner.api('GET', of(''))).body.online).toBe(false);
    sensor.board.publish('data/update', '{"temp":40}');
    const states = async () =>
      (await owner.api('GET', of('/control'))).body.commands.map(({ state }: { state: string }) => state);
    await expect.poll(states).toEqual(['queued']);
    await owner.api('DELETE', of(`/shares/${id}`));
    await expect.poll(states).toEqual(['failed']);
  });

  test('in SQL or on another server ends here too', async () => {
    const { id } = await share(guest);
    expect(await reads(guest)).toBe(200);
    await server.database.pool.query('delete from shares where id = $1', [id]);
    await expect.poll(() => reads(guest)).toBe(404);
  });

  test('by leaving, which its owner cannot', async () => {
    await share(guest);
    expect((await owner.api('POST', of('/leave'))).status).toBe(400);
    expect((await guest.api('POST', of('/leave'))).status).toBe(200);
    expect(await reads(guest)).toBe(404);
    expect((await guest.api('POST', of('/leave'))).status).toBe(404);
    expect((await shares()).shares).toEqual([]);
  });
});

test('a program that listens and switches over MQTT can do neither from when its share ends', async () => {
  const { id } = await share(guest, 'operator');
  const made = await guest.api('POST', '/api/access-tokens', { name: 'wall', scope: 'control', expiresInDays: 1 });
  const login = { espid: 'wall', username: guest.email, password: made.body.token };
  const { board: program } = await server.board(login);
  const heard = () => program.received.filter(({ cmd }) => cmd === 'publish').length;
  const responded = async () => {
    program.send({ cmd: 'pingreq' });
    await program.next((packet): packet is IPingrespPacket => packet.cmd === 'pingresp');
  };
  const publishes = async (temp: number) => {
    board.publish('data/update', `{"temp":${temp}}`, 1);
    await board.message('data/update');
    await responded();
  };
  expect(await program.subscribe(`/${espid}/#`)).toBe(0);
  await publishes(1);
  expect(heard()).toBe(1);
  await owner.api('DELETE', of(`/shares/${id}`));
  await publishes(2);
  expect(heard()).toBe(1);
  await program.puback(program.publishTo(`/${espid}/io`, '4:digit:1', 1));
  expect((await owner.api('GET', of('/control'))).body.commands).toEqual([]);
  expect(await program.subscribe(`/${espid}/data/update`)).toBe(0x80);
  program.destroy();
});

test('another role counts at once', async () => {
  const { id } = await share(guest, 'viewer');
  expect((await guest.api('POST', of('/io'), on)).status).toBe(403);
  expect((await owner.api('PATCH', of(`/shares/${id}`), { role: 'operator' })).body.shares).toMatchObject([
    { role: 'operator' },
  ]);
  expect((await guest.api('POST', of('/io'), on)).status).toBe(202);
  await owner.api('PATCH', of(`/shares/${id}`), { role: 'viewer' });
  expect((await guest.api('POST', of('/io'), on)).status).toBe(403);
});

test("a deleted device is nobody's, and comes back with its shares", async () => {
  await share(guest);
  await invite(other.email);
  const { id } = await offerOf(other);
  await owner.api('DELETE', of(''));
  expect(await reads(guest)).toBe(404);
  expect(await offersOf(other)).toEqual([]);
  expect((await other.api('POST', `/api/offers/${id}/accept`)).status).toBe(404);
  expect((await guest.api('GET', '/api/device/shared')).body.map((one: { espid: string }) => one.espid)).not.toContain(
    espid,
  );
  await owner.api('POST', of('/restore'));
  expect(await reads(guest)).toBe(200);
});

test("while the owner's account is disabled nothing of it is shared", async () => {
  const holder = await server.signup(`keeper${serial}@example.com`);
  espid = `ESP32-D0WDQ6-100_0b1b${serial.toString(16).padStart(4, '0')}`;
  await server.board({ espid, username: `${holder.email}/${await holder.connectionKey()}` });
  await holder.api('POST', of('/shares'), { email: guest.email, role: 'viewer', expiresAt: null });
  await accept(guest);
  expect(await reads(guest)).toBe(200);
  const { rows } = await server.database.pool.query('select id from accounts where email = $1', [holder.email]);
  await owner.api('POST', `/api/admin/users/${rows[0].id}/disable`, {});
  expect(await reads(guest)).toBe(404);
  await owner.api('POST', `/api/admin/users/${rows[0].id}/enable`, {});
  await expect.poll(() => reads(guest)).toBe(200);
});

test('the owner sees who looked, as login sessions, and nobody else does', async () => {
  await share(guest, 'viewer');
  for (let n = 0; n < 3; n += 1) await reads(guest);
  await reads(owner);
  const { visits } = (await owner.api('GET', of('/visits'))).body;
  expect(visits).toEqual([{ email: guest.email, role: 'viewer', from: expect.any(Number), to: expect.any(Number) }]);
  expect((await shares()).shares[0]?.lastSeenAt).toBe(visits[0].to);
  expect((await guest.api('GET', of('/visits'))).status).toBe(403);
});

test('a program that reads over MQTT is somebody who looked', async () => {
  await share(guest, 'viewer');
  const logs = await Promise.all(
    [guest, owner].map(async (user) => {
      const made = await user.api('POST', '/api/access-tokens', { name: 'log', scope: 'read', expiresInDays: 1 });
      const { board: program } = await server.board({ espid: 'log', username: user.email, password: made.body.token });
      return program;
    }),
  );
  const publishes = async (temp: number) => {
    board.publish('data/update', `{"temp":${temp}}`, 1);
    await board.message('data/update');
  };
  const visits = async () => (await owner.api('GET', of('/visits'))).body.visits;
  await publishes(1);
  expect(await visits()).toEqual([]);
  for (const program of logs) expect(await program.subscribe(`/${espid}/#`)).toBe(0);
  await publishes(2);
  expect(await visits()).toMatchObject([{ email: guest.email, role: 'viewer' }]);
  for (const program of logs) program.destroy();
});

test('who switched is known to the owner and managers; others only see that it was a person', async () => {
  await share(guest, 'operator');
  const { id } = await share(other, 'manager');
  const pages = await Promise.all(
    [owner, guest, other].map(({ token }) => LiveSocket.open(server.http, token, [espid])),
  );
  await guest.api('POST', of('/io'), on);
  const notified = await Promise.all(pages.map((page) => page.next('control', ({ commands }) => commands.length > 0)));
  expect(notified.map(({ commands }) => commands[0]?.actor.name)).toEqual([guest.email, null, guest.email]);
  const seen = await Promise.all([owner, guest, other].map((user) => user.api('GET', of('/control'))));
  expect(seen.map(({ body }) => body.commands[0].actor)).toEqual([
    { kind: 'person', name: guest.email },
    { kind: 'person', name: null },
    { kind: 'person', name: guest.email },
  ]);
  await owner.api('DELETE', of(`/shares/${id}`));
  for (const page of pages) page.socket.close();
});

describe('the mails', () => {
  let smtp: TestSmtp;
  let mailing: TestServer;
  beforeAll(async () => {
    smtp = await startTestSmtp();
    mailing = await startTestServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Cyno <cyno@example.com>' });
  });
  afterAll(async () => {
    await mailing.stop();
    await smtp.stop();
  });

  test('go to anyone who has the address in their language, and show others how to sign up', async () => {
    for (const name of ['boss', 'thai']) {
      await mailing.signup(`${name}@example.com`);
      const token = /token=([\w-]+)/.exec(await smtp.mailTo(`${name}@example.com`))?.[1];
      expect((await mailing.api('POST', '/api/auth/confirm', { token })).status).toBe(200);
    }
    const [boss, reader] = await Promise.all(['boss', 'thai'].map((name) => login(mailing, `${name}@example.com`)));
    if (!boss || !reader) throw new Error('Nobody is there');
    await reader('PATCH', '/api/profile', { language: 'th' });
    const connectionKey = (await boss('GET', '/api/pairing')).body.connectionKey;
    await mailing.board({ espid, username: `boss@example.com/${connectionKey}` });
    expect((await boss('PATCH', of(''), { name: 'Greenhouse' })).status).toBe(200);
    for (const email of ['thai@example.com', 'new@example.com']) {
      const request = { email, role: 'viewer', expiresAt: null };
      expect((await boss('POST', of('/shares'), request)).status).toBe(201);
    }
    const thai = await smtp.mailTo('thai@example.com', 2);
    expect(thai).toContain('ต้องการแบ่งปันอุปกรณ์ "Greenhouse" ให้คุณ');
    const newcomer = await smtp.mailTo('new@example.com');
    expect(newcomer).toContain('has no Cyno account');
    expect(newcomer).toContain('boss@example.com wants to share the device "Greenhouse" with you.');
    expect(newcomer).toContain(`${mailing.http}/auth/login?mode=signup#email=new%40example.com`);
    expect((await boss('POST', of('/transfer'), { email: 'thai@example.com', espid })).status).toBe(201);
    const { offers } = (await reader('GET', '/api/offers')).body as DeviceOffers;
    const handing = offers.find(({ kind }) => kind === 'transfer');
    expect((await reader('POST', `/api/offers/${handing?.id}/accept`)).status).toBe(200);
    const former = await smtp.mailAbout('boss@example.com', 'Your device belongs to somebody else now');
    expect(former.text).toContain('thai@example.com accepted the device "Greenhouse"');
  });
});

async function login({ api }: TestServer, email: string) {
  const { body } = await api('POST', '/api/auth/login', { email, password: 'a-long-Passphrase-7' });
  return (method: string, path: string, sent?: unknown) => api(method, path, sent, body.access_token);
}
