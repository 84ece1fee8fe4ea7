import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AutomationRun, TimerDefinition } from '@cyno/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testCore } from '../../../../test/core.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { type HeldTime, holdTime } from '../../../../test/held-time.ts';
import { loadConfig } from '../../../config.ts';
import { createControl } from '../../boards/control/index.ts';
import { createDevices } from '../../boards/devices/index.ts';
import { createAccounts } from '../../people/accounts/index.ts';
import { createPlans } from '../../people/billing/index.ts';
import { createTelemetry } from '../../telemetry/telemetry/index.ts';
import { createAutomation, type Reach } from '../automations/index.ts';
import { createScenes } from '../scenes/index.ts';

/** Monday; the account is in Bangkok, where it is 13:00. */
const start = Date.parse('2026-03-09T06:00:00Z');
const espid = 'ESP8266-2802776_ECFABC2AC458';
const at = (secondOfDay: number) => ({ type: 'time', secondOfDay }) as const;
const action = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 } as const;
const daily: TimerDefinition = { kind: 'timer', at: at(13 * 3_600 + 60), repeat: { type: 'daily' }, action };
const onWednesday: TimerDefinition = { ...daily, repeat: { type: 'once', date: '2026-03-11' } };

let db: TestDatabase;
let directory: string;
let time: HeldTime;
let accountId: number;
/** What went to the board on `timer`. */
let sent: string[];
let server: Awaited<ReturnType<typeof startServer>>;

beforeEach(async () => {
  db = await createTestDatabase();
  time = holdTime(start);
  directory = await mkdtemp(join(tmpdir(), 'cyno-board-times-'));
  const { rows } = await db.database.pool.query<{ id: number }>(
    "INSERT INTO accounts (email, time_zone) VALUES ('owner@example.com', 'Asia/Bangkok') RETURNING id",
  );
  accountId = rows[0]?.id ?? 0;
  await db.database.pool.query(
    `INSERT INTO devices (account_id, espid, name, "order", family, firmware) VALUES ($1, $2, 'Pump', 0, 'esp8266', '1.0.8')`,
    [accountId, espid],
  );
  server = await startServer();
});
afterEach(async () => {
  await server.stop();
  time.release();
  await db.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Everything around boards, as the server has it; the broker only writes down what it is to send. */
async function startServer() {
  sent = [];
  const config = loadConfig({ DATA_DIR: directory, DATABASE_URL: db.url, LOG_LEVEL: 'silent' }, directory);
  const broker = {
    publishToBoard(_: string, subtopic: string, payload: string) {
      if (subtopic === 'timer') sent.push(payload);
      return true;
    },
  };
  const core = testCore({ config, dataDirectory: directory, database: db.database, clock: time, broker });
  const { parts } = core;
  const accounts = createAccounts(core);
  const plans = createPlans(core);
  const limits = { storedIntervalMs: () => 0, rawDays: () => null, rollupDays: () => null, spoolBytes: 2 ** 20 };
  const telemetry = createTelemetry(core, { limits });
  const devices = createDevices(core, { accounts, plans, variablesOf: (id) => telemetry.variables(id) });
  const control = createControl(core, { accounts, devices });
  const notifications = { queue: async () => {} };
  const scenes = createScenes(core, { devices, control });
  const automation = createAutomation(core, {
    accounts,
    plans,
    devices,
    groups: { has: async () => false },
    control,
    telemetry,
    notifications,
    scenes,
  });
  for (const part of parts) await part.start();
  const device = devices.devices.get(accountId, espid);
  return {
    accounts,
    automations: automation.automations,
    device,
    devices: devices.devices,
    comes: () => devices.devices.setOnline(device, time.at, '127.0.0.1'),
    async stop() {
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}
const make = (definition: TimerDefinition) =>
  server.automations.create(server.device, { name: null, enabled: true, definition }, noReach);
async function runs(): Promise<AutomationRun[]> {
  const { rows } = await db.database.pool.query('SELECT phase, outcome, why, result FROM automation_runs ORDER BY id');
  return rows;
}
const noReach: Reach = {
  isOwner: true,
  knowsDevice: () => true,
  findDevice: () => undefined,
  hasScene: () => false,
  hasAlertRule: () => false,
  devicesIn: () => null,
};
const days = (count: number) => count * 24 * 3_600_000;
/** Sets the clock, which is looked at each second. */
async function setClock(instant: number): Promise<void> {
  time.at = instant;
  await time.pass(1_000);
}

test('a timer for a date goes to the board on the day before, and is ended when its time has passed', async () => {
  server.comes();
  const made = await make(onWednesday);
  expect(made.placement).toMatchObject({ where: 'server', reason: expect.stringContaining('a day before') });
  expect(sent).toEqual([]);
  await setClock(start + days(1) + 75_000);
  expect(sent).toEqual(['46860:o:g:D1:d:1']);
  expect((await server.automations.state(server.device, noReach)).automations[0]?.placement).toMatchObject({
    where: 'board',
    delivered: true,
  });
  await setClock(start + days(2) + 72_000);
  expect(sent).toEqual(['46860:o:g:D1:d:1', 'no']);
  expect(await runs()).toMatchObject([
    {
      outcome: 'failed',
      why: 'Due on 2026-03-11 at 13:01. The board has the timer.',
      result: 'The board did not report it.',
    },
  ]);
  expect((await server.automations.state(server.device, noReach)).automations).toMatchObject([{ enabled: false }]);
});

test('what a board that is away did is not known, and the server does not do it in its place', async () => {
  server.comes();
  await make(daily);
  await time.pass(300);
  expect(sent).toEqual(['46860:e:g:D1:d:1']);
  server.devices.setOffline(server.device);
  await setClock(start + 72_000);
  expect(await runs()).toMatchObject([
    { outcome: 'skipped', result: 'The board was not connected, so it is not known whether it ran.' },
  ]);
});

test('a timer for a date that the board had while the server was away is not run again', async () => {
  server.comes();
  time.at = start + days(1) + 75_000;
  await make(onWednesday);
  await time.pass(300);
  expect(sent).toHaveLength(1);
  await server.stop();
  time.at = start + days(2) + 90_000;
  server = await startServer();
  expect(await runs()).toMatchObject([
    { outcome: 'skipped', result: 'The server was away, so it is not known whether it ran.' },
  ]);
  expect((await server.automations.state(server.device, noReach)).automations).toMatchObject([{ enabled: false }]);
});

test.each(['starts', 'has its database back'])(
  'a timer for a date is ended also when a server %s in the seconds in which its board is to report',
  async (what) => {
    server.comes();
    time.at = start + days(1) + 75_000;
    await make(onWednesday);
    await time.pass(300);
    const dueAt = start + days(2) + 60_000;
    if (what === 'starts') {
      await server.stop();
      time.at = dueAt + 5_000;
      server = await startServer();
      await setClock(dueAt + 11_000);
    } else {
      await db.database.pool.query('alter table automation_runs rename to away');
      await setClock(dueAt + 11_000);
      await db.database.pool.query('alter table away rename to automation_runs');
      await time.pass(6_000);
    }
    expect(await runs()).toHaveLength(1);
    expect((await server.automations.state(server.device, noReach)).automations).toMatchObject([{ enabled: false }]);
  },
);

test('a board that has its list is not given it again by a server that starts', async () => {
  server.comes();
  await make(daily);
  await time.pass(300);
  expect(sent).toHaveLength(1);
  await server.stop();
  server = await startServer();
  server.comes();
  const { automations, timers } = await server.automations.state(server.device, noReach);
  expect([automations[0]?.placement.delivered, timers.deliveredAt]).toEqual([true, start]);
});

test('a timer for a date that the board has waits for its time when the owner moves to another time zone', async () => {
  server.comes();
  time.at = start + days(1) + 75_000;
  await make(onWednesday);
  await time.pass(300);
  expect(sent).toHaveLength(1);
  await server.accounts.updateProfile(accountId, { name: null, timeZone: 'Europe/Berlin' });
  await setClock(start + days(2) + 75_000);
  expect(await runs()).toEqual([]);
  // 13:01 in Berlin is six hours after 13:01 in Bangkok.
  await setClock(start + days(2) + 6 * 3_600_000 + 75_000);
  expect(await runs()).toMatchObject([{ result: 'The board did not report it.' }]);
});
