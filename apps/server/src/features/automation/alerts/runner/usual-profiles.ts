import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { SharedRun } from '../../../../platform/shared-run.ts';
import type { DeviceRecord } from '../../../boards/devices/index.ts';
import type { Telemetry } from '../../../telemetry/telemetry/index.ts';
import { UnusualDetector } from '../machines/unusual-detector.ts';
import { hoursIn, usualByHour } from '../machines/usual-by-hour.ts';
import { type Followed, keyOf } from './followed.ts';

const dayMs = 24 * 3_600_000;
/** Four weeks, so that each day of the week counts the same. */
const lookbackMs = 28 * dayMs;
/** So few at a time that nobody notices; those of 20,000 are through in less than an hour and a half. */
const maxAtOnce = 20;

interface UsualProfilesDeps {
  readonly telemetry: { readonly reader: Pick<Telemetry['reader'], 'storedHours'> };
  readonly clock: Clock;
  readonly log: Logger;
  timeZoneOf(device: DeviceRecord): string;
  /** False: the rule is not followed any more. */
  has(followed: Followed): boolean;
  learned(followed: Followed): void;
}

/** Reads what is usual for each machine that has to know, once a day, in the background. */
export class UsualProfiles {
  readonly #deps: UsualProfilesDeps;
  /** When what is usual was read last, oldest first; -Infinity: never. */
  readonly #readAt = new Map<Followed, number>();
  readonly #reading = new SharedRun(() => this.#readDue());

  constructor(deps: UsualProfilesDeps) {
    this.#deps = deps;
  }

  add(followed: Followed): void {
    if (followed.machine.detector instanceof UnusualDetector) this.#readAt.set(followed, Number.NEGATIVE_INFINITY);
  }

  /** Reads some of those that are due; to be called every few seconds. */
  refresh(): void {
    if (this.#readAt.size > 0) void this.#reading.run();
  }

  async stop(): Promise<void> {
    this.#readAt.clear();
    await this.#reading.settled();
  }

  async #readDue(): Promise<void> {
    const now = this.#deps.clock.now();
    const due: Followed[] = [];
    for (const [followed, readAt] of this.#readAt) {
      if (!this.#deps.has(followed)) this.#readAt.delete(followed);
      else if (Math.abs(now - readAt) >= dayMs && due.push(followed) >= maxAtOnce) break;
    }
    for (const followed of due) {
      try {
        await this.#read(followed, now);
      } catch (err) {
        this.#deps.log.debug({ err, rule: followed.rule.id }, 'What is usual could not be read; it is tried again');
        return;
      }
    }
  }

  async #read(followed: Followed, now: number): Promise<void> {
    const { rule, device, machine } = followed;
    const { telemetry, timeZoneOf, learned } = this.#deps;
    const range = { deviceId: device.id, from: now - lookbackMs, to: now };
    const hours = await telemetry.reader.storedHours(range, keyOf(rule.condition) ?? '');
    const hourOf = hoursIn(timeZoneOf(device));
    if (machine.detector instanceof UnusualDetector)
      machine.detector.learn({ byHour: usualByHour(hours, hourOf), hourOf });
    // Behind those that are due sooner; one that is gone is removed by the next run.
    this.#readAt.delete(followed);
    this.#readAt.set(followed, now);
    if (this.#deps.has(followed)) learned(followed);
  }
}
