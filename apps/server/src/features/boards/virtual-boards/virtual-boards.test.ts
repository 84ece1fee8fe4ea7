import { virtualBoard } from '@cyno/contract';
import { boardPassword, parseTelemetry, parseUsername } from '@cyno/device-protocol';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import {
  type BoardMessage,
  type BoardSession,
  createEmbeddedBroker,
  type DeviceBroker,
  type FeatureHooks,
} from '../../../platform/broker/index.ts';
import { schema } from '../../../platform/database/index.ts';
import { createHttp, type Http } from '../../../platform/http/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { type PastPoint, pastWeek } from './past-week.ts';
import { virtualBoardsRepository } from './virtual-boards.repository.ts';
import { virtualBoardRoutes } from './virtual-boards.routes.ts';
import { VirtualBoards } from './virtual-boards.service.ts';

const hour = 3_600_000;
const accountIds = Array.from({ length: 52 }, (_, index) => index + 1);
/** Ten accounts share one. */
const networkOf = (accountId: number) => `192.0.2.${Math.floor(accountId / 10)}`;
/** Accounts that have a page open. */
const watching = new Set<number>();

let test: TestDatabase;
let broker: DeviceBroker;
let ports: { tlsPort: number; plainPort: number | null };
const clock = { at: Date.UTC(2026, 10, 21, 5), now: () => clock.at };
/** What the broker saw, and the devices and keys of the accounts as other features would keep them. */
const messages: { espid: string; message: BoardMessage }[] = [];
const devices = new Map<string, number>();
const marks: { accountId: number; espid: string; until: number | null }[] = [];
const past: PastPoint[] = [];
const keys = new Map<number, string>();
/** Keys that a board is given once although they do not work any more. */
const staleKeys = new Map<number, string>();
const refusedKeys: string[] = [];

const hooks: FeatureHooks = {
  async authenticate({ clientId, username, password }) {
    const { email, key } = parseUsername(username);
    const accountId = Number(/^user(\d+)@example\.com$/.exec(email)?.[1]);
    if (password !== boardPassword || key === null || keys.get(accountId) !== key) {
      refusedKeys.push(String(key));
      return { allow: false, returnCode: 5 };
    }
    devices.set(clientId, accountId);
    return { allow: true, session: { kind: 'board', accountId, espid: clientId, deviceId: accountId } };
  },
  maxPacketBytes: () => 1024,
  boardMessage: (session: BoardSession, message: BoardMessage) => void messages.push({ espid: session.espid, message }),
  mayRead: () => false,
  sharedReaders: () => [],
};

beforeAll(async () => {
  test = await createTestDatabase();
  const accounts = accountIds.map((id) => ({
    email: `user${id}@example.com`,
    passwordHash: 'x',
    member: 'user' as const,
  }));
  await test.database.orm.insert(schema.accounts).values(accounts);
  for (const id of accountIds) keys.set(id, `KEY-${id}`);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'cyno' }], {
    keyType: 'ec',
    curve: 'P-256',
  });
  broker = createEmbeddedBroker({
    log: silentLogger,
    metrics: createMetrics(),
    clock: { now: () => Date.now() },
    tlsHost: '127.0.0.1',
    tlsPort: 0,
    plainHost: '127.0.0.1',
    plainPort: 0,
    proxied: null,
    tls: { key, cert },
  });
  broker.use(hooks);
  ports = await broker.start();
});
afterAll(async () => {
  await broker.stop();
  await test.drop();
});

const started: VirtualBoards[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const one of started.splice(0)) await one.stop();
  await test.database.orm.delete(schema.serverState);
  for (const log of [messages, marks, refusedKeys, past]) log.length = 0;
  devices.clear();
  watching.clear();
});

async function startVirtualBoards(over: 'plain' | 'tls' = 'plain') {
  const virtualBoards = new VirtualBoards({
    repository: virtualBoardsRepository(test.database),
    clock,
    log: silentLogger,
    metrics: createMetrics(),
    brokerAddress: () => ({
      host: '127.0.0.1',
      port: over === 'tls' ? ports.tlsPort : (ports.plainPort ?? 0),
      proxied: null,
      tls: over === 'tls',
    }),
    otaUrl: () => 'http://127.0.0.1:9',
    async findSignIn(accountId) {
      const connectionKey = staleKeys.get(accountId) ?? keys.get(accountId);
      staleKeys.delete(accountId);
      return connectionKey === undefined ? undefined : { email: `user${accountId}@example.com`, connectionKey };
    },
    hasDevice: (accountId, espid) => devices.get(espid) === accountId,
    checkCapacity: () => undefined,
    isWatched: (accountId) => watching.has(accountId),
    async markVirtual(accountId, espid, until) {
      marks.push({ accountId, espid, until });
    },
    timeZoneOf: () => 'Asia/Bangkok',
    async storePast(accountId, espid, points) {
      if (devices.get(espid) !== accountId) return false;
      past.push(...points);
      return true;
    },
  });
  await virtualBoards.start();
  started.push(virtualBoards);
  return virtualBoards;
}

const online = (espid: string) => expect.poll(() => broker.session(espid)).toBeDefined();
const offline = (espid: string) => expect.poll(() => broker.session(espid)).toBeUndefined();

describe('the virtual board of an account', () => {
  it.each(['plain', 'tls'] as const)('signs in at the %s port with the key and sends its climate', async (over) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { espid, until } = await (await startVirtualBoards(over)).restart(1, networkOf(1));
    expect(espid).toMatch(/^ESP32-D0WDQ6-100_[0-9a-f]{1,8}$/);
    expect(until).toBe(clock.at + hour);
    await online(espid);
    const update = () => messages.find(({ message }) => message.subtopic === 'data/update');
    await expect.poll(() => vi.advanceTimersByTimeAsync(100).then(update)).toMatchObject({ espid });
    vi.useRealTimers();
    expect(Object.keys(parseTelemetry(update()?.message.payload ?? Buffer.from('{}')).values)).toEqual([
      'temp',
      'humid',
      'light',
      'soil',
    ]);
    expect(marks).toContainEqual({ accountId: 1, espid, until });
  });

  it('keeps its id when it is started again, and gets a full hour', async () => {
    const virtualBoards = await startVirtualBoards();
    const first = await virtualBoards.restart(1, networkOf(1));
    await online(first.espid);
    const session = broker.session(first.espid);
    clock.at += 1000;
    expect(await virtualBoards.restart(1, networkOf(1))).toEqual({ espid: first.espid, until: first.until + 1000 });
    expect(broker.session(first.espid)).toBe(session);
    await virtualBoards.halt(1);
    await offline(first.espid);
    expect((await virtualBoards.restart(1, networkOf(1))).espid).toBe(first.espid);
  });

  it('brings a week of history with it, once', async () => {
    const virtualBoards = await startVirtualBoards();
    const { espid } = await virtualBoards.restart(6, networkOf(6));
    const week = 7 * 24 * 60;
    await expect.poll(() => past.length).toBe(week);
    expect(past.every(({ at }, index) => index === 0 || at === (past[index - 1]?.at ?? 0) + 60_000)).toBe(true);
    expect(past.at(-1)?.at).toBeLessThan(clock.at);
    await virtualBoards.halt(6);
    await virtualBoards.restart(6, networkOf(6));
    await online(espid);
    await expect.poll(() => marks.at(-1)?.until).not.toBeNull();
    await virtualBoards.stop();
    await startVirtualBoards();
    await online(espid);
    expect(past).toHaveLength(week);
  });

  it('brings it also when it was requested twice at once', async () => {
    const virtualBoards = await startVirtualBoards();
    await Promise.all([virtualBoards.restart(6, networkOf(6)), virtualBoards.restart(6, networkOf(6))]);
    await expect.poll(() => past.length).toBe(7 * 24 * 60);
  });

  it('has days that follow the clock of its account', () => {
    const points = [...pastWeek({ now: clock.at, zone: 'Asia/Bangkok', seed: 1 })].flat();
    const lightAt = (hour: number) =>
      points.filter(({ at }) => new Date(at).getUTCHours() === (hour + 17) % 24).map(({ values }) => values.light ?? 0);
    expect(Math.min(...lightAt(12))).toBeGreaterThan(Math.max(...lightAt(2)));
  });

  it('stops by itself after an hour', async () => {
    const virtualBoards = await startVirtualBoards();
    const { espid } = await virtualBoards.restart(1, networkOf(1));
    await online(espid);
    clock.at += hour;
    await offline(espid);
  });

  it('continues after a restart of the server until its hour is over', async () => {
    const virtualBoards = await startVirtualBoards();
    const { espid, until } = await virtualBoards.restart(1, networkOf(1));
    const other = await virtualBoards.restart(2, networkOf(2));
    await virtualBoards.halt(2);
    await virtualBoards.stop();
    await offline(espid);
    clock.at += hour - 1;
    await startVirtualBoards();
    await online(espid);
    expect(broker.session(other.espid)).toBeUndefined();
    await expect.poll(() => marks.at(-1)).toEqual({ accountId: 1, espid, until });
    clock.at += 1;
    await offline(espid);
  });

  describe('that waits for its place after a restart of the server', () => {
    const espids = [1, 2].map((n) => `ESP32-D0WDQ6-100_${n}`);
    /** The second board continues a moment after the first one. */
    async function restartServer() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      for (const [index, espid] of espids.entries()) {
        devices.set(espid, index + 1);
        const value = { espid, until: clock.at + hour };
        await test.database.orm.insert(schema.serverState).values({ key: `virtual-board:${index + 1}`, value });
      }
      return startVirtualBoards();
    }
    const espid = espids[1] ?? '';

    it('stays as its account started it meanwhile', async () => {
      const virtualBoards = await restartServer();
      clock.at += 1000;
      const { until } = await virtualBoards.restart(2, networkOf(2));
      const untils = () => marks.filter((mark) => mark.espid === espid).map((mark) => mark.until);
      // Once as it was started, once as it came online.
      await expect.poll(untils).toEqual([until, until]);
      const session = broker.session(espid);
      await vi.advanceTimersByTimeAsync(100);
      // Comes after what was scheduled.
      await virtualBoards.restart(2, networkOf(2));
      expect(broker.session(espid)).toBe(session);
      expect(untils()).toEqual([until, until, until]);
    });

    it('stays stopped when its account stopped it meanwhile', async () => {
      const virtualBoards = await restartServer();
      await virtualBoards.halt(2);
      expect(marks).toContainEqual({ accountId: 2, espid, until: null });
      await vi.advanceTimersByTimeAsync(100);
      await virtualBoards.halt(2);
      await expect.poll(() => marks.at(-1)?.accountId).toBe(1);
      expect(broker.session(espid)).toBeUndefined();
      expect(marks.filter(({ accountId }) => accountId === 2)).toHaveLength(1);
    });
  });

  it('does not come back as a device that its owner deleted', async () => {
    const { espid } = await (await startVirtualBoards()).restart(1, networkOf(1));
    await online(espid);
    await expect.poll(() => marks).toHaveLength(1);
    devices.delete(espid);
    broker.disconnectBoard(espid);
    const stored = async () => (await test.database.orm.select().from(schema.serverState))[0]?.value;
    await expect.poll(stored).toEqual({ espid, until: clock.at });
    expect(devices.size).toBe(0);
    expect(marks).toHaveLength(1);
  });

  it('takes the new connection key after it was refused with the old one', async () => {
    staleKeys.set(3, 'RETIRED');
    const { espid } = await (await startVirtualBoards()).restart(3, networkOf(3));
    await online(espid);
    expect(refusedKeys).toEqual(['RETIRED']);
  });

  it('ends when its account is gone', async () => {
    const virtualBoards = await startVirtualBoards();
    staleKeys.set(4, 'RETIRED');
    keys.delete(4);
    await virtualBoards.restart(4, networkOf(4));
    await expect.poll(() => refusedKeys).toEqual(['RETIRED']);
    keys.set(4, 'KEY-4');
    await online((await virtualBoards.restart(4, networkOf(4))).espid);
  });

  it('is one of at most 50, and the next one is refused with the reason', async () => {
    const virtualBoards = await startVirtualBoards();
    for (const id of accountIds) watching.add(id);
    const all = await Promise.allSettled(accountIds.map((id) => virtualBoards.restart(id, networkOf(id))));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const [refused] = all.filter((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: expect.stringContaining('50'),
    });
    await virtualBoards.halt(1);
    await virtualBoards.restart(51, networkOf(51));
    await expect(virtualBoards.restart(52, networkOf(52))).rejects.toMatchObject({ status: 429 });
    await virtualBoards.restart(2, networkOf(2));
  });

  it('gives way to another when all places are taken and nobody has looked for five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const virtualBoards = await startVirtualBoards();
    const unwatched = [7, 8];
    for (const id of accountIds.slice(0, 50)) {
      watching.add(id);
      await virtualBoards.restart(id, networkOf(id));
    }
    for (const id of unwatched) watching.delete(id);
    clock.at += 5 * 60_000;
    await vi.advanceTimersByTimeAsync(1_000);
    for (const id of [51, 52]) watching.add(id);
    const started = await Promise.allSettled([51, 52].map((id) => virtualBoards.restart(id, networkOf(id))));
    expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const rows = await test.database.orm.select().from(schema.serverState);
    const over = rows.filter(({ value }) => (value as { until: number }).until <= clock.at);
    expect(over.map(({ key }) => key).sort()).toEqual(['virtual-board:7', 'virtual-board:8']);
    await expect(virtualBoards.restart(7, networkOf(7))).rejects.toMatchObject({ status: 429 });
  });

  it('gives way at once when all places are taken and nobody has looked at it since it started', async () => {
    const virtualBoards = await startVirtualBoards();
    for (const id of accountIds.slice(0, 50)) {
      if (id !== 9) watching.add(id);
      await virtualBoards.restart(id, networkOf(id));
    }
    watching.add(51);
    await virtualBoards.restart(51, networkOf(51));
    await expect(virtualBoards.restart(52, networkOf(52))).rejects.toMatchObject({ status: 429 });
    const rows = await test.database.orm.select().from(schema.serverState);
    const over = rows.filter(({ value }) => (value as { until: number }).until <= clock.at);
    expect(over.map(({ key }) => key)).toEqual(['virtual-board:9']);
  });

  it('is started at most ten times a minute by one account', async () => {
    const virtualBoards = await startVirtualBoards();
    for (let count = 0; count < 10; count += 1) await virtualBoards.restart(3, networkOf(3));
    await expect(virtualBoards.restart(3, networkOf(3))).rejects.toMatchObject({ status: 429 });
    await virtualBoards.restart(4, networkOf(4));
  });

  it('is one of at most 25 that are started from one network', async () => {
    const virtualBoards = await startVirtualBoards();
    const all = await Promise.allSettled(accountIds.slice(0, 27).map((id) => virtualBoards.restart(id, '192.0.2.9')));
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => [reason.status, reason.retryAfterSeconds])).toEqual([
      [429, 60],
      [429, 60],
    ]);
    await virtualBoards.restart(28, '192.0.2.8');
  });

  it('is forgotten with its account', async () => {
    const value = { espid: 'ESP32-D0WDQ6-100_1', until: clock.at + hour };
    await test.database.orm.insert(schema.serverState).values([
      { key: 'virtual-board:999', value },
      { key: 'virtual-board:1', value: { ...value, until: clock.at } },
      { key: 'something-else', value: {} },
    ]);
    await startVirtualBoards();
    const rows = await test.database.orm.select().from(schema.serverState);
    expect(rows.map(({ key }) => key).sort()).toEqual(['something-else', 'virtual-board:1']);
  });
});

describe('the routes', () => {
  let app: Http;
  afterEach(() => app.close());

  it('start and stop the board of the one who asks', async () => {
    app = await createHttp({
      log: silentLogger,
      metrics: createMetrics(),
      authenticate: async (token) =>
        token === 'user5' || token === 'reader'
          ? {
              id: 5,
              email: 'user5@example.com',
              member: 'user',
              timeZone: null,
              sessionId: 1,
              provedAt: Date.now(),
              tokenScope: token === 'reader' ? 'read' : null,
            }
          : null,
    });
    virtualBoardRoutes(app, { virtualBoards: await startVirtualBoards() });
    const call = (method: 'POST' | 'DELETE', token?: string) =>
      app.inject({ method, url: '/api/virtual-board', headers: token ? { authorization: `Bearer ${token}` } : {} });
    expect((await call('POST')).statusCode).toBe(401);
    expect((await call('POST', 'reader')).statusCode).toBe(403);
    const { espid, until } = virtualBoard.parse((await call('POST', 'user5')).json());
    expect(until).toBe(clock.at + hour);
    await online(espid);
    expect(broker.session(espid)?.accountId).toBe(5);
    expect((await call('DELETE', 'user5')).statusCode).toBe(204);
    await offline(espid);
    await expect.poll(() => marks.at(-1)).toEqual({ accountId: 5, espid, until: null });
    expect((await call('DELETE', 'user5')).statusCode).toBe(204);
  });
});
