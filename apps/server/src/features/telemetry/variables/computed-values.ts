import type { TelemetryValue } from '@cyno/contract';

/** A point of a device on its way to the database. */
export interface ComputedPoint {
  readonly at: number;
  /** What the device sent; what is computed is added. */
  readonly values: Record<string, TelemetryValue>;
  /** False for a point that is shown live only. */
  readonly isStored: boolean;
}

/** The variables of a device that formulas make of others. */
export interface ComputedValues {
  /** True where results come at the instants of other devices' values as well. */
  readonly hasSpread: boolean;
  has(key: string): boolean;
  /** Takes what is computed out of values that come from elsewhere. Returns a sentence when there was something, else null. */
  leaveOut(values: Record<string, TelemetryValue>): string | null;
  /**
   * Adds what is computed to a point. `noted` resolves when it is stored that earlier results change with it; null: they do not. The point
   * is not safe before.
   */
  add(point: ComputedPoint): { readonly keys: readonly string[]; readonly noted: Promise<void> | null };
  /**
   * To be called when values of these variables are stored behind the newest, from an instant on; resolves when it is stored that results
   * change.
   */
  changedFrom(at: number, keys: ReadonlySet<string>): Promise<void>;
  /** To be called when the clock was set back: instants continue from here. */
  returnTo(at: number): void;
}

/** The formulas of other devices that read a device, and all that reads those. */
export interface ValueReaders {
  /**
   * Takes a point of the device, with what is computed of it; the results are stored and published with their own devices. A durable
   * point has durable results. Resolves when it is stored that earlier results change; null: they do not.
   */
  take(point: ComputedPoint, durable: boolean): Promise<void> | null;
  /** As of `ComputedValues`. */
  changedFrom(at: number, keys: ReadonlySet<string>): Promise<void>;
  returnTo(at: number): void;
}
