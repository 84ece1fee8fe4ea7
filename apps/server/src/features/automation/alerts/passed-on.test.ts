import { alertDetails, alertList, alertRules } from '@cyno/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const quarterHourMs = 15 * 60_000;
const tank = nextEspid();
const well = nextEspid();
const foreign = nextEspid();
let server: JoinedServer;
let owner: TestUser;
/** Whom the owner names, and who may only look at the tank and the well. */
let neighbour: TestUser;
/** Who may look at the same, and is not named. */
let onlooker: TestUser;
let stranger: TestUser;
const boards = new Map<string, TestBoard>();

async function share(espid: string, user: TestUser, from = owner): Promise<void> {
  await from.api('POST', `/api/device/${espid}/shares`, { email: user.email, role: 'viewer', expiresAt: null });
  const [offer] = (await user.api('GET', '/api/offers')).body.offers;
  expect((await user.api('POST', `/api/offers/${offer.id}/accept`)).status).toBe(200);
}
async function endShares(espid: string): Promise<void> {
  const { shares } = (await owner.api('GET', `/api/device/${espid}/shares`)).body;
  for (const { id, email } of shares) {
    if (email === neighbour.email) await owner.api('DELETE', `/api/device/${espid}/shares/${id}`);
  }
}

async function connect(espid: string, user: TestUser): Promise<void> {
  const username = `${user.email}/${await user.connectionKey()}`;
  boards.set(espid, (await server.board({ espid, username, keepalive: 3_600 })).board);
}

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  neighbour = await server.signup('neighbour@example.com');
  onlooker = await server.signup('onlooker@example.com');
  stranger = await server.signup('stranger@example.com');
  await connect(tank, owner);
  await connect(well, owner);
  await connect(foreign, stranger);
  for (const espid of [tank, well]) {
    await share(espid, neighbour);
    await share(espid, onlooker);
  }
  await share(foreign, neighbour, stranger);
  await nameNeighbour();
});
afterEach(async () => {
  for (const user of [owner, stranger]) {
    const { rules } = alertRules.parse((await user.api('GET', '/api/alert-rules')).body);
    for (const { id, builtIn } of rules) if (!builtIn) await user.api('DELETE', `/api/alert-rules/${id}`);
  }
});
afterAll(() => server.stop());

async function nameNeighbour(): Promise<void> {
  const { people } = (await owner.api('GET', '/api/notifications/people')).body;
  const contacts = people.flatMap(({ id, name }: { id: string; name: string }) =>
    name === neighbour.email ? [id] : [],
  );
  const { body } = await owner.api('GET', '/api/notifications/policy');
  const critical = { ...body.critical, escalations: [{ afterMinutes: 15, contacts }] };
  expect((await owner.api('PUT', '/api/notifications/policy', { ...body, critical })).status).toBe(200);
}

const openOf = async (user: TestUser) => alertList.parse((await user.api('GET', '/api/alerts')).body).alerts;
const detailsOf = async (user: TestUser, id: number) =>
  alertDetails.parse((await user.api('GET', `/api/alerts/${id}`)).body);
const acknowledge = (user: TestUser, ...ids: number[]) => user.api('POST', '/api/alerts/acknowledge', { ids });
const idOf = async (user: TestUser) => {
  const { rows } = await server.database.pool.query('SELECT id FROM accounts WHERE email = $1', [user.email]);
  return rows[0].id as number;
};

/** Makes a variable of a device too high by a rule of its own, and resolves with the id of its alert. */
async function alerted(
  espid: string,
  severity: 'warning' | 'critical',
  { user = owner, key = 'temp' } = {},
): Promise<number> {
  const board = boards.get(espid);
  const scope = { kind: 'devices', espids: [espid] };
  const measure = (value: number) => board?.puback(board.publish('data/update', JSON.stringify({ [key]: value }), 1));
  await measure(20);
  const { body } = await user.api('POST', '/api/alert-rules', { ...tooHot({ key }), severity, scope });
  await measure(35);
  return vi.waitFor(
    async () => {
      const { alerts } = (await user.api('GET', `/api/alerts?rule=${body.id}`)).body;
      expect(alerts).toHaveLength(1);
      return alerts[0].id;
    },
    { timeout: 180_000 },
  );
}

/** Nobody acknowledges it for so long that it is passed on and has its message. */
async function passedOn(alertId: number): Promise<void> {
  const { pool } = server.database;
  const messages = async () => {
    const { rows } = await pool.query(
      `SELECT message_id, escalated_by FROM notification_recipients JOIN notification_events ON id = event_id
       WHERE topic = $1 AND message_id IS NOT NULL`,
      [`alert:${alertId}`],
    );
    return rows;
  };
  // What is notified of waits for seconds for what comes with it.
  const seldom = { timeout: 180_000, interval: 500 };
  const [{ message_id: messageId }] = await vi.waitUntil(async () => {
    const rows = await messages();
    return rows.length === 1 && rows;
  }, seldom);
  await pool.query(
    'UPDATE notification_recipients SET queued_at = queued_at - $2, due_at = due_at - $2 WHERE message_id = $1',
    [messageId, quarterHourMs],
  );
  await pool.query('UPDATE notification_messages SET at = at - $2, repeat_at = 0 WHERE id = $1', [
    messageId,
    quarterHourMs,
  ]);
  await vi.waitUntil(async () => (await messages()).filter(({ escalated_by: by }) => by !== null).length === 1, seldom);
}

test('who is named acknowledges what was passed on to them, and the owner sees who it was', async () => {
  const id = await alerted(tank, 'critical');
  expect(await openOf(neighbour)).toMatchObject([{ id, mayAcknowledge: false }]);
  const page = await LiveSocket.open(server.http, neighbour.token, [tank]);
  await passedOn(id);
  expect(await page.next('alerts')).toEqual({ type: 'alerts' });
  page.socket.close();
  expect(await openOf(neighbour)).toMatchObject([{ id, mayAcknowledge: true }]);
  expect(await detailsOf(neighbour, id)).toMatchObject({ mayAcknowledge: true });
  const { body } = await acknowledge(neighbour, id);
  expect(body.alerts).toMatchObject([{ id, state: 'acknowledged', mayAcknowledge: false, acknowledgedBy: null }]);
  const seen = await detailsOf(owner, id);
  expect(seen).toMatchObject({ acknowledgedBy: neighbour.email });
  expect(seen.changes.at(-1)).toMatchObject({ to: 'acknowledged', by: neighbour.email });
  expect((await detailsOf(onlooker, id)).changes.at(-1)).toMatchObject({ to: 'acknowledged', by: null });
});

describe('refused', () => {
  const expectRefused = async (user: TestUser, ...ids: number[]) => {
    expect((await acknowledge(user, ...ids)).body).toMatchObject({ code: 'forbidden' });
    for (const id of ids) expect(await detailsOf(user, id)).toMatchObject({ state: 'active', mayAcknowledge: false });
  };

  test('are others who may only look, and everything but to acknowledge it', async () => {
    const id = await alerted(tank, 'critical');
    await passedOn(id);
    await expectRefused(onlooker, id);
    expect((await acknowledge(stranger, id)).body).toEqual({ alerts: [] });
    expect((await neighbour.api('POST', '/api/alerts/mute', { ids: [id], minutes: 5 })).status).toBe(403);
    const switched = { pins: [{ pin: 'D1', mode: 'digit', value: 1 }] };
    expect((await neighbour.api('POST', `/api/device/${tank}/io`, switched)).status).toBe(403);
    expect((await acknowledge(neighbour, id)).body.alerts).toHaveLength(1);
  });

  test('is what was not passed on: another alert of the device, of another device, of another owner', async () => {
    const id = await alerted(tank, 'critical');
    const others = [
      await alerted(tank, 'warning', { key: 'humid' }),
      await alerted(well, 'warning'),
      await alerted(foreign, 'critical', { user: stranger }),
    ];
    await passedOn(id);
    await expectRefused(neighbour, ...others);
    const { body } = await acknowledge(neighbour, ...others, id);
    expect(body.alerts).toMatchObject([{ id }]);
    for (const other of others) expect(await detailsOf(neighbour, other)).toMatchObject({ state: 'active' });
  });

  test('is what somebody else than its owner passed on', async () => {
    const id = await alerted(foreign, 'critical', { user: stranger });
    await server.database.pool.query(
      `INSERT INTO notification_recipients (event_id, account_id, queued_at, escalated_by)
       SELECT id, $2, 0, $3 FROM notification_events WHERE topic = $1`,
      [`alert:${id}`, await idOf(neighbour), await idOf(owner)],
    );
    await expectRefused(neighbour, id);
  });

  test('is who declined, until they accept it again', async () => {
    const id = await alerted(tank, 'critical');
    await passedOn(id);
    const { namedBy } = (await neighbour.api('GET', '/api/notifications/people')).body;
    const decline = (declined: boolean) =>
      neighbour.api('PUT', `/api/notifications/named-by/${namedBy[0].id}`, { declined });
    await decline(true);
    await expectRefused(neighbour, id);
    await decline(false);
    expect((await acknowledge(neighbour, id)).body.alerts).toMatchObject([{ id, state: 'acknowledged' }]);
  });

  test('is who may not see the device any more', async () => {
    const id = await alerted(tank, 'critical');
    await passedOn(id);
    await endShares(tank);
    expect((await acknowledge(neighbour, id)).body).toEqual({ alerts: [] });
    expect(await detailsOf(owner, id)).toMatchObject({ state: 'active' });
    await share(tank, neighbour);
    expect((await acknowledge(neighbour, id)).body.alerts).toHaveLength(1);
  });
});
