import type { Device, PendingBoard } from '@cyno/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, useMemo, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { type DeviceColumn, tableColumns } from './device-columns.ts';
import './device-grid.css';
import './device-table.css';
import { DeviceTableCell } from './device-table-cell.tsx';
import { columnWidth, tableWidth } from './device-table-widths.ts';
import type { ListSort } from './list-query.ts';
import { PendingCard } from './pending-card.tsx';
import { useDeviceTable } from './use-device-table.ts';
import { useRowHeight } from './use-row-height.ts';
import { useVisibleRows } from './use-visible-rows.ts';

type DeviceTableProps = {
  pending: readonly PendingBoard[];
  /** Already selected and sorted. */
  devices: readonly Device[];
  columns: readonly DeviceColumn[];
  /** The ids of the columns to show. */
  shown: ReadonlySet<string>;
  sort: ListSort;
  onSortChange: (sort: ListSort) => void;
  linkUp: boolean;
};

const wholeUpTo = 100;

/** All devices as a table; on a phone each row is a card of its own. */
export function DeviceTable({ pending, devices, columns, shown, sort, onSortChange, linkUp }: DeviceTableProps) {
  const offered = useMemo(() => tableColumns(columns), [columns]);
  const table = useDeviceTable({ devices, offered, shown, sort, onSortChange });
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const rows = table.getRowModel().rows;
  const visible = useVisibleRows({
    listRef: bodyRef,
    count: rows.length,
    rowHeight: useRowHeight(bodyRef),
    enabled: rows.length > wholeUpTo,
    keep: undefined,
  });
  const visibleIds = table.getVisibleLeafColumns().map(({ id }) => id);
  const byId = new Map(offered.map((column) => [column.id, column]));
  return (
    <>
      {pending.length > 0 && (
        <ul className="device-grid device-table-pending" aria-label="Boards that wait">
          {pending.map((board) => (
            <li key={board.espid}>
              <PendingCard board={board} />
            </li>
          ))}
        </ul>
      )}
      <div className="card device-table-frame">
        <table
          className="device-table"
          aria-label="Devices"
          aria-rowcount={rows.length + 1}
          style={{ '--device-table-width': `${tableWidth(visibleIds)}rem` } as CSSProperties}
        >
          <colgroup>
            {visibleIds.map((id) => (
              <col key={id} style={{ width: columnWidth(id, visibleIds) }} />
            ))}
          </colgroup>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map(({ id, column }) => (
                  <HeadCell
                    key={id}
                    label={byId.get(id)?.label ?? ''}
                    sorted={column.getIsSorted()}
                    onSort={column.getCanSort() ? () => column.toggleSorting() : undefined}
                  />
                ))}
              </tr>
            ))}
          </thead>
          <tbody ref={bodyRef}>
            <Space height={visible.before} columns={shown.size} />
            {rows.slice(visible.first, visible.last).map((row, index) => (
              <tr key={row.id} aria-rowindex={visible.first + index + 2}>
                {row.getVisibleCells().map((cell) => (
                  <BodyCell key={cell.id} column={byId.get(cell.column.id)} device={row.original} linkUp={linkUp} />
                ))}
              </tr>
            ))}
            <Space height={visible.after} columns={shown.size} />
          </tbody>
        </table>
      </div>
    </>
  );
}

type HeadCellProps = { label: string; sorted: false | 'asc' | 'desc'; onSort: (() => void) | undefined };

function HeadCell({ label, sorted, onSort }: HeadCellProps) {
  if (onSort === undefined) {
    return (
      <th scope="col">
        <span className="device-table-heading">{label}</span>
      </th>
    );
  }
  return (
    <th
      scope="col"
      className={sorted ? 'device-table-sorted' : undefined}
      aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="device-table-heading" onClick={onSort}>
        {label}
        <Icon of={sorted === 'desc' ? IconArrowDown : IconArrowUp} size={14} />
      </button>
    </th>
  );
}

type BodyCellProps = { column: DeviceColumn | undefined; device: Device; linkUp: boolean };

function BodyCell({ column, device, linkUp }: BodyCellProps) {
  if (column === undefined) return null;
  return (
    <td>
      {column.id !== 'name' && <span className="device-table-label">{column.label}</span>}
      <DeviceTableCell column={column} device={device} linkUp={linkUp} />
    </td>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    <tr className="device-table-space">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
