import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { hourMs } from '../packing/index.ts';
import type { DeviceRegistry } from '../variables/index.ts';
import type { DirtyHour, DirtySpan, RollupRepository } from './rollup.repository.ts';
import type { TelemetryStore } from './telemetry-store.repository.ts';

/** An hour is rolled up this long after its end, when its last messages have been written. */
const settleMs = 5_000;
const perRound = 500;
/** So much of a device is rolled up in one transaction when there is much to catch up. */
const longestSpanMs = 24 * hourMs;

interface RollupDeps {
  repository: RollupRepository;
  store: TelemetryStore;
  registry: DeviceRegistry;
  clock: Clock;
  log: Logger;
}

/** Makes rollups from messages. Doing it again gives the same, so an interruption at any point is mended by the next run. */
export class Rollups {
  readonly #deps: RollupDeps;

  constructor(deps: RollupDeps) {
    this.#deps = deps;
  }

  /** Rolls up all hours that have ended and got messages since they were last rolled up. */
  async run(): Promise<void> {
    const { repository } = this.#deps;
    const until = this.#deps.clock.now() - settleMs - hourMs;
    const failed: number[] = [];
    for (;;) {
      const hours = await repository.listDirty({ until, limit: perRound, without: failed });
      if (hours.length === 0) return;
      // From here on a message marks its hour again. Those that found it marked, and all marks up to the last one that was
      // seen, are committed by now together with their messages, and these are read below.
      await this.#deps.store.exclusive(() => {
        for (const { deviceId, hour } of hours) this.#deps.registry.find(deviceId)?.dirtyHours.delete(hour);
      });
      const lastMark = Math.max(...hours.map((hour) => hour.lastMark));
      for (const span of spansOf(hours.filter(isComplete))) {
        // One device that cannot be rolled up must not keep the others from it; its hours are read from the messages.
        await repository.update(span, lastMark).catch((error: unknown) => {
          this.#deps.log.error({ err: error, device: span.deviceId }, 'A device could not be rolled up');
          failed.push(span.deviceId);
        });
      }
      // Marks of hours that cannot be rolled up any more.
      await repository.forget(
        hours.filter((hour) => !isComplete(hour)),
        lastMark,
      );
    }
  }
}

/** False when messages of the hour were removed or are damaged, since what they gave is left as it is; or the device is gone. */
const isComplete = ({ accountId, hour, messagesSince, slots, isDamaged }: DirtyHour): boolean =>
  accountId !== null && slots > 0 && !isDamaged && hour >= (messagesSince ?? 0);

function spansOf(hours: readonly DirtyHour[]): DirtySpan[] {
  const spans: DirtySpan[] = [];
  for (const { hour, lastMark: _, messagesSince: __, slots: ___, isDamaged: ____, ...of } of hours) {
    const before = spans.at(-1);
    if (before?.deviceId === of.deviceId && before.until === hour && hour - before.from < longestSpanMs) {
      before.until += hourMs;
    } else spans.push({ ...of, from: hour, until: hour + hourMs });
  }
  return spans;
}
