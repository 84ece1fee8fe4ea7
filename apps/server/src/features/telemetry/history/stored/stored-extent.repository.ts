import type { Reads } from '../../../../platform/database/index.ts';
import { type DamagedHours, hourMs, hourOf } from '../../packing/index.ts';
import { rollupLevels } from '../../storage/index.ts';
import type { HistoryVariable } from '../../variables/index.ts';
import { arrayRows } from './array-rows.sql.ts';
import type { DeviceRange, Span } from './history.types.ts';
import { countOfHour } from './packed-messages.ts';

/** What is oldest belongs to the devices that were added first; more of them are not looked through. */
const maxDevicesRead = 200;
/** Up to here messages are counted; more are estimated from rollups. */
const maxCounted = 20_000;
/** Messages are stored in partitions of a month. */
const monthMs = 30 * 24 * hourMs;

/** How much is stored of devices, and from when. */
export class StoredExtent {
  readonly #reads: Reads;
  readonly #damaged: DamagedHours;

  constructor(reads: Reads, damaged: DamagedHours) {
    this.#reads = reads;
    this.#damaged = damaged;
  }

  /** How many messages the range has; counts no further than `limit`. */
  async count({ deviceId, from, to }: DeviceRange, limit: number): Promise<number> {
    // A long range reaches over many partitions. Most boards send so often that its end alone has more than the limit.
    const end = to - from > monthMs ? await this.#count({ deviceId, from: to - (to - from) / 16, to }, limit) : 0;
    return end >= limit ? end : this.#count({ deviceId, from, to }, limit);
  }

  async #count({ deviceId, from, to }: DeviceRange, limit: number): Promise<number> {
    const since = Math.floor(from);
    const whole = hourOf(since + hourMs - 1);
    const edges = [...(since < whole ? [hourOf(since)] : []), ...(hourOf(to) < to ? [hourOf(to)] : [])];
    const found = await arrayRows<[messages: number, hour: number | null, data: Buffer | null]>(
      this.#reads,
      `SELECT (SELECT count(*) FROM (
           SELECT FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3 LIMIT $4
         ) AS found) + (
           SELECT coalesce(sum(messages), 0) FROM telemetry_packed WHERE device_id = $1 AND at >= $5 AND at <= $6
         ), NULL::bigint, NULL::bytea
       UNION ALL SELECT 0, at, data FROM telemetry_packed WHERE device_id = $1 AND at = ANY($7::bigint[])`,
      [deviceId, since, to, limit, whole, to - hourMs, [...new Set(edges)]],
    );
    const counts = found.map(([messages, hour, data]) =>
      hour === null || data === null
        ? messages
        : countOfHour({ hour, data, damaged: () => this.#damaged.note(deviceId, hour) }, since, to),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** The instants of the first and the last message; undefined when there is none. */
  async span(deviceId: number): Promise<Span | undefined> {
    const packed = (column: string, order: string) =>
      `(SELECT ${column} FROM telemetry_packed WHERE device_id = $1 ORDER BY at ${order} LIMIT 1)`;
    const [row] = await arrayRows<[number | null, number | null]>(
      this.#reads,
      `SELECT least(min(at), ${packed('first_at', 'ASC')}), greatest(max(at), ${packed('last_at', 'DESC')})
       FROM telemetry WHERE device_id = $1`,
      [deviceId],
    );
    const [first = null, last = null] = row ?? [];
    return first === null || last === null ? undefined : [first, last];
  }

  /** The oldest instants, ms since the epoch, of an account's messages and of its rollups; null where there are none. */
  async oldest(accountId: number): Promise<{ raw: number | null; rollup: number | null }> {
    const oldestIn = (table: string, column = 'at') => `(SELECT min(first.at)
      FROM (SELECT id FROM devices WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT ${maxDevicesRead}) AS device
      CROSS JOIN LATERAL (SELECT ${column} AS at FROM ${table} WHERE device_id = device.id ORDER BY at LIMIT 1) AS first)`;
    const raw = `least(${oldestIn('telemetry')}, ${oldestIn('telemetry_packed', 'first_at')})`;
    const [row] = await arrayRows<[number | null, number | null]>(
      this.#reads,
      `SELECT ${raw}, ${oldestIn('rollup_1d')}`,
      [accountId],
    );
    return { raw: row?.[0] ?? null, rollup: row?.[1] ?? null };
  }

  /** Whether the range begins with hours of which only rollups are left. */
  async beginsWithRollups({ deviceId, from, to }: DeviceRange): Promise<boolean> {
    const found = await arrayRows(
      this.#reads,
      `SELECT 1 FROM rollup_1h WHERE device_id = $1 AND at >= $2 AND at <= coalesce(
         least((SELECT min(at) FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3), ${firstPacked}), $3) - ${hourMs} LIMIT 1`,
      [deviceId, from, to],
    );
    return found.length > 0;
  }

  /** When the first thing in the range is known, of a message or a rollup; undefined: nothing is. */
  async firstKnown({ deviceId, from, to }: DeviceRange): Promise<number | undefined> {
    const sources = [{ table: 'telemetry', widthMs: 1 }, ...rollupLevels];
    // A rollup that begins before the range may reach into it.
    const firsts = sources.map(
      ({ table, widthMs }) =>
        `(SELECT min(at) FROM ${table} WHERE device_id = $1 AND at > $2::bigint - ${widthMs} AND at < $3)`,
    );
    const [row] = await arrayRows<[number | null]>(
      this.#reads,
      `SELECT least(${[...firsts, firstPacked].join(', ')})`,
      [deviceId, Math.floor(from), to],
    );
    const first = row?.[0] ?? undefined;
    return first === undefined ? undefined : Math.max(from, first);
  }

  /** Whether hours of the range are rolled up. */
  async hasRollups({ deviceId, from, to }: DeviceRange): Promise<boolean> {
    const found = await arrayRows(
      this.#reads,
      'SELECT 1 FROM rollup_1h WHERE device_id = $1 AND at >= $2 AND at < $3 LIMIT 1',
      [deviceId, from, to],
    );
    return found.length > 0;
  }

  /** About how many messages a range has: few are counted; of more each has a value of at least one variable. */
  async estimateMessages(range: DeviceRange, variables: readonly HistoryVariable[]): Promise<number> {
    const counted = await this.count(range, maxCounted);
    if (counted < maxCounted) return counted;
    const counts = [0, ...variables.map(({ slot }) => `coalesce(counts[${slot}], 0)`)].join(', ');
    const [row] = await arrayRows<[number]>(
      this.#reads,
      `SELECT coalesce(sum(greatest(${counts})), 0)::float8 FROM rollup_1h WHERE device_id = $1 AND at >= $2 AND at < $3`,
      [range.deviceId, range.from, range.to],
    );
    return row?.[0] ?? 0;
  }
}

/** About the first message between $2 and $3 that is packed, as SQL: never later than it is, and in the hour of one. */
const firstPacked = `(SELECT greatest(first_at, $2) FROM telemetry_packed
  WHERE device_id = $1 AND at > $2::bigint - ${hourMs} AND at < $3 AND last_at >= $2 AND first_at < $3 ORDER BY at LIMIT 1)`;
