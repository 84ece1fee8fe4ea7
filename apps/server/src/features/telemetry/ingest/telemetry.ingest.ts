import { parseTelemetry } from '@cyno/device-protocol';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ComputedPoint, DeviceRegistry, IngestInput, IngestResult, TelemetryLimits } from '../variables/index.ts';
import { calibrate, type DeviceTelemetry, maxAheadMs, maxSlots } from '../variables/index.ts';
import { pointReceived } from './ingest.events.ts';
import type { TelemetryMetrics } from './telemetry.metrics.ts';
import type { TelemetryWriter } from './telemetry-writer.ts';

/** How old the instant may be in a message itself. */
const maxAgeMs = 24 * 3_600_000;
/** How often the owner is notified that a board sends faster than the plan stores. */
const tooFastEveryMs = 3_600_000;
const badTime = 'The time "ts" is more than 24 hours old or 5 minutes ahead; the message was dropped.';
const tooMany = `A device has at most ${maxSlots} variables; new ones were left out.`;
const muchTooFast =
  'The board sends more than 1,000 messages a second, which is too fast; those above that are refused.';
const slowerThan = (intervalMs: number): string =>
  `The board sends faster than every ${intervalMs} ms, the fastest that is stored. What comes between is shown live only.`;
/** One for all: a flood must not cost an error for each message. */
const refusal = Promise.reject<void>(new Error('The board sends too fast'));
refusal.catch(() => undefined);
/** Roughly what a queued message takes besides its payload. */
const overheadBytes = 160;

interface IngestDeps {
  registry: DeviceRegistry;
  writer: Pick<TelemetryWriter, 'add'>;
  bus: EventBus;
  clock: Clock;
  metrics: TelemetryMetrics;
  limits: TelemetryLimits;
}

/** Whose a point is. */
type Place = Pick<IngestInput, 'deviceId' | 'espid' | 'accountId'>;

/** Takes the messages of accepted boards: the first step of the hot path. */
export class TelemetryIngest {
  readonly #deps: IngestDeps;

  constructor(deps: IngestDeps) {
    this.#deps = deps;
  }

  /** Never throws and never waits. */
  take(input: IngestInput): IngestResult {
    const { registry, writer, bus, metrics, limits } = this.#deps;
    const parsed = parseTelemetry(input.payload, input);
    const { values, ts } = parsed;
    if (parsed.problem !== null) metrics.bad.inc();
    if (ts !== null && !isNear(ts, input.receivedAt)) {
      metrics.bad.inc();
      return { stored: null, problem: badTime };
    }
    const device = registry.get(input.deviceId, input.accountId);
    if (device.isTooFast(input.receivedAt, ts !== null)) return this.#refuse(device, input.durable);
    const instant = ts === null ? null : Math.floor(ts);
    const isComputed = device.computed?.leaveOut(values) ?? null;
    const { variables: sent, leftOut } = device.variablesOf(values);
    const unusable = device.hasCalibrations
      ? calibrate(sent, values, { ts: instant, receivedAt: input.receivedAt })
      : null;
    if (unusable !== null) metrics.bad.inc();
    const variables = unusable === null ? sent : sent.filter(({ key }) => values[key] !== undefined);
    const problem = leftOut ? tooMany : (unusable ?? isComputed ?? parsed.problem);
    if (variables.length === 0) return { stored: null, problem };
    const { at, mayExist } = instant === null ? device.arrive(input.receivedAt) : device.takeInstant(instant);
    for (const variable of variables) device.observe(variable, at, values[variable.key] ?? null);
    metrics.accepted.count += 1;
    const intervalMs = limits.storedIntervalMs(input.accountId);
    const { storeRate } = device;
    const isStored =
      instant === null
        ? storeRate.admitArrival(input.receivedAt, intervalMs)
        : storeRate.admitInstant({ at, receivedAt: input.receivedAt }, intervalMs);
    const computed = device.computed?.add({ at, values, isStored });
    for (const key of computed?.keys ?? []) {
      const variable = device.variables.get(key);
      if (variable === undefined) continue;
      variables.push(variable);
      device.observe(variable, at, values[key] ?? null);
    }
    const point = { at, values };
    device.recent.push(point);
    const written = isStored
      ? writer.add({ device, at, values, variables, mayExist }, input.payload.length + overheadBytes, input.durable)
      : null;
    // Formulas counted it when it came.
    if (device.computed ?? device.readers) {
      written?.catch(() => device.changedFrom(at, new Set(Object.keys(values))));
    }
    bus.publish(pointReceived, { accountId: input.accountId, espid: input.espid, deviceId: input.deviceId, point });
    const read = device.readers?.take({ at, values, isStored }, input.durable) ?? null;
    const noted = read === null ? (computed?.noted ?? null) : Promise.all([read, computed?.noted]);
    const stored = written === null || noted === null ? written : Promise.all([written, noted]).then(() => undefined);
    if (isStored) return { stored, problem };
    metrics.tooFast.inc();
    return { stored, problem: problem ?? this.#logOnce(device, slowerThan(intervalMs)) };
  }

  /**
   * Takes what formulas made of other devices' values, as a point of a device. Rejects when it could not be stored; null when that is
   * not to be done.
   */
  takeComputed({ deviceId, espid, accountId }: Place, point: ComputedPoint, durable: boolean): Promise<void> | null {
    const { registry, writer, bus } = this.#deps;
    const { at, values, isStored } = point;
    const device = registry.get(deviceId, accountId);
    const { variables } = device.variablesOf(values);
    const { mayExist } = device.takeInstant(at);
    for (const variable of variables) device.observe(variable, at, values[variable.key] ?? null);
    const livePoint = { at, values, computed: true as const };
    device.recent.push(livePoint);
    const written = isStored ? writer.add({ device, at, values, variables, mayExist }, overheadBytes, durable) : null;
    bus.publish(pointReceived, { accountId, espid, deviceId, point: livePoint });
    return written;
  }

  /** It is neither acknowledged nor echoed, so that its board knows. */
  #refuse(device: DeviceTelemetry, durable: boolean): IngestResult {
    const { metrics } = this.#deps;
    if (durable) metrics.refused.inc();
    else metrics.dropped.inc({ reason: 'board_too_fast' });
    return { stored: refusal, problem: this.#logOnce(device, muchTooFast) };
  }

  #logOnce(device: DeviceTelemetry, sentence: string): string | null {
    const now = this.#deps.clock.now();
    if (now - device.tooFastLoggedAt < tooFastEveryMs) return null;
    device.tooFastLoggedAt = now;
    return sentence;
  }
}

const isNear = (ts: number, now: number): boolean => now - ts <= maxAgeMs && ts - now <= maxAheadMs;
