import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCore } from '../../../../../test/core.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts';
import { nextEspid as newEspid } from '../../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer } from '../../../../../test/server.ts';
import type { Core } from '../../../../core.ts';
import type { BoardSession } from '../../../../platform/broker/index.ts';
import { DevicePlaces } from '../device-places.ts';
import { createDevices } from '../index.ts';
import { isSpeech } from './board-speech.ts';

const hourMs = 3_600_000;
const noLimits = { planName: 'Self-hosted', devices: null, newPerHour: null };

describe('a device whose board never sent anything', () => {
  const clock = { at: Date.now(), now: () => clock.at };
  const disconnected: string[] = [];
  const jobs = new Map<string, () => Promise<void>>();
  let db: TestDatabase;
  let made: ReturnType<typeof createDevices>;
  let [ann, bob] = [0, 0];

  beforeAll(async () => {
    db = await createTestDatabase();
    const { rows } = await db.database.pool.query<{ id: number }>(
      `insert into accounts (email) values ('ann@example.com'), ('bob@example.com') returning id`,
    );
    [ann, bob] = rows.map(({ id }) => id) as [number, number];
    const core = testCore({
      database: db.database,
      clock,
      jobs: {
        schedule: () => undefined,
        scheduleByAge: (name, _, handler) => void jobs.set(name, handler),
      } as Partial<Core['jobs']> as Core['jobs'],
      broker: { disconnectBoard: (espid: string) => void disconnected.push(espid) },
    });
    const accounts = { timeZoneOf: () => 'UTC' };
    made = createDevices(core, { accounts, plans: { deviceCapacity: () => noLimits }, variablesOf: () => [] });
    await made.start();
  });
  afterAll(async () => {
    await made.stop();
    await db.drop();
  });

  const claim = async (espid: string, accountId = ann): Promise<BoardSession> => {
    const device = await made.devices.add({ accountId, espid, verifiedKeyId: null });
    const who = { kind: 'board', accountId, espid, deviceId: device?.id ?? 0 } as const;
    const session = { ...who, remoteAddress: '192.0.2.1', connectedAt: clock.at };
    made.mqtt.boardConnected(session);
    return session;
  };
  const publish = (session: BoardSession, subtopic: string, payload: string) =>
    made.mqtt.boardMessage(session, { subtopic, payload: Buffer.from(payload), qos: 0, receivedAt: clock.at });
  const espids = (accountId = ann) => made.devices.ofAccount(accountId).map(({ espid }) => espid);

  test('gives its id free after a day, for anybody; one that sent something stays, also over a restart', async () => {
    await claim('SILENT');
    publish(await claim('NONSENSE'), 'hello', 'world');
    publish(await claim('INFO'), 'info', '{"ip":"192.168.1.2","ssid":"farm","RSSI":"-60","v":"1.0.8"}');
    publish(await claim('TEMPLATE'), 'template/name', '0');
    made.mqtt.boardSubscribed(await claim('SUBSCRIBED'), true);
    clock.at += 23 * hourMs;
    await jobs.get('devices.silent')?.();
    expect(espids()).toEqual(['SILENT', 'NONSENSE', 'INFO', 'TEMPLATE', 'SUBSCRIBED']);
    clock.at += 2 * hourMs;
    await jobs.get('devices.silent')?.();
    expect(espids()).toEqual(['INFO', 'TEMPLATE', 'SUBSCRIBED']);
    expect(disconnected.toSorted()).toEqual(['NONSENSE', 'SILENT']);
    await claim('SILENT', bob);
    expect(espids(bob)).toEqual(['SILENT']);
    const stored = async () => {
      const { rows } = await db.database.pool.query('select espid from devices where spoke_at is not null order by id');
      return rows.map(({ espid }) => espid);
    };
    await expect.poll(stored).toEqual(['INFO', 'TEMPLATE', 'SUBSCRIBED']);
  });

  test('stays when somebody imported a history for it, or it is a virtual one', async () => {
    const { deviceId } = await claim('IMPORTED');
    await db.database.pool.query(`insert into variables (device_id, slot, key) values ($1, 1, 'temp')`, [deviceId]);
    await claim('VIRTUAL');
    await made.devices.setVirtual(ann, 'VIRTUAL', null);
    clock.at += 26 * hourMs;
    await jobs.get('devices.silent')?.();
    expect(espids()).toEqual(expect.arrayContaining(['IMPORTED', 'VIRTUAL']));
  });

  test('stays until the update of its firmware has ended', async () => {
    const { pool } = db.database;
    const { deviceId } = await claim('UPDATED');
    await pool.query(
      `with rollout as (insert into rollouts (account_id, file_name, version, strategy, state, by, created_at)
         values ($1, 'x.bin', '', 'first_then_rest', 'running', 'ann@example.com', 0) returning id)
       insert into firmware_jobs (rollout_id, device_id, place, state, created_at)
         select id, $2, 0, 'waiting', 0 from rollout`,
      [ann, deviceId],
    );
    clock.at += 26 * hourMs;
    await jobs.get('devices.silent')?.();
    expect(espids()).toContain('UPDATED');
    await pool.query(`update firmware_jobs set state = 'failed', finished_at = 1`);
    await jobs.get('devices.silent')?.();
    expect(espids()).not.toContain('UPDATED');
  });
});

test.each([
  ['data/update', '{"temp":21}', true],
  ['data/update', '{"temp":21,"humid":nan', true],
  ['data/update', '{}', false],
  ['data/update', 'hello', false],
  ['info', '{"ip":"192.168.1.2","ssid":"farm","RSSI":"-60","v":"1.0.8"}', true],
  ['info', '{}', false],
  ['gettimestamps', '', true],
  ['get/init', '', true],
  ['ioact', '4:act:1', true],
  ['mine', 'hello', false],
])('%s %s is something that boards say: %s', (subtopic, payload, expected) => {
  expect(isSpeech({ subtopic, payload: Buffer.from(payload) })).toBe(expected);
});

describe('boards that come, send nothing and go', () => {
  let server: JoinedServer;
  beforeAll(async () => {
    server = await joinServer();
  });
  afterAll(() => server.stop());

  test('are distinguished from boards that send values, which stay', async () => {
    const owner = await server.signup('owner@example.com');
    const espid = newEspid();
    const { board } = await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` });
    board.publish('data/update', '{"temp":21}', 1);
    await board.puback(1);
    const spokeAt = async () =>
      (await server.database.pool.query('select spoke_at from devices where espid = $1', [espid])).rows[0]?.spoke_at;
    await expect.poll(spokeAt).toBeInstanceOf(Date);
    const { rows } = await server.database.pool.query(`select cron from pgboss.schedule where name = 'devices.silent'`);
    expect(rows).toEqual([{ cron: '41 * * * *' }]);
  });

  test('are 300 of an account at most; then a board waits and its entry shows why', async () => {
    const squatter = await server.signup('squatter@example.com');
    const username = `${squatter.email}/${await squatter.connectionKey()}`;
    for (let first = 0; first < 320; first += 32) {
      const boards = await Promise.all(Array.from({ length: 32 }, () => server.board({ espid: newEspid(), username })));
      await Promise.all(boards.map(({ board }) => board.end()));
    }
    const online = async () =>
      ((await squatter.api('GET', '/api/device/')).body as { online: boolean }[]).filter((one) => one.online).length;
    await expect.poll(online).toBe(0);
    const espid = newEspid();
    expect((await server.board({ espid, username })).returnCode).toBe(0);
    expect((await squatter.api('GET', `/api/device/${espid}`)).status).toBe(404);
    const { pending } = (await squatter.api('GET', '/api/pairing')).body;
    expect(pending).toMatchObject([{ espid, problem: expect.stringMatching(/sent nothing and went again/) }]);
  });
});

test('of boards that left without a word a minute ago there are 60 at most, however many are there without a word', () => {
  let now = 0;
  const silent = [
    ...Array.from({ length: 59 }, () => ({ online: false, addedAt: 0 })),
    ...Array.from({ length: 500 }, () => ({ online: true, addedAt: 0 })),
  ];
  const places = new DevicePlaces({
    clock: { now: () => now },
    capacityOf: () => noLimits,
    countOf: () => silent.length,
    silentOf: () => silent,
  });
  now = 2 * 60_000;
  expect(places.refusal(1)).toBeNull();
  silent.push({ online: false, addedAt: now });
  expect(places.refusal(1)).toBeNull();
  now += 2 * 60_000;
  expect(places.refusal(1)).toMatchObject({ code: 'limit_reached' });
});
