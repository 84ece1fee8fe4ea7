import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AutomationDefinition, AutomationRun, RuleDefinition } from '@cyno/contract';
import { AutomationEngine } from '../src/features/automation/automations/automation-engine.ts';
import { automationRepository } from '../src/features/automation/definitions/automation.repository.ts';
import { AutomationDirectory } from '../src/features/automation/definitions/automation-directory.ts';
import { type AutomationRecord, watchedDevices } from '../src/features/automation/definitions/index.ts';
import { alertFactsRepository } from '../src/features/automation/rules/alert-facts.repository.ts';
import { DryRuns } from '../src/features/automation/rules/dry-run.ts';
import { createScenes } from '../src/features/automation/scenes/index.ts';
import { createControl } from '../src/features/boards/control/index.ts';
import { createDevices, type DeviceRecord } from '../src/features/boards/devices/index.ts';
import { createTelemetry } from '../src/features/telemetry/telemetry/index.ts';
import type { BoardSession } from '../src/platform/broker/index.ts';
import type { Database } from '../src/platform/database/index.ts';
import type { Logger } from '../src/platform/log/index.ts';
import { testCore } from './core.ts';
import { createTestDatabase } from './database.ts';
import { type HeldTime, holdTime } from './held-time.ts';
import { silentLogger } from './log.ts';

/** A place of an account's clock that tests can change. */
export interface TestPlace {
  zone: string;
  location: DeviceRecord['location'];
}

export const onA = (more: Partial<RuleDefinition>): RuleDefinition => ({
  kind: 'rule',
  conditions: [{ espid: 'A', key: 'soil', comparison: '<', threshold: 20, release: null }],
  forSeconds: 0,
  action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 },
  back: null,
  limit: null,
  activeHours: null,
  ...more,
});

/**
 * A database with an account that has the devices A and B, both ESP8266, and servers that work on it. Until it is closed time stands
 * still in this process and passes with `time.pass` alone.
 */
export async function createAutomationBench(startAt: number) {
  const { database, drop } = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'cyno-automation-'));
  const time = holdTime(startAt);
  const place: TestPlace = { zone: 'UTC', location: null };
  const account = await database.pool.query<{ id: number }>(
    "INSERT INTO accounts (email) VALUES ('owner@example.com') RETURNING id",
  );
  const accountId = account.rows[0]?.id ?? 0;
  for (const espid of ['A', 'B']) {
    await database.pool.query(
      `INSERT INTO devices (account_id, espid, name, "order", family, firmware) VALUES ($1, $2, $3, 0, 'esp8266', '1.0.8')`,
      [accountId, espid, `Board ${espid}`],
    );
  }
  const servers = new Set<{ stop(): Promise<void> }>();

  async function startServer(log?: Logger) {
    const dataDirectory = join(directory, String(servers.size));
    const server = await startOne({ database, clock: time, place, dataDirectory, log });
    const stop = async () => {
      if (servers.delete(handle)) await server.stop();
    };
    const handle = { ...server, stop };
    servers.add(handle);
    return handle;
  }

  return {
    database,
    time,
    place,
    accountId,
    /** Resolves when the servers have done all that they can do at this instant. */
    settled: () => time.settled(),
    startServer,
    /** The run log, oldest first. */
    async runs(): Promise<AutomationRun[]> {
      const { rows } = await database.pool.query<AutomationRun>(
        `SELECT id, automation_id AS "automationId", phase, due_at AS "dueAt", at, outcome, why, result
         FROM automation_runs ORDER BY id`,
      );
      return rows;
    },
    async close() {
      try {
        for (const server of servers) await server.stop();
      } finally {
        time.release();
      }
      await drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface ServerParts {
  readonly database: Database;
  readonly clock: HeldTime;
  readonly place: TestPlace;
  readonly dataDirectory: string;
  readonly log: Logger | undefined;
}

/** One server's devices, telemetry, control and engine; its boards are two sessions that are always open. */
async function startOne({ database, clock, place, dataDirectory, log = silentLogger }: ServerParts) {
  const limits = { storedIntervalMs: () => 0, rawDays: () => null, rollupDays: () => null, spoolBytes: 2 ** 20 };
  /** What went to boards, as `A io D1:digit:1`. */
  const sent: string[] = [];
  const broker = {
    publishToBoard(espid: string, subtopic: string, payload: string) {
      sent.push(`${espid} ${subtopic} ${payload}`);
      return true;
    },
  };
  const core = testCore({ database, clock, dataDirectory, broker, log });
  const { bus } = core;
  const telemetry = createTelemetry(core, { limits });
  const timeZoneOf = () => place.zone;
  const made = createDevices(core, {
    accounts: { timeZoneOf },
    plans: { deviceCapacity: () => ({ allowed: null, plan: '' }) as never },
    variablesOf: (id) => telemetry.variables(id),
  });
  const { devices, deviceLog } = made;
  const { control, mqtt, ...parts } = createControl(core, {
    accounts: { find: async () => undefined },
    devices: made,
  });
  const repository = automationRepository(database);
  const directory = new AutomationDirectory({ repository, bus, findDevice: (id) => devices.findById(id) });
  const announced: string[] = [];
  /** The messages that were queued, and whether the database is away for them. */
  const messages = { queued: [] as string[], isAway: false };
  const onBoard = new Set<number>();
  const scenes = createScenes(core, { devices: made, control: { control, targets: parts.targets } });
  const setEnabled = async (record: AutomationRecord, enabled: boolean) => {
    await repository.save({ ...record, enabled });
    directory.put({ ...record, enabled });
  };
  const engine = new AutomationEngine({
    ...core,
    scenes,
    repository,
    directory,
    devices,
    deviceLog,
    control,
    telemetry,
    notifications: {
      async queue(_, ...events) {
        if (messages.isAway) throw new Error('Connection terminated unexpectedly');
        messages.queued.push(...events.map(({ subject }) => subject));
      },
    },
    timeZoneOf,
    mayBeUsed: () => true,
    runsOnBoard: (id) => onBoard.has(id),
    announce: ({ espid }) => announced.push(espid),
    finish: (record) => setEnabled(record, false),
    reopen: (record) => setEnabled(record, true),
  });
  await telemetry.start();
  await devices.load();
  for (const device of [devices.find('A'), devices.find('B')]) if (device) device.location = place.location;
  await parts.start();
  await scenes.runner.start();
  await directory.load();
  await engine.start();
  control.endUnconfirmed();
  const session = (device: DeviceRecord): BoardSession => {
    const { espid, accountId, id: deviceId } = device;
    return { kind: 'board', accountId, espid, deviceId, remoteAddress: '127.0.0.1', connectedAt: 0 };
  };
  const deviceOf = (espid: string) => {
    const device = devices.find(espid);
    if (!device) throw new Error(`There is no device ${espid}`);
    return device;
  };
  return {
    engine,
    bus,
    devices,
    telemetry,
    control,
    scenes,
    directory,
    sent,
    announced,
    messages,
    onBoard,
    deviceOf,
    dryRuns: new DryRuns({
      telemetry,
      clock,
      timeZoneOf,
      findOwned: (id, espid) => devices.findOwned(id, espid),
      devicesIn: (id, scope) => watchedDevices(scope, devices.ofAccount(id)),
      alertFacts: alertFactsRepository(database),
    }),
    /** The board comes, and responds from then on to what it is sent. */
    connect: (espid: string) => mqtt.boardConnected(session(deviceOf(espid))),
    disconnect: (espid: string) => mqtt.boardDisconnected(session(deviceOf(espid)), 'lost'),
    report(espid: string, subtopic: string, payload: string) {
      const message = { subtopic, payload: Buffer.from(payload), receivedAt: clock.at, qos: 0 } as const;
      mqtt.boardMessage(session(deviceOf(espid)), message as Parameters<typeof mqtt.boardMessage>[1]);
    },
    measure(espid: string, values: Record<string, unknown>) {
      const { id, accountId } = deviceOf(espid);
      const payload = Buffer.from(JSON.stringify(values));
      return telemetry.ingest.take({ deviceId: id, espid, accountId, payload, receivedAt: clock.at, durable: true });
    },
    async add(espid: string, definition: AutomationDefinition, name: string | null = null) {
      const record = await repository.insert(deviceOf(espid).id, { name, enabled: true, definition }, clock.at);
      directory.put(record);
      return record;
    },
    async remove(record: AutomationRecord) {
      await repository.remove(record.id, clock.at);
      directory.remove(record);
    },
    async restore(deleted: AutomationRecord) {
      const { id, enabled } = deleted;
      await engine.log.storeEnds(deleted);
      const record = await repository.restore(id, { enabled, now: clock.at });
      if (!record) throw new Error(`The automation ${id} was not deleted`);
      directory.put(record);
    },
    async stop() {
      await engine.stop();
      await scenes.runner.stop();
      await parts.stop();
      await telemetry.stop();
    },
  };
}

export type BenchServer = Awaited<ReturnType<Awaited<ReturnType<typeof createAutomationBench>>['startServer']>>;
