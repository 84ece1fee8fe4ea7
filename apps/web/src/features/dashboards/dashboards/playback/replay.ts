import type { Command, Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatExact } from '../../../../lib/format/format.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import type { DashboardSource } from '../source/dashboard-source.ts';
import type { PastCalls } from '../source/past-calls.ts';
import type { DevicePlace } from '../widgets/widget-data.ts';
import { createQueue } from './replay-calls.ts';
import { type Frame, ReplayClock } from './replay-clock.ts';
import { ReplayTape } from './replay-tape.ts';

/** Something worth jumping to. */
type ReplayEvent = { at: number; text: string; tone: 'offline' | 'online' | 'switch' };

export type ReplayOptions = {
  parts: readonly DevicePlace[];
  range: TimeSpan;
  moment: number;
  pastOf: (espid: string) => PastCalls;
  controlOf: DashboardSource['control'];
};

const prepareEveryMs = 250;
/** An event that is nearer than this is the one that is shown. */
const sameMomentMs = 500;

/** The past of a dashboard: what it shows at each moment of a range, and the moment that is shown. */
export class Replay {
  readonly clock: ReplayClock;
  readonly controlOf: ReplayOptions['controlOf'];
  readonly #parts: ReadonlyMap<string, DevicePlace & { tape: ReplayTape }>;
  readonly #places = new WeakMap<Frame, readonly DevicePlace[]>();
  readonly #timer: ReturnType<typeof setInterval>;
  #error: Error | null = null;
  #events: readonly ReplayEvent[] | null = null;

  constructor({ parts, range, moment, pastOf, controlOf }: ReplayOptions) {
    this.controlOf = controlOf;
    const runQueued = createQueue();
    const onChange = (error: Error | null) => {
      this.#error = error;
      this.#events = null;
      this.clock.touch();
    };
    this.#parts = new Map(
      parts.map(({ device, contents }) => {
        const tape = new ReplayTape({ past: pastOf(device.espid), contents, range, runQueued, onChange });
        return [device.espid, { device, contents, tape }];
      }),
    );
    const isReady = (at: number) => [...this.#parts.values()].every(({ tape }) => tape.isReady(at, this.clock.speed));
    this.clock = new ReplayClock({ moment, range, isReady });
    this.#prepare();
    this.#timer = setInterval(() => this.#prepare(), prepareEveryMs);
  }

  /** Why something is missing, while that is so. */
  get error(): Error | null {
    return this.#error;
  }

  /** What boards did and what was switched within the range, oldest first. */
  get events(): readonly ReplayEvent[] {
    this.#events ??= [...this.#parts.values()]
      .flatMap((part) => eventsOf(part, this.clock.range))
      .sort((a, b) => a.at - b.at);
    return this.#events;
  }

  get nextEvent(): ReplayEvent | undefined {
    return this.events.find(({ at }) => at > this.clock.moment + sameMomentMs);
  }

  get previousEvent(): ReplayEvent | undefined {
    return this.events.findLast(({ at }) => at < this.clock.moment - sameMomentMs);
  }

  /** All devices as they were, and what is shown of them. */
  placesAt(frame: Frame): readonly DevicePlace[] {
    const known = this.#places.get(frame);
    if (known) return known;
    const places = [...this.#parts.values()].map(({ device, contents, tape }) => ({
      device: tape.deviceAt(device, frame.moment),
      contents,
    }));
    this.#places.set(frame, places);
    return places;
  }

  tapeOf(espid: string): ReplayTape | undefined {
    return this.#parts.get(espid)?.tape;
  }

  /** Ends it for good. */
  stop(): void {
    clearInterval(this.#timer);
    this.clock.stop();
    for (const { tape } of this.#parts.values()) tape.stop();
  }

  #prepare(): void {
    const { moment, speed, isPlaying } = this.clock;
    for (const { tape } of this.#parts.values()) tape.prepare(moment, isPlaying ? speed : null);
  }
}

function eventsOf({ device, tape }: { device: Device; tape: ReplayTape }, range: TimeSpan): ReplayEvent[] {
  const gaps = tape.offline
    .flatMap(({ from, to }): ReplayEvent[] => [
      { at: from, text: t`${{ name: device.name }} went offline`, tone: 'offline' },
      { at: to, text: t`${{ name: device.name }} came back`, tone: 'online' },
    ])
    // A time offline is cut to the range: at its edges nothing happened.
    .filter(({ at }) => at > range.from && at < range.to);
  const switched = tape.switched.map(
    (command): ReplayEvent => ({
      at: command.answeredAt ?? command.createdAt,
      text: textOf(device.name, command),
      tone: 'switch',
    }),
  );
  return [...gaps, ...switched];
}

function textOf(device: string, { kind, mode, target, value }: Command): string {
  if (kind !== 'output') return t`${device}: ${target} set to ${value}`;
  if (mode !== 'digit') return t`${device}: ${target} set to ${{ value: formatExact(Number(value)) }}`;
  return value === '0' ? t`${device}: ${target} switched off` : t`${device}: ${target} switched on`;
}
