import type pg from 'pg';
import { hourMs, rollupLevels } from '../storage/index.ts';
import { readTimeoutMs, within } from '../variables/index.ts';
import type { DeviceRange } from './history.repository.ts';

/** A value of a variable in a span of time; `to` is exclusive. */
interface Sought {
  readonly slot: number;
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** Finds single values that rollups only summarise. */
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

  /** When variables first had a value, of each in its own span; null when no message there has it. One query for all. */
  async firstAt(deviceId: number, wanted: readonly Sought[]): Promise<(number | null)[]> {
    const finds = wanted.map(({ slot, from: since, to: until }, index) => {
      const [from, to, value] = [2, 3, 4].map((place) => `$${3 * index + place}`);
      // Of a long span the hour is looked up first, so that no more than the messages of an hour are read.
      const hour =
        until - since > hourMs
          ? `AND at >= coalesce((SELECT at FROM rollup_1h WHERE device_id = $1 AND at > ${from} - ${hourMs} AND at < ${to}
              AND ${value}::float8 IN (mins[${slot}], maxs[${slot}]) ORDER BY at LIMIT 1), ${from})`
          : '';
      return `(SELECT at FROM telemetry WHERE device_id = $1 AND at >= ${from} AND at < ${to} ${hour}
        AND numbers[${slot}] = ${value}::float8 ORDER BY at LIMIT 1)`;
    });
    return this.#cells(finds, [deviceId, ...wanted.flatMap(({ from, to, value }) => [from, to, value])]);
  }

  /** The last number of variables, of each in its own span, from the messages, else from the finest rollup that still has it. */
  async lasts(deviceId: number, wanted: readonly Omit<Sought, 'value'>[]): Promise<(number | null)[]> {
    const found: (number | null)[] = wanted.map(() => null);
    for (const table of ['telemetry', ...rollupLevels.map((level) => level.table)]) {
      const left = wanted.flatMap((span, index) => (found[index] === null ? [{ ...span, index }] : []));
      if (left.length === 0) break;
      const column = table === 'telemetry' ? 'numbers' : 'lasts';
      const finds = left.map(
        ({ slot }, place) => `(SELECT ${column}[${slot}] FROM ${table} WHERE device_id = $1
          AND at >= $${2 * place + 2} AND at < $${2 * place + 3} AND ${column}[${slot}] IS NOT NULL ORDER BY at DESC LIMIT 1)`,
      );
      const values = await this.#cells(finds, [deviceId, ...left.flatMap(({ from, to }) => [from, to])]);
      for (const [place, { index }] of left.entries()) found[index] = values[place] ?? null;
    }
    return found;
  }

  /** The only row of some scalar queries. */
  async #cells(queries: readonly string[], values: unknown[]): Promise<(number | null)[]> {
    if (queries.length === 0) return [];
    const query = { text: `SELECT ${queries.join(', ')}`, values, rowMode: 'array' as const };
    const { rows } = await this.#pool.query<(number | null)[]>(within(readTimeoutMs, query));
    return rows[0] ?? [];
  }

  async #first<Value>(text: string, { deviceId, from, to }: DeviceRange): Promise<Value | null> {
    const query = { text, values: [deviceId, from, to], rowMode: 'array' as const };
    const { rows } = await this.#pool.query<[Value]>(within(readTimeoutMs, query));
    return rows[0]?.[0] ?? null;
  }
}
