import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertRuleRequest, AlertState } from '@cyno/contract';
import { alertRulesRepository } from '../src/features/automation/alerts/alert-rules.repository.ts';
import { type AlertChange, alertChanged, createAlerts } from '../src/features/automation/alerts/index.ts';
import type { Notifications } from '../src/features/automation/notifications/index.ts';
import { createDryRunPlaces } from '../src/features/automation/rules/dry-run-places.ts';
import { createDeviceGroups } from '../src/features/boards/device-groups/index.ts';
import { createDevices } from '../src/features/boards/devices/index.ts';
import { createTelemetry } from '../src/features/telemetry/telemetry/index.ts';
import { testCore } from './core.ts';
import { createTestDatabase } from './database.ts';
import { holdTime } from './held-time.ts';

/** A rule of all devices that watches the variable `temp`. */
export const tooHot = (more: Partial<AlertRuleRequest['condition'] & { kind: 'limit' }> = {}): AlertRuleRequest => ({
  name: 'Too hot',
  enabled: true,
  severity: 'warning',
  scope: { kind: 'all' },
  condition: {
    kind: 'limit',
    key: 'temp',
    comparison: '>',
    threshold: 30,
    release: null,
    forSeconds: 0,
    clearSeconds: 0,
    ...more,
  },
});

/** An alert as the database has it. */
export interface StoredAlert {
  readonly id: number;
  readonly rule: string;
  readonly espid: string;
  readonly state: AlertState;
  readonly text: string;
  readonly startedAt: number;
  readonly activeAt: number | null;
  readonly clearedAt: number | null;
}

/**
 * A database with an account that has devices, `A` and `B` unless others are named, and servers that work on it. Until it is closed time
 * stands still in this process and passes with `time.pass` alone.
 */
export async function createAlertBench(startAt: number, espids: readonly string[] = ['A', 'B']) {
  const { database, drop } = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'cyno-alerts-'));
  const time = holdTime(startAt);
  const place = { zone: 'Asia/Bangkok' };
  const { rows } = await database.pool.query<{ id: number }>(
    "INSERT INTO accounts (email) VALUES ('owner@example.com') RETURNING id",
  );
  const accountId = rows[0]?.id ?? 0;
  await database.pool.query(
    `INSERT INTO devices (account_id, espid, name, "order", family)
     SELECT $1, espid, 'Board ' || espid, 0, 'esp32' FROM unnest($2::text[]) AS espid`,
    [accountId, espids],
  );
  const servers = new Set<{ stop(): Promise<void> }>();
  let started = 0;

  async function startServer(
    notifications: Notifications = { queue: async () => undefined },
    mayRemoveByAge: () => boolean = () => true,
  ) {
    started += 1;
    const limits = { storedIntervalMs: () => 0, rawDays: () => null, rollupDays: () => null, spoolBytes: 2 ** 20 };
    const core = testCore({
      database,
      clock: time,
      dataDirectory: join(directory, String(started)),
      mayRemoveByAge,
    });
    const telemetry = createTelemetry(core, { limits });
    const made = createDevices(core, {
      accounts: { timeZoneOf: () => 'UTC' },
      plans: { deviceCapacity: () => ({ allowed: null, plan: '' }) as never },
      variablesOf: (id) => telemetry.variables(id),
    });
    const { devices } = made;
    const groups = createDeviceGroups(core, devices);
    const changes: AlertChange[] = [];
    core.bus.subscribe(alertChanged, 'test', (change) => changes.push(change));
    const feature = createAlerts(core, {
      accounts: { changes: { mayBeUsed: () => true }, timeZoneOf: () => place.zone } as never,
      devices: made,
      groups,
      telemetry,
      automation: { dryRunPlaces: createDryRunPlaces(), readersOfAlert: () => [] },
      notifications: { ...notifications, passedOn: async () => [] },
    });
    const part = core.parts.at(-1);
    await telemetry.start();
    await made.start();
    await part?.start();
    const deviceOf = (espid: string) => {
      const device = devices.find(espid);
      if (!device) throw new Error(`There is no device ${espid}`);
      return device;
    };
    const hear = (espid: string) => devices.setOnline(deviceOf(espid), time.at, '127.0.0.1');
    const handle = {
      ...feature,
      bus: core.bus,
      devices,
      telemetry,
      /** What was published, oldest first. */
      changes,
      deviceOf,
      /** The board sends something that is no telemetry. */
      hear,
      measure(espid: string, values: Record<string, unknown>) {
        const { id, accountId: owner } = deviceOf(espid);
        const payload = Buffer.from(JSON.stringify(values));
        hear(espid);
        return telemetry.ingest.take({
          deviceId: id,
          espid,
          accountId: owner,
          payload,
          receivedAt: time.at,
          durable: true,
          readsTimes: true,
        });
      },
      async stop() {
        if (!servers.delete(handle)) return;
        await part?.stop();
        await made.stop();
        await telemetry.stop();
      },
    };
    servers.add(handle);
    return handle;
  }

  return {
    database,
    time,
    /** Where the account's clock is, which tests can change. */
    place,
    accountId,
    startServer,
    settled: () => time.settled(),
    /** Stores a rule; servers that start later know it. */
    async addRule(request: AlertRuleRequest) {
      const rule = await alertRulesRepository(database).add(accountId, request, { now: time.at, limit: 1_000 });
      if (!rule) throw new Error('There are too many rules.');
      return rule;
    },
    /** All alerts, oldest first. */
    async alerts(): Promise<StoredAlert[]> {
      const found = await database.pool.query<StoredAlert>(
        `SELECT alerts.id, alert_rules.name AS rule, devices.espid, alerts.state, alerts.text, alerts.started_at AS "startedAt",
           alerts.active_at AS "activeAt", alerts.cleared_at AS "clearedAt"
         FROM alerts JOIN devices ON devices.id = alerts.device_id LEFT JOIN alert_rules ON alert_rules.id = alerts.rule_id
         ORDER BY alerts.id`,
      );
      return found.rows;
    },
    /** What became of alerts, as `active Temperature was …`. */
    async changes(): Promise<string[]> {
      const found = await database.pool.query<{ to: string; text: string }>('SELECT * FROM alert_changes ORDER BY id');
      return found.rows.map(({ to, text }) => `${to} ${text}`.trimEnd());
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

export type AlertBench = Awaited<ReturnType<typeof createAlertBench>>;
