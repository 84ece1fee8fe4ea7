import type { ChartLimit } from '../../../ui/charts/plot/chart-limits.ts';
import type { ChartNote } from '../../../ui/charts/plot/chart-notes.ts';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';

/** Something that lasted, over a chart; `key`: the variable that it is about, null: the device. */
export type Band = ChartNote & { readonly key: string | null };

/** What a chart shows: a span that stands still, or the last stretch of time. */
export type BandSpan = TimeSpan | { readonly lastMs: number };

/** A line where a variable of a device alerts. */
export type DeviceLimit = ChartLimit & { readonly espid: string; readonly key: string };

/** Bands over the charts of devices, and the limits of their alerts; `isCut`: there are more bands than these. */
export type UseBands = (
  espids: readonly string[],
  span: BandSpan,
) => { readonly bands: readonly Band[]; readonly isCut: boolean; readonly limits: readonly DeviceLimit[] };
