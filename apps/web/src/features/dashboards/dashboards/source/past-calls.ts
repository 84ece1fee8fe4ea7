import type { HistoryResponse, SwitchedResponse, ValuesAt } from '@cyno/contract';
import { call } from '../../../../lib/api/api-client.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import { fetchHistory } from '../../../telemetry/history/index.ts';

/** How the past of a device is fetched. */
export type PastCalls = {
  history(
    query: TimeSpan & { keys?: readonly string[] | undefined; points: number },
    signal: AbortSignal,
  ): Promise<HistoryResponse>;
  values(at: number, signal: AbortSignal): Promise<ValuesAt>;
  /** What outputs and events were at the start of a range, and became within it. */
  switched(span: TimeSpan, signal: AbortSignal): Promise<SwitchedResponse>;
};

/** By a right to the device. */
export const ownPast = (espid: string): PastCalls => ({
  history: (query, signal) => fetchHistory(espid, query, signal),
  values: (at, signal) => call('GET /api/device/:espid/values', { params: { espid }, query: { at }, signal }),
  switched: ({ from, to }, signal) =>
    call('GET /api/device/:espid/switched', { params: { espid }, query: { from, to }, signal }),
});

/** Through a dashboard of somebody else, which gives what it shows. */
export function sharedPast(dashboardId: number, espid: string): PastCalls {
  const params = { id: dashboardId };
  const device = espid;
  return {
    history({ from, to, points, keys }, signal) {
      // A name with a comma cannot be part of a list of names: then all that is shown is fetched.
      const chosen = keys?.some((key) => key.includes(',')) ? undefined : keys?.join(',');
      const query = { device, from, to, points, keys: chosen };
      return call('GET /api/dashboards/:id/shown/past', { params, query, signal });
    },
    values: (at, signal) => call('GET /api/dashboards/:id/shown/values', { params, query: { device, at }, signal }),
    switched: ({ from, to }, signal) =>
      call('GET /api/dashboards/:id/shown/switched', { params, query: { device, from, to }, signal }),
  };
}
