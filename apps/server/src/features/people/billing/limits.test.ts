import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

let server: TestServer;
let admin: TestUser;
let owner: TestUser;
let ownerId: number;
let people = 0;

beforeAll(async () => {
  server = await startTestServer({ BILLING: 'manual' });
  admin = await server.signup('admin@example.com');
});
afterAll(() => server.stop());
beforeEach(async () => {
  people += 1;
  owner = await server.signup(`owner${people}@example.com`);
  const { rows } = await server.database.pool.query<{ id: number }>('SELECT id FROM accounts WHERE email = $1', [
    owner.email,
  ]);
  ownerId = rows[0]?.id ?? 0;
});

const newEspid = () => `ESP32-D0WDQ6-100_${randomBytes(4).toString('hex')}`;
const give = async (plan: string) => {
  const response = await admin.api('POST', `/api/admin/users/${ownerId}/plan`, { plan });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
};

/** Connects boards with the connection key, one after the other. */
async function join(count: number) {
  const username = `${owner.email}/${await owner.connectionKey()}`;
  const boards = [];
  for (let n = 0; n < count; n++) boards.push((await server.board({ espid: newEspid(), username })).board);
  return boards;
}
const list = async () =>
  (await owner.api('GET', '/api/device/')).body as { espid: string; pending: boolean; paused: boolean }[];
const metric = async (line: string) => {
  const { body } = await server.api('GET', '/metrics');
  return Number(
    String(body)
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.split(' ')[1] ?? 0,
  );
};

describe('a board beyond the plan', () => {
  const problem = expect.stringMatching(/Your plan \(Free\) has room for 5 devices.*larger plan/);

  test.each([
    ['with the connection key', true],
    ['while the Add device window is open', false],
  ])('that comes %s waits, and says why', async (_, withKey) => {
    await join(5);
    if (!withKey) await owner.api('POST', '/api/pairing/window', { minutes: 10 });
    const espid = newEspid();
    const key = await owner.connectionKey();
    const username = withKey ? `${owner.email}/${key}` : owner.email;
    const { board, returnCode } = await server.board({ espid, username });
    expect(returnCode).toBe(0);
    board.publish('data/update', '{"temp":20}', 1);
    const { pending } = (await owner.api('GET', '/api/pairing')).body;
    expect(pending).toEqual([expect.objectContaining({ espid, problem, online: true })]);
    expect((await list()).filter((device) => !device.pending)).toHaveLength(5);
    const refused = await owner.api('POST', `/api/pairing/${espid}/accept`);
    expect(refused).toMatchObject({ status: 403, body: { code: 'limit_reached', error: problem } });
    await give('maker');
    expect((await owner.api('GET', '/api/pairing')).body.pending).toMatchObject([{ espid, problem: null }]);
    expect((await owner.api('POST', `/api/pairing/${espid}/accept`)).status).toBe(200);
  });

  test('opening the window lets as many of those that wait join as there is room', async () => {
    await join(4);
    const waiting = [newEspid(), newEspid()];
    for (const espid of waiting) await server.board({ espid, username: owner.email });
    expect((await owner.api('POST', '/api/pairing/window', { minutes: 10 })).status).toBe(200);
    const devices = await list();
    expect(devices.filter((device) => !device.pending)).toHaveLength(5);
    expect(devices.filter((device) => device.pending)).toHaveLength(1);
  });

  test('is also a virtual board, and a deleted one that is to come back', async () => {
    const [first] = await join(5);
    expect(await owner.api('POST', '/api/virtual-board')).toMatchObject({
      status: 403,
      body: { code: 'limit_reached' },
    });
    await owner.api('DELETE', `/api/device/${first?.espid}`);
    await join(1);
    expect(await owner.api('POST', `/api/device/${first?.espid}/restore`)).toMatchObject({
      status: 403,
      body: { code: 'limit_reached', error: problem },
    });
    await give('maker');
    expect((await owner.api('POST', `/api/device/${first?.espid}/restore`)).status).toBe(200);
  });
});

describe('a paused board', () => {
  test('stays connected and is acknowledged, but nothing of it is stored, shown or passed on; others continue', async () => {
    await give('maker');
    const boards = await join(6);
    const [first, last] = [boards[0], boards[5]];
    if (!first || !last) throw new Error('No boards');
    const live = await LiveSocket.open(server.http, owner.token);
    await give('free');
    expect((await list()).filter((device) => device.paused).map((device) => device.espid)).toEqual([last.espid]);
    const before = await metric('cyno_telemetry_left_out_total{reason="paused"}');
    await last.puback(last.publish('data/update', '{"temp":1}', 1));
    last.publish('debug', 'hello');
    await last.message('debug');
    await first.puback(first.publish('data/update', '{"temp":2}', 1));
    expect(await metric('cyno_telemetry_left_out_total{reason="paused"}')).toBe(before + 1);
    const history = async (espid: string) =>
      (await owner.api('GET', `/api/device/${espid}/history?from=0&to=${Date.now() + 1000}`)).body.times;
    expect(await history(last.espid)).toEqual([]);
    expect(await history(first.espid)).toHaveLength(1);
    await live.next('points', ({ espid }) => espid === first.espid);
    expect(live.received.filter((message) => message.type === 'points' && message.espid === last.espid)).toEqual([]);
    live.socket.close();
    const visible = (await owner.api('GET', `/api/device/${last.espid}`)).body;
    expect(visible).toMatchObject({ paused: true, online: true, variables: [] });
    const { lines } = (await owner.api('GET', `/api/device/${last.espid}/log`)).body;
    expect(lines.filter(({ text }: { text: string }) => text.startsWith('paused'))).toHaveLength(1);
    expect(lines.some(({ text }: { text: string }) => text.includes('hello'))).toBe(false);
  });

  test('reports it once for each connection, and stores again when the plan has room', async () => {
    await give('maker');
    const boards = await join(6);
    const espid = boards[5]?.espid ?? '';
    await give('free');
    await boards[5]?.end();
    const username = `${owner.email}/${await owner.connectionKey()}`;
    const { board } = await server.board({ espid, username });
    await board.puback(board.publish('data/update', '{"temp":1}', 1));
    await board.puback(board.publish('data/update', '{"temp":2}', 1));
    const lines = (await owner.api('GET', `/api/device/${espid}/log`)).body.lines as { text: string }[];
    expect(lines.filter(({ text }) => text.startsWith('paused'))).toHaveLength(2);
    await give('maker');
    await board.puback(board.publish('data/update', '{"temp":3}', 1));
    const { body } = await owner.api('GET', `/api/device/${espid}/history?from=0&to=${Date.now() + 1000}`);
    expect(body.series.temp.value).toEqual([3]);
  });
});

describe('the stored interval', () => {
  test.each([
    ['free', 5_000],
    ['maker', 1_000],
    ['pro', 500],
  ])('of %s is kept by ingest and told to the owner', async (plan, intervalMs) => {
    if (plan !== 'free') await give(plan);
    const [board] = await join(1);
    if (!board) throw new Error('No board');
    // A burst of five may follow the first one at once; what comes then must wait for the interval.
    for (let id = 1; id <= 10; id++) {
      await board.puback(board.publish('data/update', `{"n":${id}}`, 1));
    }
    const path = `/api/device/${board.espid}`;
    const { times } = (await owner.api('GET', `${path}/history?from=0&to=${Date.now() + 1000}`)).body;
    expect(times.length).toBeGreaterThanOrEqual(6);
    expect(times.length).toBeLessThanOrEqual(8);
    const { lines } = (await owner.api('GET', `${path}/log`)).body;
    expect(lines.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringContaining(`every ${intervalMs} ms`),
    );
  });
});

test('who is no administrator can neither give plans nor see whether an account exists', async () => {
  const unknown = await owner.api('POST', '/api/admin/users/2000000000/plan', { plan: 'pro' });
  const mine = await owner.api('POST', `/api/admin/users/${ownerId}/plan`, { plan: 'pro' });
  expect(mine).toMatchObject({ status: 403, body: unknown.body });
  expect((await owner.api('GET', '/api/plan')).body.current.plan).toBe('free');
});

test('what an administrator gives stands in the audit log', async () => {
  await give('pro');
  const { entries } = (await admin.api('GET', '/api/admin/audit?action=plan.assigned')).body;
  expect(entries[0]).toMatchObject({
    actor: 'admin@example.com',
    target: owner.email,
    details: { plan: 'pro', until: null, before: 'free' },
  });
});
