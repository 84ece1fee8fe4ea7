import type { Command } from '@cyno/contract';
import { liveNow } from '../../../../lib/live/live-client.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import type { PastCalls } from '../source/past-calls.ts';
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

type PieceRequest = { past: PastCalls; keys?: readonly string[] | undefined; points: number; withBefore: boolean };

/** Fetches a stretch of a device's history, and what its values were before it. */
export function pieceFetcher(runQueued: RunQueued, { past, keys, points, withBefore }: PieceRequest): FetchPiece {
  return (span, signal) =>
    runQueued(async () => {
      const until = liveNow();
      const [history, before] = await Promise.all([
        past.history({ ...span, keys, points }, signal),
        withBefore ? past.values(span.from, signal) : { values: {} },
      ]);
      return { history, before: before.values, until };
    });
}

/** What a device's outputs and events were at the start of a range, and became within it, oldest first. */
export type Switched = { readonly commands: readonly Command[]; readonly until: number };

/** Fetches what was switched in a range. */
export async function fetchSwitched(past: PastCalls, { from, to }: TimeSpan, signal: AbortSignal): Promise<Switched> {
  const { before, commands } = await past.switched({ from: Math.floor(from), to: Math.ceil(to) }, signal);
  const first = before.sort((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0));
  return { commands: [...first, ...commands], until: to };
}
