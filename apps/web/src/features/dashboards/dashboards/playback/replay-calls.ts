import type { Command, HistoryResponse, SwitchedResponse, ValuesAt } from '@cyno/contract';
import { call } from '../../../../lib/api/api-client.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import { fetchHistory } from '../../../telemetry/history/index.ts';
import type { FetchPiece } from './replay-track.ts';

/** So many calls of a replay are under way; of those that wait the newest comes first, and too many are given up. */
const atOnce = 4;
const maxWaiting = 40;

type Waiting = { run: () => void; drop: () => void };

/** A queue in which the newest call comes first: where the hand has gone meanwhile matters more than where it has been. */
export function createQueue() {
  let running = 0;
  const waiting: Waiting[] = [];
  const next = () => {
    running -= 1;
    waiting.pop()?.run();
  };
  return async function runQueued<T>(call: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      await new Promise<void>((run, reject) => {
        waiting.push({ run, drop: () => reject(new DOMException('It is not needed any more.', 'AbortError')) });
        if (waiting.length > maxWaiting) waiting.shift()?.drop();
      });
    }
    running += 1;
    try {
      return await call();
    } finally {
      next();
    }
  };
}

export type RunQueued = ReturnType<typeof createQueue>;

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

type PieceRequest = { past: PastCalls; keys?: readonly string[] | undefined; points: number; withBefore: boolean };

/** Fetches a stretch of a device's history, and what its values were before it. */
export function pieceFetcher(runQueued: RunQueued, { past, keys, points, withBefore }: PieceRequest): FetchPiece {
  return (span, signal) =>
    runQueued(async () => {
      const until = Date.now();
      const [history, before] = await Promise.all([
        past.history({ ...span, keys, points }, signal),
        withBefore ? past.values(span.from, signal) : { values: {} },
      ]);
      return { history, before: before.values, until };
    });
}

/** What a device's outputs and events were at the start of a range, and became within it, oldest first. */
export async function fetchSwitched(past: PastCalls, { from, to }: TimeSpan, signal: AbortSignal): Promise<Command[]> {
  const { before, commands } = await past.switched({ from: Math.floor(from), to: Math.ceil(to) }, signal);
  return [...before.sort((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0)), ...commands];
}
