import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRegistry, TelemetryLimits } from '../variables/index.ts';
import { retentionStart } from '../variables/index.ts';
import { bucketOf } from './history-plan.ts';
import { rollupStatement } from './rollup.sql.ts';
import { type RollupLevel, rollupLevels } from './rollup-levels.ts';
import { hourMs, type TelemetryStore } from './telemetry-store.ts';

/** An hour is rolled up this long after its end, when its last messages have been written. */
const settleMs = 5_000;
const perRound = 500;
/** So much of a device is rolled up in one transaction when there is much to catch up. */
const longestSpanMs = 24 * hourMs;

interface RollupDeps {
  pool: pg.Pool;
  store: TelemetryStore;
  registry: DeviceRegistry;
  clock: Clock;
  log: Logger;
  limits: TelemetryLimits;
}

/** An hour of a device to roll up again; `lastMark` is the newest of its marks that were seen. */
interface DirtyHour {
  readonly deviceId: number;
  readonly accountId: number | null;
  readonly hour: number;
  readonly lastMark: number;
  readonly slots: number;
  readonly hasTexts: boolean;
}

/** Hours of a device that follow each other, rolled up as one; `until` is exclusive. */
interface DirtySpan extends Omit<DirtyHour, 'hour' | 'lastMark'> {
  readonly from: number;
  until: number;
}

/** Makes rollups from messages. Doing it again gives the same, so an interruption at any point is mended by the next run. */
export class Rollups {
  readonly #deps: RollupDeps;

  constructor(deps: RollupDeps) {
    this.#deps = deps;
  }

  /** Rolls up all hours that have ended and got messages since they were last rolled up. */
  async run(): Promise<void> {
    const until = this.#deps.clock.now() - settleMs - hourMs;
    const failed: number[] = [];
    for (;;) {
      const hours = await this.#listDirty(until, failed);
      if (hours.length === 0) return;
      // From here on a message marks its hour again. Those that found it marked, and all marks up to the last one that was
      // seen, are committed by now together with their messages, and these are read below.
      await this.#deps.store.exclusive(() => {
        for (const { deviceId, hour } of hours) this.#deps.registry.find(deviceId)?.dirtyHours.delete(hour);
      });
      const lastMark = Math.max(...hours.map((hour) => hour.lastMark));
      for (const span of spansOf(hours.filter((hour) => this.#isComplete(hour)))) {
        // One device that cannot be rolled up must not keep the others from it; its hours are read from the messages.
        await this.#updateRollup(span, lastMark).catch((error: unknown) => {
          this.#deps.log.error({ err: error, device: span.deviceId }, 'A device could not be rolled up');
          failed.push(span.deviceId);
        });
      }
      await this.#forget(hours, lastMark);
    }
  }

  async #listDirty(until: number, without: readonly number[]): Promise<DirtyHour[]> {
    const { rows } = await this.#deps.pool.query<DirtyHour>(
      `SELECT dirty.*, devices.account_id AS "accountId", coalesce(slots, 0) AS slots, coalesce("hasTexts", false) AS "hasTexts"
       FROM (
         SELECT device_id AS "deviceId", hour, max(id) AS "lastMark" FROM telemetry_dirty_hours
         WHERE hour <= $1 AND device_id <> ALL($3::int[]) GROUP BY device_id, hour ORDER BY max(id) LIMIT $2
       ) AS dirty
       LEFT JOIN devices ON devices.id = dirty."deviceId"
       LEFT JOIN LATERAL (
         SELECT max(slot) AS slots, bool_or(last_text IS NOT NULL OR type = 'text') AS "hasTexts"
         FROM variables WHERE device_id = dirty."deviceId"
       ) AS shape ON true
       ORDER BY "deviceId", hour`,
      [until, perRound, without],
    );
    return rows;
  }

  async #updateRollup(span: DirtySpan, lastMark: number): Promise<void> {
    const client = await this.#deps.pool.connect();
    let failed = true;
    try {
      await client.query('BEGIN');
      for (const level of rollupLevels) await updateRollupLevel(client, level, span);
      await client.query(
        'DELETE FROM telemetry_dirty_hours WHERE device_id = $1 AND hour >= $2 AND hour < $3 AND id <= $4',
        [span.deviceId, span.from, span.until, lastMark],
      );
      await client.query('COMMIT');
      failed = false;
    } finally {
      client.release(failed);
    }
  }

  /** Takes off the marks of hours that cannot be rolled up any more. */
  async #forget(hours: readonly DirtyHour[], lastMark: number): Promise<void> {
    const passed = hours.filter((hour) => !this.#isComplete(hour));
    await this.#deps.pool.query(
      `DELETE FROM telemetry_dirty_hours AS mark USING unnest($1::int[], $2::bigint[]) AS passed(device_id, hour)
       WHERE mark.device_id = passed.device_id AND mark.hour = passed.hour AND mark.id <= $3`,
      [passed.map(({ deviceId }) => deviceId), passed.map(({ hour }) => hour), lastMark],
    );
  }

  /** False when retention may have removed messages of the hour, since what they gave is left as it is; or the device is gone. */
  #isComplete({ accountId, hour, slots }: DirtyHour): boolean {
    if (accountId === null || slots === 0) return false;
    const days = this.#deps.limits.rawDays(accountId);
    return days === null || hour >= retentionStart(this.#deps.clock.now(), days);
  }
}

function spansOf(hours: readonly DirtyHour[]): DirtySpan[] {
  const spans: DirtySpan[] = [];
  for (const { hour, lastMark: _, ...of } of hours) {
    const before = spans.at(-1);
    if (before?.deviceId === of.deviceId && before.until === hour && hour - before.from < longestSpanMs) {
      before.until += hourMs;
    } else spans.push({ ...of, from: hour, until: hour + hourMs });
  }
  return spans;
}

async function updateRollupLevel(client: pg.PoolClient, level: RollupLevel, span: DirtySpan): Promise<void> {
  const { widthMs, table } = level;
  await client.query({
    // A prepared statement: the text differs by the number of slots only.
    name: `${table} ${span.slots} ${span.hasTexts}`,
    text: rollupStatement(level, span.slots, span.hasTexts),
    values: [span.deviceId, bucketOf(span.from, widthMs), bucketOf(span.until - 1, widthMs) + widthMs],
  });
}
