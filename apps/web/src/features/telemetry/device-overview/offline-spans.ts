import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';

/** Joins spans that touch or overlap; the result ascends. */
function joinSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

/**
 * Remembers when a board was offline: what history showed, and what was reported since. A span without an end (`Infinity`) is still
 * open.
 */
export function createPresenceLog() {
  let fromHistory: TimeSpan[] = [];
  let heard: TimeSpan[] = [];
  let joined: TimeSpan[] = [];

  const rejoin = () => {
    joined = joinSpans([...fromHistory, ...heard]);
  };
  return {
    spans: (): readonly TimeSpan[] => joined,
    load(spans: readonly TimeSpan[]) {
      fromHistory = [...spans];
      rejoin();
    },
    /** The board went online or offline at `at` (ms since the epoch). */
    hear(online: boolean, at: number) {
      // A board that goes offline again was online in between: history knows until when the open span lasted.
      const open = heard.at(-1)?.to === Number.POSITIVE_INFINITY ? heard.pop() : undefined;
      if (!online) heard.push({ from: at, to: Number.POSITIVE_INFINITY });
      if (online && open) heard.push({ from: open.from, to: Math.max(open.from, at) });
      if (online) {
        const ended = fromHistory.map((span) => ({ from: span.from, to: Math.min(span.to, at) }));
        fromHistory = ended.filter((span) => span.from < span.to);
      }
      heard = heard.slice(-1_000);
      rejoin();
    },
  };
}
