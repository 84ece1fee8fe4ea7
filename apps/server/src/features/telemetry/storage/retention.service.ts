import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRegistry, TelemetryLimits } from '../variables/index.ts';
import { retentionStart } from '../variables/index.ts';
import { listPartitions, type Partition } from './partitions.repository.ts';
import { rollupLevels } from './rollup-levels.ts';
import { hourMs, type TelemetryStore } from './telemetry-store.ts';

const dayMs = 24 * hourMs;
/** Small enough that a deletion never holds up the writer. */
const rowsPerStatement = 5_000;
/** A partition is only dropped when no message can come for it any more. */
const settledMs = 2 * dayMs;

interface RetentionDeps {
  pool: pg.Pool;
  store: TelemetryStore;
  registry: DeviceRegistry;
  clock: Clock;
  log: Logger;
  limits: TelemetryLimits;
}

/** Removes what is older than the accounts' plans keep, and what is left of devices that no longer exist. */
export class Retention {
  readonly #deps: RetentionDeps;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { pool, registry, clock, limits } = this.#deps;
    const now = clock.now();
    await this.#removeOrphans();
    const { rows } = await pool.query<{ id: number; accountId: number }>(
      'SELECT id, account_id AS "accountId" FROM devices',
    );
    const existing = new Set(rows.map(({ id }) => id));
    for (const { id } of registry.all()) if (!existing.has(id)) registry.remove(id);
    for (const { id, accountId } of rows) {
      const rawDays = limits.rawDays(accountId);
      if (rawDays !== null) await this.#removeMessages(id, retentionStart(now, rawDays));
      const rollupDays = limits.rollupDays(accountId);
      if (rollupDays !== null) await this.#removeRollups(id, retentionStart(now, rollupDays));
    }
    for (const partition of await listPartitions(pool)) {
      if (partition.until < now - settledMs) await this.#dropIfEmpty(partition);
    }
  }

  /** Messages of an hour that waits to be rolled up stay until it was. */
  async #removeMessages(deviceId: number, before: number): Promise<void> {
    await this.#inBatches(
      `DELETE FROM telemetry WHERE device_id = $1 AND at IN (
         SELECT at FROM telemetry WHERE device_id = $1 AND at < $2
           AND at - at % ${hourMs} NOT IN (SELECT hour FROM telemetry_dirty_hours WHERE device_id = $1)
         ORDER BY at LIMIT $3)`,
      [deviceId, before],
    );
  }

  async #removeRollups(deviceId: number, before: number): Promise<void> {
    for (const { table } of rollupLevels) {
      await this.#inBatches(
        `DELETE FROM ${table} WHERE device_id = $1 AND at IN (
           SELECT at FROM ${table} WHERE device_id = $1 AND at < $2 ORDER BY at LIMIT $3)`,
        [deviceId, before],
      );
    }
  }

  /** The tables of messages have no foreign key, because checking it would cost a third of the writer's time. */
  async #removeOrphans(): Promise<void> {
    const tables = ['telemetry', ...rollupLevels.map((level) => level.table)];
    for (const table of tables) {
      // Jumps from device to device along the index instead of reading all rows.
      const { rows } = await this.#deps.pool.query<{ id: number }>(
        `WITH RECURSIVE found AS (
           (SELECT device_id FROM ${table} ORDER BY device_id LIMIT 1)
           UNION ALL
           SELECT (SELECT device_id FROM ${table} WHERE device_id > found.device_id ORDER BY device_id LIMIT 1)
           FROM found WHERE found.device_id IS NOT NULL
         )
         SELECT device_id AS id FROM found WHERE device_id IS NOT NULL AND device_id NOT IN (SELECT id FROM devices)`,
      );
      for (const { id } of rows) {
        await this.#inBatches(
          `DELETE FROM ${table} WHERE device_id = $1 AND at IN (
             SELECT at FROM ${table} WHERE device_id = $1 ORDER BY at LIMIT $2)`,
          [id],
        );
      }
    }
  }

  async #inBatches(statement: string, values: readonly number[]): Promise<void> {
    for (;;) {
      const { rowCount } = await this.#deps.pool.query(statement, [...values, rowsPerStatement]);
      if (rowCount === null || rowCount < rowsPerStatement) return;
    }
  }

  async #dropIfEmpty({ name }: Partition): Promise<void> {
    const client = await this.#deps.pool.connect();
    let failed = true;
    try {
      await client.query('BEGIN');
      // Rather try again tomorrow than make the writer wait behind a long query.
      await client.query(`SET LOCAL lock_timeout = '1s'`);
      await client.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
      const { rows } = await client.query(`SELECT FROM ${name} LIMIT 1`);
      if (rows.length === 0) await client.query(`DROP TABLE ${name}`);
      await client.query('COMMIT');
      failed = false;
      if (rows.length === 0) this.#deps.store.partitions.forget(name);
    } catch (error) {
      this.#deps.log.info(
        { err: error, partition: name },
        'An empty month was not removed; the nightly job tries again tomorrow',
      );
    } finally {
      client.release(failed);
    }
  }
}
