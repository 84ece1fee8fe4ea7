import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { readableLogger, silentLogger } from '../../../../test/log.ts';
import { asAccount, watchRequesters } from '../../../../test/requesters.ts';
import type { BoardSession } from '../../../platform/broker/index.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { JobStates } from './job-states.ts';
import { rolloutsRepository } from './rollouts.repository.ts';
import { UpdateRunner } from './update-runner.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 5, 15, 12);

let database: TestDatabase;
let accountId: number;
let clock: { at: number; now(): number };
/** Of the boards that are connected, by espid. */
let sessions: Map<string, BoardSession>;
let offers: { espid: string; token: string }[];
let devices: Map<number, DeviceRecord>;
let lines: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.database.pool.query<{ id: number }>(
    `insert into accounts (email, password_hash, member) values ('a@example.com', 'x', 'user') returning id`,
  );
  accountId = rows[0]?.id ?? 0;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.database.pool.query('delete from rollouts');
  clock = { at: noon, now: () => clock.at };
  sessions = new Map();
  offers = [];
  devices = new Map();
  lines = [];
});

/** What leads updates in one process; a second one is a restart, or another server. */
async function process(log = silentLogger) {
  const repository = rolloutsRepository(database.database);
  const findDevice = (id: number) => devices.get(id);
  const deviceLog = { append: (_id: number, _kind: string, text: string) => void lines.push(text) };
  const states = new JobStates({ repository, deviceLog, bus: new EventBus({ log: silentLogger }), clock });
  const runner = new UpdateRunner({
    repository,
    states,
    clock,
    findDevice,
    log,
    abortDownload: () => undefined,
    broker: {
      session: (espid) => sessions.get(espid),
      publishToBoard(espid, _subtopic, token) {
        offers.push({ espid, token });
        return sessions.has(espid);
      },
    },
  });
  await runner.start();
  // Only the steps of the test move it.
  await runner.stop();
  return { repository, states, runner };
}

let serial = 0;
async function newDevice({ firmware = '1.0.8' }: { firmware?: string | null } = {}): Promise<DeviceRecord> {
  serial += 1;
  const espid = `ESP32-D0WDQ6-100_${serial}`;
  const { rows } = await database.database.pool.query<{ id: number }>(
    `insert into devices (account_id, espid, name, family, "order") values ($1, $2, $2, 'esp32', $3) returning id`,
    [accountId, espid, serial],
  );
  const device = { id: rows[0]?.id ?? 0, accountId, espid, name: espid, firmware, paused: false, online: true };
  devices.set(device.id, device as DeviceRecord);
  connect(device as DeviceRecord, clock.at - minute);
  return device as DeviceRecord;
}

function connect({ espid, id }: DeviceRecord, at = clock.at): BoardSession {
  const session: BoardSession = {
    kind: 'board',
    accountId,
    espid,
    deviceId: id,
    remoteAddress: '::1',
    connectedAt: at,
  };
  sessions.set(espid, session);
  return session;
}

type Process = Awaited<ReturnType<typeof process>>;

async function startRollout(
  { repository }: Process,
  boards: DeviceRecord[],
  strategy: 'all' | 'first_then_rest' = 'all',
) {
  const nothing = { imageId: null, fileName: 'x.bin', version: '1', reason: null, by: 'a@example.com' };
  const row = { ...nothing, accountId, strategy, state: 'running' as const, createdAt: clock.at };
  const rollout = await repository.add(
    row,
    boards.map(({ id }) => id),
  );
  return typeof rollout === 'string' ? 0 : rollout.id;
}

/** Lets time pass for a server, which looks at its updates meanwhile. */
async function pass({ runner }: Process, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10_000) {
    clock.at += Math.min(left, 10_000);
    await runner.step();
  }
}

const states = async ({ repository }: Process, id: number) => (await repository.jobsOf([id])).map(({ state }) => state);
const reasons = async ({ repository }: Process, id: number) =>
  (await repository.jobsOf([id])).map(({ reason }) => reason);

/** As the download does it. */
async function download({ repository, states: jobs }: Process, id: number, place = 0): Promise<void> {
  const job = (await repository.jobsOf([id]))[place];
  if (!job) throw new Error('There is no such job.');
  await jobs.move(job, { from: ['offered'], to: { state: 'downloading' } });
  await jobs.move(job, { from: ['downloading'], to: { state: 'restarting', percent: 100, downloadedAt: clock.at } });
}

test('a board that fetches nothing within a minute has failed, and the sentence names where boards fetch from', async () => {
  const server = await process();
  const id = await startRollout(server, [await newDevice()]);
  await server.runner.step();
  expect(await states(server, id)).toEqual(['offered']);
  await pass(server, minute);
  expect(await states(server, id)).toEqual(['offered']);
  await pass(server, 1);
  expect([await states(server, id), await reasons(server, id)]).toEqual([
    ['failed'],
    [expect.stringContaining('cynoiot.com')],
  ]);
});

test('an offer whose connection broke is repeated with another token, twice at most', async () => {
  const server = await process();
  const device = await newDevice();
  const id = await startRollout(server, [device]);
  await server.runner.step();
  for (const after of ['waiting', 'waiting', 'failed']) {
    sessions.clear();
    await pass(server, minute);
    expect(await states(server, id)).toEqual(['offered']);
    connect(device, clock.at - 10_000);
    await pass(server, 1);
    expect(await states(server, id)).toEqual([after]);
    await pass(server, 1);
  }
  expect(new Set(offers.map(({ token }) => token)).size).toBe(3);
});

test('a board that left when it was offered its update is waited for', async () => {
  const server = await process();
  const device = await newDevice();
  const id = await startRollout(server, [device]);
  await server.runner.step();
  sessions.clear();
  await pass(server, 60 * minute);
  expect(await states(server, id)).toEqual(['waiting']);
});

test('a download that stands still for three minutes has failed; one that moves has not', async () => {
  const server = await process();
  const id = await startRollout(server, [await newDevice()]);
  await server.runner.step();
  const [job] = await server.repository.jobsOf([id]);
  if (!job) throw new Error('There is no job.');
  await server.states.move(job, { from: ['offered'], to: { state: 'downloading', percent: 10 } });
  await server.runner.step();
  await pass(server, 2 * minute);
  await server.repository.change(job.id, ['downloading'], { percent: 40 });
  await server.runner.step();
  await pass(server, 3 * minute);
  expect(await states(server, id)).toEqual(['downloading']);
  await pass(server, 1);
  expect([await states(server, id), await reasons(server, id)]).toEqual([
    ['failed'],
    [expect.stringContaining('40 %')],
  ]);
});

test.each([
  ['does not come back', false, '1.0.8', '1.0.8', 'failed', /did not come back/],
  ['comes back without a word although its library reports', true, '1.0.8', '1.0.8', 'failed', /did not report/],
  ['comes back with another library', true, '1.0.8', '1.1.0', 'succeeded', /1\.1\.0/],
  ['comes back with a library that tells its version', true, null, '1.0.8', 'succeeded', /1\.0\.8/],
  ['comes back and is too old to report', true, null, null, 'succeeded', /too old/],
])('a board that has the image and %s: %s', async (_, isBack, before, after, state, reason) => {
  const server = await process();
  const device = await newDevice({ firmware: before });
  const id = await startRollout(server, [device]);
  await server.runner.step();
  await download(server, id);
  sessions.clear();
  await pass(server, 2 * minute);
  if (isBack) connect(device);
  device.firmware = after;
  await server.runner.step();
  expect(await states(server, id)).toEqual(['restarting']);
  await pass(server, 2 * minute);
  expect([await states(server, id), await reasons(server, id)]).toEqual([[state], [expect.stringMatching(reason)]]);
});

test('what a board reports counts once, and only on a connection of after the offer', async () => {
  const server = await process();
  const device = await newDevice();
  const before = sessions.get(device.espid) as BoardSession;
  const id = await startRollout(server, [device]);
  await server.runner.step();
  await server.runner.statusReported(device, before, false);
  expect(await states(server, id)).toEqual(['offered']);
  await download(server, id);
  clock.at += 20_000;
  const after = connect(device);
  for (let time = 0; time < 3; time += 1) await server.runner.statusReported(device, after, true);
  expect(await states(server, id)).toEqual(['succeeded']);
  expect(lines.filter((line) => line.includes('succeeded'))).toHaveLength(1);
  expect((await server.repository.find(accountId, id))?.state).toBe('finished');
});

test('the rest of a careful rollout follows when the first board has reported success', async () => {
  const server = await process();
  const boards = [await newDevice(), await newDevice(), await newDevice()];
  const id = await startRollout(server, boards, 'first_then_rest');
  await server.runner.step();
  await server.runner.step();
  expect(offers.map(({ espid }) => espid)).toEqual([boards[0]?.espid]);
  await download(server, id);
  clock.at += 10_000;
  const [first] = boards;
  if (first) await server.runner.statusReported(first, connect(first), true);
  await server.runner.step();
  // The report makes the runner look as well, beside this step.
  await expect.poll(() => states(server, id)).toEqual(['succeeded', 'offered', 'offered']);
  // A board is offered its update when that is written down.
  await expect.poll(() => offers).toHaveLength(3);
});

test('five boards of an account are notified at a time', async () => {
  const server = await process();
  const boards: DeviceRecord[] = [];
  for (let count = 0; count < 7; count += 1) boards.push(await newDevice());
  await startRollout(server, boards);
  await server.runner.step();
  await server.runner.step();
  expect(offers).toHaveLength(5);
});

test('two servers notify a board once', async () => {
  const [one, other] = [await process(), await process()];
  await startRollout(one, [await newDevice()]);
  await Promise.all([one.runner.step(), other.runner.step(), one.runner.step(), other.runner.step()]);
  expect(offers).toHaveLength(1);
});

test('a download that moves, but takes longer than half an hour, has failed', async () => {
  const server = await process();
  const id = await startRollout(server, [await newDevice()]);
  await server.runner.step();
  const [job] = await server.repository.jobsOf([id]);
  if (!job) throw new Error('There is no job.');
  await server.states.move(job, { from: ['offered'], to: { state: 'downloading' } });
  for (let percent = 1; percent <= 15; percent += 1) {
    await pass(server, 2 * minute);
    await server.repository.change(job.id, ['downloading'], { percent });
  }
  expect(await states(server, id)).toEqual(['downloading']);
  await pass(server, 1);
  expect(await states(server, id)).toEqual(['failed']);
  expect(await reasons(server, id)).toEqual(['The download took longer than 30 minutes and had come to 15 %.']);
});

describe('the 24 hours for which a board that is offline is waited for', () => {
  const hour = 60 * minute;
  /** So much later the last board of a rollout is still waited for, and then no longer. */
  const expectEndAfter = async (server: Process, id: number, ms: number) => {
    clock.at += ms - 10 * minute;
    await pass(server, 10 * minute);
    expect((await states(server, id)).at(-1)).toBe('waiting');
    await pass(server, 1);
    expect((await states(server, id)).at(-1)).toBe('failed');
  };

  test('run from the beginning of a rollout', async () => {
    const server = await process();
    const id = await startRollout(server, [await newDevice()]);
    sessions.clear();
    await expectEndAfter(server, id, 24 * hour);
  });

  test('do not run for a board that is online and waits for its place', async () => {
    const server = await process();
    const boards: DeviceRecord[] = [];
    for (let count = 0; count < 6; count += 1) boards.push(await newDevice());
    const id = await startRollout(server, boards);
    await server.runner.step();
    clock.at += 25 * hour;
    await server.runner.step();
    expect(await states(server, id)).toEqual([...Array(5).fill('offered'), 'waiting']);
  });

  test('do not run for a board that the plan pauses', async () => {
    const server = await process();
    const device = await newDevice();
    device.paused = true;
    const id = await startRollout(server, [device]);
    clock.at += 25 * hour;
    await server.runner.step();
    expect(await states(server, id)).toEqual(['waiting']);
    device.paused = false;
    await server.runner.step();
    expect(await states(server, id)).toEqual(['offered']);
  });

  test('run from when it became the turn of a board', async () => {
    const server = await process();
    const [first, other] = [await newDevice(), await newDevice()];
    sessions.clear();
    const id = await startRollout(server, [first, other], 'first_then_rest');
    clock.at += 23 * hour;
    connect(first, clock.at - minute);
    await server.runner.step();
    await download(server, id);
    await server.runner.statusReported(first, connect(first), true);
    await expectEndAfter(server, id, 24 * hour);
  });

  test('run from when a board was last seen', async () => {
    const server = await process();
    const device = await newDevice();
    const id = await startRollout(server, [device]);
    sessions.clear();
    device.lastSeenAt = clock.at + hour;
    await expectEndAfter(server, id, 25 * hour);
  });

  test('run from when the plan no longer pauses a board that is offline', async () => {
    const server = await process();
    const device = await newDevice();
    sessions.clear();
    device.paused = true;
    const id = await startRollout(server, [device]);
    clock.at += 72 * hour;
    await server.runner.step();
    device.paused = false;
    await expectEndAfter(server, id, 24 * hour);
  });

  test('end when boards had the time to come back to a server that was away', async () => {
    const before = await process();
    const [present, absent] = [await newDevice(), await newDevice()];
    sessions.clear();
    const [one, other] = [await startRollout(before, [present]), await startRollout(before, [absent])];
    clock.at += 25 * hour;
    const server = await process();
    await pass(server, 3 * minute);
    connect(present, clock.at - minute);
    await server.runner.step();
    expect([await states(server, one), await states(server, other)]).toEqual([['offered'], ['waiting']]);
    await pass(server, 1);
    expect(await states(server, other)).toEqual(['failed']);
  });
});

test('a restart of the server loses nothing: boards may report, and get the time to come back', async () => {
  const before = await process();
  const [one, two] = [await newDevice(), await newDevice()];
  const id = await startRollout(before, [one, two]);
  await before.runner.step();
  await download(before, id, 0);
  await download(before, id, 1);
  sessions.clear();
  clock.at += 10 * minute;
  const after = await process();
  await after.runner.step();
  expect(await states(after, id)).toEqual(['restarting', 'restarting']);
  await after.runner.statusReported(one, connect(one), true);
  await pass(after, 3 * minute + 1);
  expect(await states(after, id)).toEqual(['succeeded', 'failed']);
});

describe('when the machine slept or its clock was set', () => {
  const hour = 60 * minute;

  test.each([
    ['sleep', 10 * minute],
    ['a clock that is set on', 7 * hour],
    ['a clock that is set back', -7 * hour],
  ])('no update fails for %s, and each still fails in its time', async (_, jumpMs) => {
    const server = await process();
    const offered = await newDevice();
    const id = await startRollout(server, [offered, await newDevice(), await newDevice()]);
    await server.runner.step();
    const [, loading] = await server.repository.jobsOf([id]);
    if (!loading) throw new Error('There is no job.');
    await server.states.move(loading, { from: ['offered'], to: { state: 'downloading', percent: 10 } });
    await download(server, id, 2);
    for (const espid of sessions.keys()) if (espid !== offered.espid) sessions.delete(espid);
    await pass(server, 10_000);
    clock.at += jumpMs;
    await server.runner.step();
    expect(await states(server, id)).toEqual(['offered', 'downloading', 'restarting']);
    await pass(server, 3 * minute + 1);
    expect(await states(server, id)).toEqual(['failed', 'failed', 'failed']);
  });

  test('a board that was connected before is offered its update', async () => {
    const server = await process();
    const device = await newDevice();
    clock.at -= 7 * hour;
    const id = await startRollout(server, [device]);
    await server.runner.step();
    expect(await states(server, id)).toEqual(['offered']);
  });

  test('what a board reports counts, on a connection of after the offer', async () => {
    const server = await process();
    const device = await newDevice();
    const before = sessions.get(device.espid) as BoardSession;
    const id = await startRollout(server, [device]);
    await server.runner.step();
    await download(server, id);
    clock.at -= 7 * hour;
    await server.runner.step();
    await server.runner.statusReported(device, before, false);
    expect(await states(server, id)).toEqual(['restarting']);
    clock.at += 20_000;
    await server.runner.statusReported(device, connect(device), true);
    expect(await states(server, id)).toEqual(['succeeded']);
  });

  test('a board whose library is too old to report has come back when it connects again, and not before', async () => {
    const server = await process();
    const device = await newDevice({ firmware: null });
    const id = await startRollout(server, [device]);
    await server.runner.step();
    await download(server, id);
    clock.at -= 7 * hour;
    await pass(server, minute);
    expect(await states(server, id)).toEqual(['restarting']);
    connect(device);
    await pass(server, minute);
    expect(await states(server, id)).toEqual(['succeeded']);
  });
});

test('the first board of a careful rollout has failed when its rollout is stopped too, and not before', async () => {
  const { pool } = database.database;
  const server = await process();
  const id = await startRollout(server, [await newDevice(), await newDevice()], 'first_then_rest');
  await server.runner.step();
  await pass(server, minute);
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
    create trigger refuse before update of state on rollouts execute function refuse()`);
  await expect(pass(server, 1)).rejects.toThrow();
  await pool.query('drop function refuse cascade');
  expect(await states(server, id)).toEqual(['offered', 'waiting']);
  expect(lines).not.toContainEqual(expect.stringContaining('failed'));
  await server.runner.step();
  expect(await states(server, id)).toEqual(['failed', 'cancelled']);
  expect(await server.repository.find(accountId, id)).toMatchObject({ state: 'stopped' });
  expect(lines).toContainEqual(expect.stringContaining('failed'));
});

test.each([
  ['failed', `update firmware_jobs set state = 'failed' where rollout_id = $1 and place = 0`],
  ['is gone', 'delete from firmware_jobs where rollout_id = $1 and place = 0'],
])('the rest of a careful rollout whose first board %s is offered nothing', async (_, change) => {
  const server = await process();
  const id = await startRollout(server, [await newDevice(), await newDevice()], 'first_then_rest');
  await database.database.pool.query(change, [id]);
  await server.runner.step();
  expect(offers).toEqual([]);
});

describe('a board that has not begun when its device', () => {
  test.each([
    ['is deleted', undefined, 'The device was deleted.'],
    ['is handed over', { accountId: -1 }, 'The device was handed over to another account.'],
  ])('%s is cancelled alone, and as the last one ends its rollout', async (_, change, reason) => {
    const server = await process();
    const [one, other] = [await newDevice(), await newDevice()];
    const id = await startRollout(server, [one, other]);
    sessions.clear();
    const leave = (device: DeviceRecord) => (change ? Object.assign(device, change) : void devices.delete(device.id));
    leave(one);
    await server.runner.step();
    expect([await states(server, id), await reasons(server, id)]).toEqual([
      ['cancelled', 'waiting'],
      [reason, null],
    ]);
    expect((await server.repository.find(accountId, id))?.state).toBe('running');
    connect(other, clock.at - minute);
    await server.runner.step();
    leave(other);
    await server.runner.step();
    expect(await states(server, id)).toEqual(['cancelled', 'cancelled']);
    expect((await server.repository.find(accountId, id))?.state).toBe('finished');
  });

  test('is deleted stops its rollout when the others wait for its success', async () => {
    const server = await process();
    const first = await newDevice();
    const id = await startRollout(server, [first, await newDevice()], 'first_then_rest');
    devices.delete(first.id);
    await server.runner.step();
    expect(await states(server, id)).toEqual(['failed', 'cancelled']);
    expect((await server.repository.find(accountId, id))?.state).toBe('stopped');
  });
});

test('a board has one update at a time, also when two are requested at once', async () => {
  const server = await process();
  const device = await newDevice();
  const ids = await Promise.all([startRollout(server, [device]), startRollout(server, [device])]);
  expect(ids.filter((id) => id > 0)).toHaveLength(1);
});

test('who adds an update does not pay for looking after those of everybody', async () => {
  const server = await process();
  await startRollout(server, [await newDevice()]);
  const requesters = watchRequesters(database.database.pool);
  asAccount(() => server.runner.wake());
  await server.runner.stop();
  expect(requesters).toEqual(new Set(['server']));
  expect(offers).toHaveLength(1);
});

test('checks that fail while the database is away have one line in the log', async () => {
  const { log, texts } = readableLogger();
  const { runner } = await process(log);
  await database.database.pool.query('alter table firmware_jobs rename to firmware_jobs_away');
  for (let tries = 0; tries < 5; tries += 1) {
    runner.check();
    await runner.stop();
  }
  await database.database.pool.query('alter table firmware_jobs_away rename to firmware_jobs');
  expect(texts()).toEqual(['Firmware updates could not be checked']);
});
