import type { Command, SwitchedResponse, ValuesAt } from '@cyno/contract';
import { api, hasFields } from '../../lib/api-client.ts';
import { deviceApiPath, fetchHistory } from '../../lib/history-call.ts';
import type { TimeSpan } from '../../ui/charts/series-buffer.ts';
import type { FetchPiece } from './replay-track.ts';

const valuesAt = hasFields<ValuesAt>('values');
const switched = hasFields<SwitchedResponse>('before', 'commands');

/** So many calls of a replay are under way; of those that wait the newest comes first, and too many are given up. */
const atOnce = 4;
const mostWaiting = 40;

type Waiting = { run: () => void; drop: () => void };

/** A queue in which the newest call comes first: where the hand has gone meanwhile matters more than where it has been. */
export function createTurns() {
  let running = 0;
  const waiting: Waiting[] = [];
  const next = () => {
    running -= 1;
    waiting.pop()?.run();
  };
  return async function inTurn<T>(call: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      await new Promise<void>((run, reject) => {
        waiting.push({ run, drop: () => reject(new DOMException('It is not needed any more.', 'AbortError')) });
        if (waiting.length > mostWaiting) waiting.shift()?.drop();
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

export type InTurn = ReturnType<typeof createTurns>;
type PieceWish = { espid: string; keys?: readonly string[]; points: number; withBefore: boolean };

/** Fetches a stretch of a device's history, and what its values were before it. */
export function pieceFetcher(inTurn: InTurn, { espid, keys, points, withBefore }: PieceWish): FetchPiece {
  return (span, signal) =>
    inTurn(async () => {
      const until = Date.now();
      const [history, before] = await Promise.all([
        fetchHistory(espid, { ...span, keys, points }, signal),
        withBefore ? api.get(deviceApiPath(espid, 'values', { at: span.from }), valuesAt, { signal }) : { values: {} },
      ]);
      return { history, before: before.values, until };
    });
}

/** What a device's outputs and events were at the start of a range, and became within it, oldest first. */
export async function fetchSwitched(espid: string, { from, to }: TimeSpan, signal: AbortSignal): Promise<Command[]> {
  const path = deviceApiPath(espid, 'switched', { from: Math.floor(from), to: Math.ceil(to) });
  const { before, commands } = await api.get(path, switched, { signal });
  return [...before.sort((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0)), ...commands];
}
