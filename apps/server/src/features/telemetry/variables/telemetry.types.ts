import type { TelemetryValue } from '@cyno/contract';
import type { DeviceTelemetry } from './device-telemetry.ts';
import type { Variable } from './variable.ts';

/** What a plan allows; each is requested again when it is needed, so that a change of plan counts at once. */
export interface TelemetryLimits {
  /** Shortest time between two stored messages of a device, ms; 0 stores all. */
  storedIntervalMs(accountId: number): number;
  /** How long messages are stored, days; null for ever. */
  rawDays(accountId: number): number | null;
  /** How long rollups are stored, days; null for ever. */
  rollupDays(accountId: number): number | null;
  /** How much disk the spool may take while the database is away, bytes. */
  readonly spoolBytes: number;
}

/** A board's publication on `data/update`; `durable`: at QoS 1 or 2, so that its board can send it again. */
export interface IngestInput {
  readonly deviceId: number;
  readonly espid: string;
  readonly accountId: number;
  readonly payload: Buffer;
  readonly receivedAt: number;
  readonly durable: boolean;
  /** `ts` is the instant of the message; otherwise it is a variable like any other. */
  readonly readsTimes?: boolean;
}

/**
 * `stored` resolves when the message survives a crash and rejects when it could not be stored; null when there is nothing to store
 * of it. `problem` is a sentence for the device's log.
 */
export interface IngestResult {
  readonly stored: Promise<void> | null;
  readonly problem: string | null;
}

/** One message on its way to the database. */
export interface Message {
  readonly device: DeviceTelemetry;
  readonly at: number;
  readonly values: Record<string, TelemetryValue>;
  /** The variables that `values` holds. */
  readonly variables: readonly Variable[];
  /** True when a row of the same instant may be stored already, so that the two must be merged. */
  readonly mayExist: boolean;
}
