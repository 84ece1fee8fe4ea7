import type { Clock } from '../../../platform/clock.ts';
import type { Problem } from '../../../platform/health/index.ts';
import type { Logger } from '../../../platform/log/index.ts';

/** More are not counted. */
const maxCounted = 10_000;

interface DamagedHoursDeps {
  readonly clock: Clock;
  readonly log: Logger;
}

/** The packed hours that could not be read since the start. What is around them is read without them. */
export class DamagedHours {
  readonly #deps: DamagedHoursDeps;
  readonly #found = new Set<string>();
  #since = 0;

  constructor(deps: DamagedHoursDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#found.size;
  }

  /** Counts an hour of a device, its start in ms since the epoch, and logs it the first time. */
  note(deviceId: number, hour: number): void {
    const place = `${deviceId} ${hour}`;
    if (this.#found.has(place) || this.#found.size >= maxCounted) return;
    if (this.#found.size === 0) this.#since = this.#deps.clock.now();
    this.#found.add(place);
    this.#deps.log.error(
      { device: deviceId, hour: new Date(hour).toISOString() },
      'An hour of stored history is damaged and is left out; a backup has it',
    );
  }

  /** What administrators are notified of. */
  problems(): Problem[] {
    if (this.count === 0) return [];
    const values = { count: this.count };
    return [{ part: 'storage', severity: 'warning', reason: 'history_damaged', values, since: this.#since }];
  }
}
