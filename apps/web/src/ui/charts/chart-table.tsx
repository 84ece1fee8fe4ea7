import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChartGroup } from './plot/chart-group.ts';
import { type ChartStats, firstIndexFrom, spanStats } from './plot/chart-points.ts';
import type { TimeSpan } from './plot/series-buffer.ts';
import type { ChartData, ChartSource } from './plot/time-plot.ts';
import type { ChartFormatters } from './time-chart.tsx';
import './chart-table.css';

/** More rows than this are for the export. */
const maxRows = 300;
const refreshMs = 1_000;

type Row = { at: number; value: number; min: number | null; max: number | null };

/** The points of a view, newest first, at most `limit`; `total` counts all of them. */
export function tableRows({ columns }: ChartData, view: TimeSpan, limit: number): { rows: Row[]; total: number } {
  const rows: Row[] = [];
  let total = 0;
  const first = firstIndexFrom(columns.at, view.from);
  for (let index = firstIndexFrom(columns.at, view.to + 1) - 1; index >= first; index--) {
    const at = columns.at[index];
    const value = columns.value[index];
    if (at === undefined || value === null || value === undefined) continue;
    total += 1;
    if (rows.length >= limit) continue;
    rows.push({ at, value, min: columns.min?.[index] ?? null, max: columns.max?.[index] ?? null });
  }
  return { rows, total };
}

/** Reads the source again at most once a second while it or the view changes. */
function useTable({ source, group, onStats }: ChartTableProps) {
  const [table, setTable] = useState(() => tableRows(source.read(), group.view, maxRows));
  const reportStats = useEffectEvent(onStats);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const data = source.read();
      setTable(tableRows(data, group.view, maxRows));
      reportStats(spanStats(data.columns, group.view));
    };
    const readSoon = () => {
      timer ??= setTimeout(read, refreshMs);
    };
    const stopSource = source.subscribe(readSoon);
    const stopView = group.onView(readSoon);
    return () => {
      clearTimeout(timer);
      stopSource();
      stopView();
    };
  }, [source, group]);
  return table;
}

type ChartTableProps = {
  source: ChartSource;
  group: ChartGroup;
  label: string;
  formatters: ChartFormatters;
  onStats: (stats: ChartStats) => void;
};

/** The same points as the chart, for readers who cannot or will not see it. */
export function ChartTable(props: ChartTableProps) {
  const { label, formatters } = props;
  const { rows, total } = useTable(props);
  const bucketed = rows.some((row) => row.min !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard (WCAG 2.1.1)
    <section className="chart-table" aria-label={t`${label}, table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Time`}</th>
            {bucketed && <th scope="col">{t`Lowest`}</th>}
            <th scope="col">{bucketed ? t`Average` : t`Value`}</th>
            {bucketed && <th scope="col">{t`Highest`}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at}>
              <th scope="row">{formatters.exactTime(row.at)}</th>
              {bucketed && <td>{formatters.value(row.min ?? row.value)}</td>}
              <td>{formatters.value(row.value)}</td>
              {bucketed && <td>{formatters.value(row.max ?? row.value)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="chart-table-note">{t`No data in this range`}</p>}
      {total > rows.length && (
        <p className="chart-table-note">
          {t`Showing the newest ${{ count: rows.length }} of ${total} rows. Zoom in to see others, or export all.`}
        </p>
      )}
    </section>
  );
}
