import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { keptSince } from './retention.service.ts';
import { rollupStatement } from './rollup.sql.ts';
import { type RollupLevel, rollupLevels } from './rollup-levels.ts';
import type { TelemetryLimits } from './telemetry.types.ts';
import { hourMs, type TelemetryStore } from './telemetry-store.ts';

/** An hour is rolled up this long after its end, when its last messages have been written. */
const settleMs = 5_000;
const perRound = 500;

interface RollupDeps {
  pool: pg.Pool;
  store: TelemetryStore;
  registry: DeviceRegistry;
  clock: Clock;
  limits: TelemetryLimits;
}

/** An hour of a device to roll up again; `lastMark` is the newest of its marks that this round answers for. */
interface DirtyHour {
  readonly deviceId: number;
  readonly accountId: number | null;
  readonly hour: number;
  readonly lastMark: number;
  readonly slots: number;
  readonly hasTexts: boolean;
}

/** Makes roll-ups from messages. Doing it again gives the same, so an interruption at any point is mended by the next run. */
export class Rollups {
  readonly #deps: RollupDeps;

  constructor(deps: RollupDeps) {
    this.#deps = deps;
  }

  /** Rolls up all hours that have ended and got messages since they were last rolled up. */
  async run(): Promise<void> {
    const until = this.#deps.clock.now() - settleMs - hourMs;
    for (;;) {
      const hours = await this.#listDirty(until);
      if (hours.length === 0) return;
      // From here on a message marks its hour again. Those that found it marked are committed by now, and will be read below.
      await this.#deps.store.exclusive(() => {
        for (const { deviceId, hour } of hours) this.#deps.registry.find(deviceId)?.dirtyHours.delete(hour);
      });
      for (const hour of hours) await this.#rollUp(hour);
    }
  }

  async #listDirty(until: number): Promise<DirtyHour[]> {
    const { rows } = await this.#deps.pool.query<DirtyHour>(
      `SELECT dirty.*, devices.account_id AS "accountId", coalesce(slots, 0) AS slots, coalesce("hasTexts", false) AS "hasTexts"
       FROM (
         SELECT device_id AS "deviceId", hour, max(id) AS "lastMark" FROM telemetry_dirty_hours
         WHERE hour <= $1 GROUP BY device_id, hour ORDER BY max(id) LIMIT $2
       ) AS dirty
       LEFT JOIN devices ON devices.id = dirty."deviceId"
       LEFT JOIN LATERAL (
         SELECT max(slot) AS slots, bool_or(last_text IS NOT NULL OR type = 'text') AS "hasTexts"
         FROM variables WHERE device_id = dirty."deviceId"
       ) AS shape ON true
       ORDER BY "lastMark"`,
      [until, perRound],
    );
    return rows;
  }

  async #rollUp(dirty: DirtyHour): Promise<void> {
    const { deviceId, hour } = dirty;
    const client = await this.#deps.pool.connect();
    let failed = true;
    try {
      await client.query('BEGIN');
      if (dirty.slots > 0 && this.#isComplete(dirty)) {
        for (const level of rollupLevels) await rollUpLevel(client, level, dirty);
      }
      await client.query('DELETE FROM telemetry_dirty_hours WHERE device_id = $1 AND hour = $2 AND id <= $3', [
        deviceId,
        hour,
        dirty.lastMark,
      ]);
      await client.query('COMMIT');
      failed = false;
    } finally {
      client.release(failed);
    }
  }

  /** False when retention may have removed messages of the hour: what they gave is kept as it is. */
  #isComplete({ accountId, hour }: DirtyHour): boolean {
    if (accountId === null) return false;
    const days = this.#deps.limits.rawDays(accountId);
    return days === null || hour >= keptSince(this.#deps.clock.now(), days);
  }
}

async function rollUpLevel(client: pg.PoolClient, level: RollupLevel, dirty: DirtyHour): Promise<void> {
  const from = dirty.hour - (dirty.hour % level.widthMs);
  const until = Math.max(dirty.hour + hourMs, from + level.widthMs);
  await client.query({
    // A prepared statement: a device's text differs by its number of slots only.
    name: `${level.table} ${dirty.slots} ${dirty.hasTexts}`,
    text: rollupStatement(level, dirty.slots, dirty.hasTexts),
    values: [dirty.deviceId, from, until],
  });
}
