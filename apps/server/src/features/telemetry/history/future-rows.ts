import type { FutureRows } from '@cyno/contract';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { Problem } from '../../../platform/health/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { hourMs, rollupLevels } from '../storage/index.ts';
import type { DeviceRegistry } from '../variables/index.ts';
import { maxAheadMs, within } from '../variables/index.ts';
import type { TelemetryReader } from './telemetry-reader.ts';

/** A count is believed for this long: pages of administrators request it all the time. */
const countAgeMs = 60_000;
const countTimeoutMs = 5_000;
/** Small enough that a deletion never holds up the writer. */
const rowsPerStatement = 5_000;

interface FutureRowsDeps {
  readonly pool: pg.Pool;
  readonly registry: DeviceRegistry;
  readonly reader: TelemetryReader;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Messages that are dated later than now, because the clock of the machine was ahead for a time. They harm nothing, but show a future
 * that never was until the clock gets there.
 */
export class FutureRowsService {
  readonly #deps: FutureRowsDeps;
  #counted: { at: number; result: Promise<FutureRows | null> } | undefined;

  constructor(deps: FutureRowsDeps) {
    this.#deps = deps;
  }

  /** How many there are, as of the last minute; null when the database does not respond. */
  count(): Promise<FutureRows | null> {
    const now = this.#deps.clock.now();
    if (!this.#counted || Math.abs(now - this.#counted.at) > countAgeMs) {
      const result = this.#count().catch((err: unknown) => {
        this.#deps.log.debug({ err }, 'Messages with instants in the future were not counted');
        this.#counted = undefined;
        return null;
      });
      this.#counted = { at: now, result };
    }
    return this.#counted.result;
  }

  async problems(): Promise<Problem[]> {
    const counted = await this.count();
    if (!counted?.rows) return [];
    const messages =
      counted.rows === 1 ? 'One stored message is' : `${counted.rows.toLocaleString('en-US')} stored messages are`;
    const text = `${messages} dated later than now, because the clock of this machine was ahead. An administrator can remove them.`;
    const values = { count: counted.rows };
    const since = this.#deps.clock.now();
    return [{ part: 'clock', severity: 'warning', text, reason: 'future_messages', values, since }];
  }

  /** Removes those later than an instant; what is not in the future by the clock of now stays in any case. Returns how many. */
  async remove(laterThan: number): Promise<number> {
    const { registry, reader, clock } = this.#deps;
    const since = Math.max(laterThan, clock.now() + maxAheadMs);
    let removed = 0;
    for (const { id } of await this.#devices(since)) {
      removed += await this.#removeOf(id, since);
      const { values } = await reader.valuesAt(id, clock.now() + maxAheadMs);
      registry.find(id)?.replaceNewest(values);
    }
    this.#counted = undefined;
    return removed;
  }

  async #count(): Promise<FutureRows> {
    const laterThan = this.#deps.clock.now() + maxAheadMs;
    const { rows } = await this.#deps.pool.query<Omit<FutureRows, 'laterThan'>>(
      within(countTimeoutMs, {
        // Device by device along the index: there is none by the instant alone.
        text: `SELECT coalesce(sum(found.rows), 0)::int8 AS rows, count(*) AS devices, max(found.newest) AS "newestAt"
          FROM devices CROSS JOIN LATERAL (
            SELECT count(*) AS rows, max(at) AS newest FROM telemetry WHERE device_id = devices.id AND at > $1
          ) AS found WHERE found.rows > 0`,
        values: [laterThan],
      }),
    );
    return { laterThan, ...(rows[0] ?? { rows: 0, devices: 0, newestAt: null }) };
  }

  async #devices(since: number): Promise<{ id: number }[]> {
    const { rows } = await this.#deps.pool.query<{ id: number }>(
      'SELECT id FROM devices WHERE EXISTS (SELECT FROM telemetry WHERE device_id = devices.id AND at > $1)',
      [since],
    );
    return rows;
  }

  async #removeOf(deviceId: number, since: number): Promise<number> {
    const { pool, clock } = this.#deps;
    let removed = 0;
    for (let rowCount = rowsPerStatement; rowCount === rowsPerStatement; removed += rowCount) {
      const result = await pool.query(
        `DELETE FROM telemetry WHERE device_id = $1 AND at IN (
           SELECT at FROM telemetry WHERE device_id = $1 AND at > $2 ORDER BY at LIMIT $3)`,
        [deviceId, since, rowsPerStatement],
      );
      rowCount = result.rowCount ?? 0;
    }
    for (const { table, widthMs } of rollupLevels) {
      const bucket = since - (since % widthMs);
      await pool.query(
        `DELETE FROM ${table} WHERE device_id = $1 AND (at > $2 OR at = $3
           AND NOT EXISTS (SELECT FROM telemetry WHERE device_id = $1 AND telemetry.at >= $3 AND telemetry.at <= $2))`,
        [deviceId, since, bucket],
      );
    }
    // Buckets that began before hold some of what was removed; they are made again when the hour that is running has ended.
    await pool.query('INSERT INTO telemetry_dirty_hours (device_id, hour) VALUES ($1, $2), ($1, $3)', [
      deviceId,
      hourOf(clock.now()),
      hourOf(since),
    ]);
    return removed;
  }
}

const hourOf = (at: number): number => at - (at % hourMs);
