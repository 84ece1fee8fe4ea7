import type { HistoryVariable } from '../../variables/index.ts';

/** What is requested of one device; `to` is exclusive. */
export interface DeviceRange {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

/** As `DeviceRange`; with `slots` only messages that have a number in one of them, or a text. */
export interface MessageRange extends DeviceRange {
  readonly slots?: readonly number[] | undefined;
}

export type Span = readonly [from: number, to: number];
/** Buckets in columns, ascending; of each variable how many values there were, their extremes, their sum, and the last text. */
export interface BucketColumns {
  readonly widthMs: number;
  readonly starts: number[];
  readonly variables: {
    readonly counts: number[];
    readonly mins: (number | null)[];
    readonly maxs: (number | null)[];
    readonly sums: (number | null)[];
    /** Null for a variable that has no texts. */
    readonly texts: (string | null)[] | null;
  }[];
}

/** Which buckets to make: of which parts of a device's time, how wide, and of which variables. */
export interface BucketPart {
  readonly deviceId: number;
  readonly spans: readonly Span[];
  readonly widthMs: number;
  readonly variables: readonly HistoryVariable[];
}
