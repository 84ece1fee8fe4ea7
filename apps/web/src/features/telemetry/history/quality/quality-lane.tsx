import type { BoardHealth } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, useSyncExternalStore } from 'react';
import { formatDateTime, formatDbm } from '../../../../lib/format/format.ts';
import type { ChartGroup } from '../../../../ui/charts/plot/chart-group.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import type { HistoryLine } from '../history-lines.ts';
import { gapsOf } from '../line-columns.ts';
import type { CalibratedAt } from './calibrated-at.ts';
import './quality-lane.css';
import { qualityText } from './quality-text.ts';

type QualityLaneProps = {
  /** The charts above, so that the lane ends where their plots do; null: there are none. */
  group: ChartGroup | null;
  lines: readonly HistoryLine[];
  offline: readonly TimeSpan[];
  health: BoardHealth | undefined;
  /** When variables that are shown were calibrated, as text. */
  calibrated: readonly CalibratedAt[];
  span: TimeSpan;
};

/** Weaker than this a board loses messages now and then, dBm; and so weak that it loses its connection. */
const fairSignal = -67;
const weakSignal = -80;
const maxMarks = 200;

/**
 * Under the charts: when the board was offline or started, when a variable did not come or was calibrated, and how well the board heard
 * its access point.
 */
export function QualityLane({ group, lines, offline, health, calibrated, span }: QualityLaneProps) {
  const margins = usePlotEdges(group);
  const gaps = joined(lines.flatMap(({ columns }) => gapsOf(columns))).filter(
    ({ from, to }) => to > span.from && from < span.to && !offline.some((away) => away.from < to && from < away.to),
  );
  const place = ({ from, to }: TimeSpan): CSSProperties => {
    const share = (at: number) =>
      (100 * (Math.min(span.to, Math.max(span.from, at)) - span.from)) / (span.to - span.from);
    return { left: `${share(from)}%`, width: `${Math.max(0.2, share(to) - share(from))}%` };
  };
  const since = knownSince({ lines, offline, span });
  const signal = health?.signal ?? [];
  return (
    <div className="history-quality">
      <span className="history-quality-words">{qualityText({ span, since, offline, gaps, health, calibrated })}</span>
      <span className="history-lane-label" style={margins} aria-hidden="true">{t`Connection`}</span>
      <div className="history-quality-lane" style={margins} aria-hidden="true">
        {since !== null && <i className="history-online" style={place({ from: since, to: span.to })} />}
        {offline.map((away) => (
          <i
            key={away.from}
            className="history-away"
            style={place(away)}
            title={t`Offline ${{ from: formatDateTime(away.from) }} to ${{ to: formatDateTime(away.to) }}`}
          />
        ))}
        {gaps.slice(0, maxMarks).map((gap) => (
          <i
            key={`${gap.from}-${gap.to}`}
            className="history-gap"
            style={place(gap)}
            title={t`No data ${{ from: formatDateTime(gap.from) }} to ${{ to: formatDateTime(gap.to) }}`}
          />
        ))}
        {health?.starts.map((at) => (
          <i
            key={at}
            className="history-start"
            style={{ left: place({ from: at, to: at }).left }}
            title={t`Restarted ${{ time: formatDateTime(at, { seconds: true }) }}`}
          />
        ))}
        {calibrated.slice(-maxMarks).map(({ key, at, text }) => (
          <i
            key={`${key} ${at}`}
            className="history-calibrated"
            style={{ left: place({ from: at, to: at }).left }}
            title={`${text}, ${formatDateTime(at, { seconds: true })}`}
          />
        ))}
      </div>
      {signal.length > 0 && (
        <span className="history-lane-label" style={margins} aria-hidden="true">{t`Wi-Fi signal`}</span>
      )}
      {signal.length > 0 && (
        <div className="history-quality-lane history-signal-lane" style={margins} aria-hidden="true">
          {signal.map((part) => (
            <i
              key={part.from}
              className={
                part.weakest >= fairSignal
                  ? 'history-online'
                  : part.weakest >= weakSignal
                    ? 'history-fair'
                    : 'history-weak'
              }
              style={place(part)}
              title={t`Signal ${{ weakest: formatDbm(part.weakest) }} to ${{ strongest: formatDbm(part.strongest) }}, ${{ time: formatDateTime(part.from) }}`}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** The margins with which a lane ends where the plots of a group do. */
function usePlotEdges(group: ChartGroup | null): CSSProperties {
  const edges = useSyncExternalStore(
    (listener) => group?.onAxes(listener) ?? (() => undefined),
    () => (group ? `${group.axisWidth} ${Math.max(12, group.rightWidth)}` : '0 0'),
  );
  const [left, right] = edges.split(' ').map(Number);
  return { marginLeft: left, marginRight: right };
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
