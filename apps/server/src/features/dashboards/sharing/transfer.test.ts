import type { DeviceOffer } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

let server: TestServer;
let owner: TestUser;
let heir: TestUser;
let guest: TestUser;
let serial = 0;

beforeAll(async () => {
  server = await startTestServer({ BILLING: 'manual' });
  owner = await server.signup('owner@example.com');
  heir = await server.signup('heir@example.com');
  guest = await server.signup('guest@example.com');
  for (const user of [owner, heir]) await givePlan(user, 'pro');
});
afterAll(() => server.stop());

const idOf = async (email: string): Promise<number> =>
  (await server.database.pool.query('select id from accounts where email = $1', [email])).rows[0].id;
async function givePlan(user: TestUser, plan: string): Promise<void> {
  expect((await owner.api('POST', `/api/admin/users/${await idOf(user.email)}/plan`, { plan })).status).toBe(200);
}

let espid: string;
let board: TestBoard;
const connect = async (user: TestUser, id = espid) =>
  server.board({ espid: id, username: `${user.email}/${await user.connectionKey()}` });
beforeEach(async () => {
  serial += 1;
  await server.database.pool.query('delete from throttle_counts');
  espid = `ESP32-D0WDQ6-100_0c1b${serial.toString(16).padStart(4, '0')}`;
  ({ board } = await connect(owner));
});

const of = (path: string, id = espid) => `/api/device/${encodeURIComponent(id)}${path}`;
const request = (body: object = {}) => owner.api('POST', of('/transfer'), { email: heir.email, espid, ...body });
const offerOf = async (user: TestUser): Promise<DeviceOffer> => {
  const { offers } = (await user.api('GET', '/api/offers')).body as { offers: DeviceOffer[] };
  const offer = offers.find((one) => one.espid === espid);
  if (!offer) throw new Error('Nothing is offered');
  return offer;
};
const accept = async (user: TestUser) => user.api('POST', `/api/offers/${(await offerOf(user)).id}/accept`);
async function share(user: TestUser, role: string): Promise<void> {
  await owner.api('POST', of('/shares'), { email: user.email, role, expiresAt: null });
  expect((await accept(user)).status).toBe(200);
}
async function sends(values: object): Promise<void> {
  board.publish('data/update', JSON.stringify(values), 1);
  await board.message('data/update');
}
const reads = async (user: TestUser, id = espid) => (await user.api('GET', of('/control', id))).status;

describe('a device that is handed over', () => {
  test("is the other account's from when it accepts, with its history, settings, dashboard and automations", async () => {
    await sends({ temp: 21 });
    await owner.api('PATCH', of(''), { name: 'Greenhouse', notes: 'by the pond', favourite: true });
    await owner.api('PUT', of('/dashboard'), { template: 'dht' });
    const timer = { kind: 'timer', at: { type: 'time', secondOfDay: 60 }, repeat: { type: 'daily' } };
    const action = { kind: 'event', name: 'led', value: '1' };
    const made = { name: 'Light', enabled: true, definition: { ...timer, action } };
    expect((await owner.api('POST', of('/automations'), made)).status).toBe(201);
    await share(guest, 'manager');

    expect((await request()).body).toMatchObject({ transfer: { email: heir.email } });
    expect(await reads(heir)).toBe(404);
    expect(await offerOf(heir)).toMatchObject({ kind: 'transfer', role: null, name: 'Greenhouse', owner: owner.email });
    const page = await LiveSocket.open(server.http, owner.token, [espid]);
    expect((await accept(heir)).status).toBe(200);

    await board.whenClosed();
    await page.next('devices');
    expect([await reads(owner), await reads(guest), await reads(heir)]).toEqual([404, 404, 200]);
    expect((await heir.api('GET', of(''))).body).toMatchObject({
      name: 'Greenhouse',
      notes: 'by the pond',
      favourite: false,
    });
    const { body } = await heir.api('GET', of(`/history?from=0&to=${Date.now() + 1}&keys=temp`));
    expect(JSON.stringify(body)).toContain('21');
    expect((await heir.api('GET', of('/automations'))).body.automations).toMatchObject([
      { name: 'Light', enabled: true },
    ]);
    expect((await heir.api('GET', of('/dashboard'))).status).toBe(200);
    expect((await heir.api('GET', of('/shares'))).body).toMatchObject({ shares: [], transfer: null });
    page.socket.close();
  });

  test("is refused its old sign-in, which the new owner's console says, and comes back with the new owner's key", async () => {
    await request();
    await accept(heir);
    // It does not learn that the id is somebody's, and can do nothing with it.
    const { board: former } = await connect(owner);
    former.publish('data/update', '{"temp":99}', 1);
    await former.puback(1);
    expect(JSON.stringify((await heir.api('GET', of(''))).body)).not.toContain('"value":99');
    const lines = (await heir.api('GET', of('/log'))).body.lines.map(({ text }: { text: string }) => text);
    expect(lines).toContainEqual(expect.stringContaining('another account claims this id'));
    expect(lines).toContainEqual(expect.stringContaining(`handed over by ${owner.email}`));
    // It was verified, so the address alone is not enough.
    expect((await server.board({ espid, username: heir.email })).returnCode).toBe(5);
    const { board: again, returnCode } = await connect(heir);
    expect(returnCode).toBe(0);
    const app = await LiveSocket.open(server.http, heir.token, [espid]);
    again.publish('data/update', '{"temp":5}');
    await app.next('points', ({ points }) => points.some(({ values }) => values.temp === 5));
    app.socket.close();
  });

  test('parts the rules that read across the two accounts, on both sides, and leaves the others', async () => {
    await sends({ temp: 21 });
    const other = `ESP32-D0WDQ6-100_0c2b${serial.toString(16).padStart(4, '0')}`;
    const { board: second } = await connect(owner, other);
    second.publish('data/update', '{"temp":3}', 1);
    await second.message('data/update');
    const rule = (name: string, read: string) => ({
      name,
      enabled: true,
      definition: {
        kind: 'rule',
        conditions: [{ espid: read, key: 'temp', comparison: '>', threshold: 1000, release: null }],
        forSeconds: 0,
        action: { kind: 'output', pin: '4', mode: 'digit', value: 1 },
        back: null,
        limit: null,
        activeHours: null,
      },
    });
    for (const [on, name, read] of [
      [espid, 'own', espid],
      [espid, 'reads the other', other],
      [other, 'reads it', espid],
      [other, 'alone', other],
    ] as const) {
      expect((await owner.api('POST', of('/automations', on), rule(name, read))).status).toBe(201);
    }
    await request();
    await accept(heir);
    const states = async (user: TestUser, id: string) => {
      const { automations } = (await user.api('GET', of('/automations', id))).body;
      return Object.fromEntries(automations.map((one: { name: string; enabled: boolean }) => [one.name, one.enabled]));
    };
    expect(await states(heir, espid)).toEqual({ own: true, 'reads the other': false });
    expect(await states(owner, other)).toEqual({ 'reads it': false, alone: true });
    for (const [user, id] of [
      [heir, espid],
      [owner, other],
    ] as const) {
      const { lines } = (await user.api('GET', of('/log', id))).body;
      expect(lines.map(({ text }: { text: string }) => text)).toContainEqual(
        expect.stringContaining('was switched off: it reads'),
      );
    }
    // What went along does not name what stayed.
    for (const path of ['/log', '/automations', '/automations/runs'])
      expect(JSON.stringify((await heir.api('GET', of(path))).body), path).not.toContain(other);
    // The rule that went along follows the board in its new account.
    const { board: moved } = await connect(heir);
    moved.publish('data/update', '{"temp":2000}');
    await expect
      .poll(async () => (await heir.api('GET', of('/control'))).body.commands[0]?.actor)
      .toMatchObject({ kind: 'rule', name: 'own' });
  });

  test('has no passes, links and visits from before, also when it comes back to its former owner', async () => {
    await sends({ temp: 21 });
    await owner.api('PUT', of('/outputs/2'), { mode: 'digit', name: 'Gate', locked: false, momentaryMs: null });
    const target = { kind: 'output', pin: '2', mode: 'digit' };
    const offers = [{ value: '1', label: 'Open' }];
    const [from, until] = [null, Date.now() + 60_000];
    const pass = { name: 'Anna', title: 'Gate', target, offers, uses: 5, from, until };
    expect((await owner.api('POST', of('/passes'), pass)).status).toBe(201);
    const { body } = await owner.api('PUT', of('/dashboard'), { template: 'dht' });
    const links = `/api/dashboards/${body.dashboard.id}/links`;
    const link = { name: 'Club', expiresAt: null, exposed: [], origins: [], password: null };
    expect((await owner.api('POST', links, link)).status).toBe(201);
    await share(guest, 'viewer');
    await reads(guest);
    expect((await owner.api('GET', of('/visits'))).body.visits).toHaveLength(1);

    await request();
    await accept(heir);
    expect((await heir.api('GET', of('/visits'))).body.visits).toEqual([]);
    await heir.api('POST', of('/transfer'), { email: owner.email, espid });
    expect((await accept(owner)).status).toBe(200);
    expect((await owner.api('GET', of('/passes'))).body.passes).toEqual([]);
    expect((await owner.api('GET', links)).body.links).toEqual([]);
  });

  test('takes no deleted automation along, and stays as it is while that cannot be removed', async () => {
    const timer = { kind: 'timer', at: { type: 'time', secondOfDay: 60 }, repeat: { type: 'daily' } };
    const definition = { ...timer, action: { kind: 'event', name: 'led', value: '1' } };
    const made = await owner.api('POST', of('/automations'), { name: 'Light', enabled: true, definition });
    await owner.api('DELETE', of(`/automations/${made.body.id}`));
    await request();
    await server.database.pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
       CREATE TRIGGER refuse BEFORE DELETE ON automations EXECUTE FUNCTION refuse()`,
    );
    expect((await accept(heir)).status).toBe(500);
    expect([await reads(owner), await reads(heir)]).toEqual([200, 404]);
    await server.database.pool.query('DROP FUNCTION refuse CASCADE');
    expect((await accept(heir)).status).toBe(200);
    expect((await heir.api('POST', of(`/automations/${made.body.id}/restore`))).status).toBe(404);
  });

  test("takes none of the former owner's waiting commands along", async () => {
    await board.end();
    await expect.poll(async () => (await owner.api('GET', of(''))).body.online).toBe(false);
    await owner.api('POST', of('/io'), { pins: [{ pin: '4', mode: 'digit', value: 1 }] });
    await request();
    await accept(heir);
    expect((await heir.api('GET', of('/control'))).body.commands).toMatchObject([{ state: 'failed' }]);
  });
});

describe('handing over', () => {
  test('is asked once, of somebody else, with the id typed', async () => {
    expect((await request({ espid: 'ESP32-other_1' })).status).toBe(400);
    expect((await request({ email: owner.email })).status).toBe(400);
    expect((await request()).status).toBe(201);
    expect(await request({ email: guest.email })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await owner.api('DELETE', of('/transfer'))).body.transfer).toBeNull();
    expect((await owner.api('DELETE', of('/transfer'))).status).toBe(404);
    await expect(offerOf(heir)).rejects.toThrow();
  });

  test('is taken from the pages of who was to accept it when it is revoked', async () => {
    await request();
    const page = await LiveSocket.open(server.http, heir.token);
    await owner.api('DELETE', of('/transfer'));
    await page.next('devices');
    page.socket.close();
  });

  test('can be accepted by nobody else, once, and not after it was revoked', async () => {
    await request();
    const { id } = await offerOf(heir);
    expect((await guest.api('POST', `/api/offers/${id}/accept`)).status).toBe(404);
    await owner.api('DELETE', of('/transfer'));
    expect((await heir.api('POST', `/api/offers/${id}/accept`)).status).toBe(404);
    await request();
    const again = await offerOf(heir);
    const responses = await Promise.all([1, 2].map(() => heir.api('POST', `/api/offers/${again.id}/accept`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('needs room in the plan of the new owner, who keeps the offer', async () => {
    const small = await server.signup(`small${serial}@example.com`);
    await request({ email: small.email });
    await givePlan(small, 'free');
    const mine = ['a', 'b', 'c', 'd', 'e'].map(
      (letter) => `ESP32-D0WDQ6-100_0d${letter}b${serial.toString(16).padStart(4, '0')}`,
    );
    for (const one of mine) await connect(small, one);
    expect(await accept(small)).toMatchObject({ status: 403, body: { code: 'limit_reached' } });
    expect(await reads(owner)).toBe(200);
    await small.api('DELETE', of('', mine[0] ?? ''));
    expect((await accept(small)).status).toBe(200);
  });

  test('leaves one owner when the device is deleted at the same time', async () => {
    await request();
    const { id } = await offerOf(heir);
    const [taken, deleted] = await Promise.all([
      heir.api('POST', `/api/offers/${id}/accept`),
      owner.api('DELETE', of('')),
    ]);
    expect([taken.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await reads(heir)).toBe(taken.status === 200 ? 200 : 404);
    const { rows } = await server.database.pool.query('select account_id, deleted_at from devices where espid = $1', [
      espid,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].account_id).toBe(await idOf(taken.status === 200 ? heir.email : owner.email));
    expect(rows[0].deleted_at === null).toBe(taken.status === 200);
  });
});

test('a manager reads no other device of the owner through a rule, a preview or a dry run', async () => {
  await sends({ temp: 21 });
  const secret = `ESP32-D0WDQ6-100_0e1b${serial.toString(16).padStart(4, '0')}`;
  const { board: second } = await connect(owner, secret);
  second.publish('data/update', '{"alarm":1}', 1);
  await second.message('data/update');
  await share(guest, 'manager');
  const definition = {
    kind: 'rule',
    conditions: [{ espid: secret, key: 'alarm', comparison: '>', threshold: 0, release: null }],
    forSeconds: 0,
    action: { kind: 'output', pin: '4', mode: 'digit', value: 1 },
    back: null,
    limit: null,
    activeHours: null,
  };
  const made = (await owner.api('POST', of('/automations'), { name: 'Owner', enabled: false, definition })).body;
  const off = { name: 'Renamed', enabled: false, definition };
  const responses = [
    await guest.api('POST', of('/automations'), { ...off, enabled: true }),
    await guest.api('POST', of('/automations/preview'), { definition }),
    await guest.api('POST', of('/automations/dry-run'), { definition, days: 1 }),
    await guest.api('PUT', of(`/automations/${made.id}`), { ...off, enabled: true }),
    await guest.api('PUT', of(`/automations/${made.id}`), off),
  ];
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 200]);
  // The other way round: who may look at a device does not hear which others read it.
  const reader = { ...definition, conditions: [{ ...definition.conditions[0], espid, key: 'temp' }] };
  await owner.api('POST', of('/automations', secret), { name: 'Reader', enabled: true, definition: reader });
  expect((await owner.api('GET', of('/automations'))).body.readers).toHaveLength(1);
  expect((await guest.api('GET', of('/automations'))).body.readers).toEqual([]);
});

describe('when an account is removed', () => {
  const remove = async (user: TestUser) => {
    const id = await idOf(user.email);
    await server.database.pool.query("update accounts set delete_after = now() - interval '1 second' where id = $1", [
      id,
    ]);
    return id;
  };

  test('its guests lose its devices at once', async () => {
    const leaver = await server.signup(`leaver${serial}@example.com`);
    espid = `ESP32-D0WDQ6-100_0f1b${serial.toString(16).padStart(4, '0')}`;
    await connect(leaver);
    await leaver.api('POST', of('/shares'), { email: guest.email, role: 'viewer', expiresAt: null });
    await accept(guest);
    expect(await reads(guest)).toBe(200);
    await remove(leaver);
    await expect.poll(() => reads(guest)).toBe(404);
    const left = (await guest.api('GET', '/api/device/shared')).body.map((one: { espid: string }) => one.espid);
    expect(left).not.toContain(espid);
  });

  test('what was shared with it ends with it', async () => {
    const friend = await server.signup(`friend${serial}@example.com`);
    await share(friend, 'viewer');
    await server.database.pool.query('delete from accounts where id = $1', [await remove(friend)]);
    await expect.poll(async () => (await owner.api('GET', of('/shares'))).body.shares).toEqual([]);
  });
});
