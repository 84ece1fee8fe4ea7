import type { CSSProperties } from 'react';
import { formatDateTime, formatDuration } from '../../lib/format.ts';
import type { TimeSpan } from '../../ui/charts/series-buffer.ts';
import type { HistoryLine } from './history-lines.ts';
import { gapsOf } from './line-columns.ts';

type QualityLaneProps = {
  /** An axis stands on the right of the chart too. */
  hasRightAxis: boolean;
  lines: readonly HistoryLine[];
  offline: readonly TimeSpan[];
  span: TimeSpan;
};

/** Under the charts: when the board was offline, and when it was online but a variable did not come. */
export function QualityLane({ hasRightAxis, lines, offline, span }: QualityLaneProps) {
  const offlineMs = offline.reduce((sum, { from, to }) => sum + to - from, 0);
  const gaps = joined(lines.flatMap(({ columns }) => gapsOf(columns))).filter(
    ({ from, to }) => to > span.from && from < span.to && !offline.some((away) => away.from < to && from < away.to),
  );
  const place = ({ from, to }: TimeSpan): CSSProperties => {
    const share = (at: number) =>
      (100 * (Math.min(span.to, Math.max(span.from, at)) - span.from)) / (span.to - span.from);
    return { left: `${share(from)}%`, width: `${Math.max(0.2, share(to) - share(from))}%` };
  };
  const since = knownSince({ lines, offline, span });
  const words = [
    ...(since !== null && since > span.from ? [`First heard of ${formatDateTime(since)}`] : []),
    offline.length > 0
      ? `Offline ${offline.length === 1 ? 'once' : `${offline.length} times`}, ${formatDuration(offlineMs)}`
      : 'Never offline',
    gaps.length > 0 ? `${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'} while online` : 'no gaps while online',
  ].join('; ');
  return (
    <div className="history-quality">
      <span className="history-quality-words">{since === null ? 'Nothing is known of this range' : words}</span>
      <div
        className={hasRightAxis ? 'history-quality-lane history-quality-between' : 'history-quality-lane'}
        aria-hidden="true"
      >
        {since !== null && <i className="history-online" style={place({ from: since, to: span.to })} />}
        {offline.map((away) => (
          <i
            key={away.from}
            className="history-away"
            style={place(away)}
            title={`Offline ${formatDateTime(away.from)} to ${formatDateTime(away.to)}`}
          />
        ))}
        {gaps.slice(0, 200).map((gap) => (
          <i
            key={`${gap.from}-${gap.to}`}
            className="history-gap"
            style={place(gap)}
            title={`Nothing came ${formatDateTime(gap.from)} to ${formatDateTime(gap.to)}`}
          />
        ))}
      </div>
    </div>
  );
}

/** A first value may come a little after the beginning of the range without anything being wrong. */
const toleratedShare = 0.02;

/** From when on it is known whether the board was there, ms since the epoch; null: in the whole range it is not. */
function knownSince({ lines, offline, span }: Pick<QualityLaneProps, 'lines' | 'offline' | 'span'>): number | null {
  const starts = [...lines.flatMap(({ columns }) => [...columns.at.slice(0, 1)]), ...offline.map(({ from }) => from)];
  if (starts.length === 0) return null;
  const first = Math.min(...starts);
  return first - span.from <= toleratedShare * (span.to - span.from) ? span.from : first;
}

/** Spans that overlap, as one. */
function joined(spans: readonly TimeSpan[]): TimeSpan[] {
  const result: TimeSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else result.push({ ...span });
  }
  return result;
}
