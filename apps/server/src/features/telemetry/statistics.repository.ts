import type pg from 'pg';
import type { DeviceRange } from './history.repository.ts';
import { readTimeoutMs, within } from './query-timeout.ts';
import { rollupLevels } from './rollup-levels.ts';

/** Finds single values that roll-ups only tell of. */
export class StatisticsRepository {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Whether hours of the range are rolled up. */
  async hasRollups(range: DeviceRange): Promise<boolean> {
    const found = await this.#first<number>(
      'SELECT 1 FROM rollup_1h WHERE device_id = $1 AND at >= $2 AND at < $3 LIMIT 1',
      range,
    );
    return found !== null;
  }

  /** About how many messages a range has: each has a value of at least one variable. */
  async estimateMessages(range: DeviceRange, slots: readonly number[]): Promise<number> {
    const counts = [0, ...slots.map((slot) => `coalesce(counts[${slot}], 0)`)].join(', ');
    const found = await this.#first<number>(
      `SELECT coalesce(sum(greatest(${counts})), 0)::float8 FROM rollup_1h WHERE device_id = $1 AND at >= $2 AND at < $3`,
      range,
    );
    return found ?? 0;
  }

  /** When a variable first had a value; null when no message of the range has it. */
  firstAt(range: DeviceRange, slot: number, value: number): Promise<number | null> {
    return this.#first(
      `SELECT at FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3 AND numbers[${slot}] = $4 ORDER BY at LIMIT 1`,
      range,
      value,
    );
  }

  /** The last number of a variable in a range, from the messages, else from the finest roll-up that still has it. */
  async last(range: DeviceRange, slot: number): Promise<number | null> {
    const sources = ['telemetry', ...rollupLevels.map(({ table }) => table)];
    for (const table of sources) {
      const column = table === 'telemetry' ? 'numbers' : 'lasts';
      const found = await this.#first<number>(
        `SELECT ${column}[${slot}] FROM ${table} WHERE device_id = $1 AND at >= $2 AND at < $3
         AND ${column}[${slot}] IS NOT NULL ORDER BY at DESC LIMIT 1`,
        range,
      );
      if (found !== null) return found;
    }
    return null;
  }

  async #first<Value>(text: string, { deviceId, from, to }: DeviceRange, ...more: number[]): Promise<Value | null> {
    const query = { text, values: [deviceId, from, to, ...more], rowMode: 'array' as const };
    const { rows } = await this.#pool.query<[Value]>(within(readTimeoutMs, query));
    return rows[0]?.[0] ?? null;
  }
}
