/** What a `data/update` holds. `values` has no prototype; `ts` is ms since the epoch as sent, its age is not checked here. */
export interface ParsedTelemetry {
  values: Record<string, number | boolean | string>;
  ts: number | null;
  /** True when the payload was not JSON and its values were read pair by pair. */
  salvaged: boolean;
  /** Why the message, or a part of it, was not taken, for the device's console; null when all was. */
  problem: string | null;
}
