import { isFirmwareAtLeast } from '@cyno/device-protocol';
import type { DeviceRecord } from '../../boards/devices/index.ts';

/** From this version on a board reports with each connection what distinguishes it from older ones. */
const reportsByItself = '1.0.7';

interface Seen {
  /** The oldest version that behaves as the board did; null: nothing reported. */
  least: string | null;
  /** The same of this connection alone. */
  leastNow: string | null;
  /** It subscribed without reporting its version, as firmware before 1.0.8 does. */
  isSilent: boolean;
}

/**
 * What is known of the firmware of boards. Only 1.0.8 and newer reports its version; the older ones are distinguished by what
 * they do (protocol 7.2).
 */
export class BoardFirmware {
  readonly #seen = new Map<number, Seen>();

  /** The version, or the oldest one that it can be; null: not known. */
  of({ id, firmware }: DeviceRecord): string | null {
    const seen = this.#seen.get(id);
    return seen?.isSilent ? seen.least : (firmware ?? seen?.least ?? null);
  }

  /** False for firmware that reports nothing of what it is sent: it reported no version, and did nothing that 1.0.4 and newer does. */
  confirms(device: DeviceRecord): boolean {
    return !this.#seen.get(device.id)?.isSilent || isFirmwareAtLeast(this.of(device), '1.0.4');
  }

  connected({ id }: DeviceRecord): void {
    const seen = this.#seen.get(id);
    if (seen) seen.leastNow = null;
  }

  /** The board did what only this version and newer ones do. Returns whether that was not known. */
  showed(device: DeviceRecord, version: string): boolean {
    const before = this.of(device);
    const seen = this.#seen.get(device.id) ?? { least: null, leastNow: null, isSilent: false };
    if (!isFirmwareAtLeast(seen.least, version)) seen.least = version;
    if (!isFirmwareAtLeast(seen.leastNow, version)) seen.leastNow = version;
    if (isFirmwareAtLeast(version, '1.0.8')) seen.isSilent = false;
    this.#seen.set(device.id, seen);
    return this.of(device) !== before;
  }

  /**
   * The board subscribed and reported nothing: it has an older firmware, also where a newer one was known. What the older ones
   * did on earlier connections still counts, since none of them reports anything when it connects.
   */
  stayedSilent({ id }: DeviceRecord): void {
    const { least = null, leastNow = null } = this.#seen.get(id) ?? {};
    const isOlder = !isFirmwareAtLeast(least, reportsByItself);
    this.#seen.set(id, { least: leastNow ?? (isOlder ? least : null), leastNow, isSilent: true });
  }
}
