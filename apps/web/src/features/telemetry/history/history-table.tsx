import { t } from '@lingui/core/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { formatDateTime, noValue } from '../../../lib/format/format.ts';
import { formatFigure } from '../../../lib/format/variable-kind.ts';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import type { HistoryLine } from './history-lines.ts';

const rowHeight = 32;

type Row = { at: number; values: (number | null)[] };

/** What the lines have at each instant, newest first. */
function rowsOf(lines: readonly Pick<HistoryLine, 'columns'>[], { from, to }: TimeSpan): Row[] {
  const rows = new Map<number, Row>();
  lines.forEach(({ columns }, line) => {
    columns.at.forEach((at, index) => {
      const value = columns.value[index] ?? null;
      if (value === null || at < from || at > to) return;
      const row = rows.get(at) ?? { at, values: lines.map(() => null) };
      row.values[line] = value;
      rows.set(at, row);
    });
  });
  return [...rows.values()].sort((a, b) => b.at - a.at);
}

/** The points of the charts as a table; only the rows in view are in the page. */
export function HistoryTable({ lines, span }: { lines: readonly HistoryLine[]; span: TimeSpan }) {
  const frameRef = useRef<HTMLElement>(null);
  const rows = useMemo(() => rowsOf(lines, span), [lines, span]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frameRef.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const drawn = virtual.getVirtualItems();
  const above = drawn[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard (WCAG 2.1.1)
    <section ref={frameRef} className="history-table" aria-label={t`Values, table`} tabIndex={0}>
      <table aria-rowcount={rows.length + 1}>
        <thead className="history-head">
          <tr aria-rowindex={1}>
            <th scope="col">{t`Time`}</th>
            {lines.map(({ name, label, unit }) => (
              <th key={name} scope="col">
                {label} {unit && `(${unit})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} />}
          {drawn.map(({ index }) => {
            const row = rows[index];
            return row && <TableRow key={row.at} row={row} index={index} lines={lines} />;
          })}
          {below > 0 && <tr style={{ height: below }} />}
        </tbody>
      </table>
      {rows.length === 0 && <p className="history-note">{t`No data in this range`}</p>}
    </section>
  );
}

type TableRowProps = { row: Row; index: number; lines: readonly HistoryLine[] };

function TableRow({ row, index, lines }: TableRowProps) {
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row">{formatDateTime(row.at, { seconds: true })}</th>
      {lines.map((line, place) => {
        const value = row.values[place] ?? null;
        return <td key={line.name}>{value === null ? noValue : formatFigure(line, value)}</td>;
      })}
    </tr>
  );
}
