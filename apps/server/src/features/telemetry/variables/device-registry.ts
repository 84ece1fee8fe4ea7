import { deserialize, serialize } from 'node:v8';
import type { TelemetryValue } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { DeviceTelemetry } from './device-telemetry.ts';
import type { Message } from './telemetry.types.ts';
import type { VariableNotices } from './variable-notices.ts';

type SpooledMessage = [deviceId: number, accountId: number, at: number, values: Record<string, TelemetryValue>];

/** The telemetry of all devices in memory. */
export class DeviceRegistry {
  readonly #devices = new Map<number, DeviceTelemetry>();
  readonly #clock: Clock;
  readonly #notices: Pick<VariableNotices, 'changed'>;

  constructor(clock: Clock, notices: Pick<VariableNotices, 'changed'>) {
    this.#clock = clock;
    this.#notices = notices;
  }

  find(deviceId: number): DeviceTelemetry | undefined {
    return this.#devices.get(deviceId);
  }

  /** The device, made when it is new. */
  get(deviceId: number, accountId: number): DeviceTelemetry {
    const known = this.#devices.get(deviceId);
    if (known) return known;
    const device = new DeviceTelemetry({ id: deviceId, accountId }, this.#clock, (key) =>
      this.#notices.changed(deviceId, key),
    );
    this.#devices.set(deviceId, device);
    return device;
  }

  all(): IterableIterator<DeviceTelemetry> {
    return this.#devices.values();
  }

  remove(deviceId: number): void {
    this.#devices.delete(deviceId);
  }

  /** Messages as a record of the spool: with keys, since their slots may not be known. */
  static encode(messages: readonly Message[]): Buffer {
    // V8's format keeps every bit of a number, which JSON does not (-0), and is promised to stay readable.
    return serialize(
      messages.map(({ device, at, values }): SpooledMessage => [device.id, device.accountId, at, values]),
    );
  }

  /** The messages of a record of the spool; their values count as the newest ones where they are, unless a wrong clock dated them. */
  decode(record: Buffer): Message[] {
    return (deserialize(record) as SpooledMessage[]).map(([deviceId, accountId, at, values]) => {
      const device = this.get(deviceId, accountId);
      const { variables } = device.variablesOf(values);
      if (!device.isFuture(at)) {
        for (const variable of variables) device.observe(variable, at, values[variable.key] ?? null);
      }
      device.replayed(at);
      return { device, at, values, variables, mayExist: false };
    });
  }
}
