import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { displaySettings } from '../../../lib/format/display-settings.ts';
import { formatDate, formatDateTime, formatDay } from '../../../lib/format/format.ts';
import { formatFigure } from '../../../lib/format/variable-kind.ts';
import type { ChartGroup } from '../../../ui/charts/plot/chart-group.ts';
import type { ChartNote } from '../../../ui/charts/plot/chart-notes.ts';
import { spanStats } from '../../../ui/charts/plot/chart-points.ts';
import type { PlotLines } from '../../../ui/charts/plot/lines-plot.ts';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { smallestSpan } from '../../../ui/charts/plot/smallest-span.ts';
import '../../../ui/charts/time-chart.css';
import { useLinesPlot } from '../../../ui/charts/plot/use-lines-plot.ts';
import type { DeviceLimit } from './bands.ts';
import { figureUnder, type HistoryLine } from './history-lines.ts';

/** A moment, or a span when `to` is given, ms since the epoch. */
export type PickedTime = { from: number; to: number | null };

type HistoryChartProps = {
  group: ChartGroup;
  lines: readonly HistoryLine[];
  hidden: readonly string[];
  offline: readonly TimeSpan[];
  notes: readonly ChartNote[];
  limits: readonly DeviceLimit[];
  span: TimeSpan;
  /** While it is there, a press means a moment and a drag a span. */
  onPick: ((picked: PickedTime) => void) | null;
  /** Requests a note at the crosshair. */
  onNote: ((at: number) => void) | null;
  onCursor: (at: number | null) => void;
};

/** One chart of the tab: lines of at most two units, with what they are compared with. */
export function HistoryChart(props: HistoryChartProps) {
  const { group, lines, hidden, offline, notes, limits, span, onPick, onNote, onCursor } = props;
  const drawn = useMemo((): PlotLines => {
    const visible = lines.filter(({ name }) => !hidden.includes(name));
    const plotLines = visible.flatMap(({ name, unit, hue, decimals, isSwitch, columns, past }) => {
      const least = smallestSpan({ unit, decimals });
      const style = { unit, hue, smallestSpan: least, stepped: isSwitch && columns.min === null };
      const before = past && {
        ...style,
        key: `${name} past`,
        columns: { ...past, min: null, max: null },
        dashed: true,
      };
      return [...(before ? [before] : []), { ...style, key: name, columns }];
    });
    const own = limits.flatMap(({ espid, key, ...limit }) => {
      const line = visible.find((one) => one.espid === espid && one.key === key);
      return line && !line.isSwitch ? [{ ...limit, unit: line.unit }] : [];
    });
    return { lines: plotLines, offline, notes, limits: own };
  }, [lines, hidden, offline, notes, limits]);
  const formatTime = (at: number) => formatDateTime(at, { seconds: span.to - span.from < 86_400_000 });
  const valuesAt = (at: number) =>
    lines
      .filter(({ name }) => !hidden.includes(name))
      .map((line) => {
        const figure = figureUnder(line, line.columns, at, group.view);
        return figure === null ? t`${{ label: line.label }}: no data` : `${line.label}: ${figure}`;
      });
  const { hostRef } = useLinesPlot({
    group,
    lines: drawn,
    times: { timeZone: displaySettings().timeZone, day: formatDay, date: formatDate },
    zooms: true,
    formatTime,
    onCursor(at, notesThere) {
      onCursor(at);
      const text = at === null ? t`No point chosen` : [formatTime(at), ...valuesAt(at), ...notesThere].join(', ');
      hostRef.current?.setAttribute('aria-valuetext', text);
      hostRef.current?.setAttribute('aria-valuenow', String(group.cursorPercent));
    },
    onPick,
  });
  return (
    <div
      ref={hostRef}
      className={onPick ? 'time-chart history-chart history-chart-picking' : 'time-chart history-chart'}
      tabIndex={0}
      role="slider"
      aria-label={labelOf(lines, span)}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={100}
      aria-valuetext={t`No point chosen`}
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (key.toLowerCase() !== 'n' || ctrlKey || metaKey || altKey) return;
        onNote?.(group.cursorAt ?? group.view.to);
      }}
    />
  );
}

function labelOf(lines: readonly HistoryLine[], span: TimeSpan): string {
  const ranges = lines.map((line) => {
    const stats = spanStats(line.columns, span);
    const { label, unit } = line;
    if (!stats) return t`${label}: no data`;
    return t`${label}: ${{ min: formatFigure(line, stats.min) }} to ${{ max: formatFigure(line, stats.max) }} ${unit}`.trim();
  });
  return ranges.join('. ');
}
