import type { FutureRows } from '@cyno/contract';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { Problem } from '../../../platform/health/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRegistry } from '../variables/index.ts';
import { maxAheadMs } from '../variables/index.ts';
import { countRowsAfter, listDevicesWithRowsAfter, removeRowsAfter } from './stored/future-rows.repository.ts';
import type { TelemetryReader } from './telemetry-reader.ts';

/** A count is believed for this long: pages of administrators request it all the time. */
const countAgeMs = 60_000;

interface FutureRowsDeps {
  readonly pool: pg.Pool;
  readonly registry: DeviceRegistry;
  readonly reader: TelemetryReader;
  readonly clock: Clock;
  readonly log: Logger;
  /** Finds again up to where hours are packed. */
  readonly findPacked: () => Promise<void>;
}

/**
 * Messages that are dated later than now, because the clock of the machine was ahead for a time. They harm nothing, but show a future
 * that never was until the clock gets there.
 */
export class FutureRowsService {
  readonly #deps: FutureRowsDeps;
  #counted: { at: number; result: Promise<FutureRows | null> } | undefined;
  #known: FutureRows | null = null;

  constructor(deps: FutureRowsDeps) {
    this.#deps = deps;
  }

  /** How many there are, as of the last minute; null when the database does not respond. */
  count(): Promise<FutureRows | null> {
    const now = this.#deps.clock.now();
    if (!this.#counted || Math.abs(now - this.#counted.at) > countAgeMs) {
      const result = this.#count()
        .catch((err: unknown) => {
          this.#deps.log.debug({ err }, 'Messages with instants in the future were not counted');
          this.#counted = undefined;
          return null;
        })
        .then((found) => {
          this.#known = found;
          return found;
        });
      this.#counted = { at: now, result };
    }
    return this.#counted.result;
  }

  /** By the last count; the next one is begun where it is too old. */
  problems(): Problem[] {
    void this.count();
    if (!this.#known?.rows) return [];
    const values = { count: this.#known.rows };
    return [{ part: 'clock', severity: 'warning', reason: 'future_messages', values, since: this.#deps.clock.now() }];
  }

  /** Removes those later than an instant; what is not in the future by the clock of now stays in any case. Returns how many. */
  async remove(laterThan: number): Promise<number> {
    const { pool, registry, reader, clock } = this.#deps;
    const since = Math.max(laterThan, clock.now() + maxAheadMs);
    let removed = 0;
    for (const { id } of await listDevicesWithRowsAfter(pool, since)) {
      removed += await removeRowsAfter(pool, { deviceId: id, since, now: clock.now() });
      const { values } = await reader.valuesAt(id, clock.now() + maxAheadMs);
      registry.find(id)?.replaceNewest(values);
    }
    await this.#deps.findPacked();
    this.#counted = undefined;
    return removed;
  }

  async #count(): Promise<FutureRows> {
    const laterThan = this.#deps.clock.now() + maxAheadMs;
    return { laterThan, ...(await countRowsAfter(this.#deps.pool, laterThan)) };
  }
}
