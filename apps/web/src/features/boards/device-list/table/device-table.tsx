import type { Device, PendingBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, useMemo, useRef } from 'react';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { type DeviceColumn, tableColumns } from '../device-columns.ts';
import '../cards/device-grid.css';
import type { DeviceSection } from '../groups/device-sections.ts';
import './device-table.css';
import { PendingCard } from '../cards/pending-card.tsx';
import { GroupHead } from '../groups/group-head.tsx';
import { useFoldedGroups } from '../groups/use-folded-groups.ts';
import type { ListSort } from '../list-query.ts';
import type { Choosing } from '../use-choosing.ts';
import { useVisibleRows } from '../use-visible-rows.ts';
import { DeviceTableRow } from './device-table-row.tsx';
import { columnWidth, tableWidth } from './device-table-widths.ts';
import { useDeviceTable } from './use-device-table.ts';
import { useRowHeight } from './use-row-height.ts';

type DeviceTableProps = {
  pending: readonly PendingBoard[];
  /** Already selected and sorted. */
  devices: readonly Device[];
  /** Undefined: not by group. */
  sections: readonly DeviceSection[] | undefined;
  columns: readonly DeviceColumn[];
  /** The ids of the columns to show. */
  visible: ReadonlySet<string>;
  sort: ListSort;
  onSortChange: (sort: ListSort) => void;
  linkUp: boolean;
  choosing: Choosing;
};

const wholeUpTo = 100;

/** All devices as a table; on a phone each row is a card of its own. */
export function DeviceTable(props: DeviceTableProps) {
  const { pending, devices, sections, columns, visible: chosenIds, sort, onSortChange, linkUp, choosing } = props;
  const offered = useMemo(() => tableColumns(columns), [columns]);
  const table = useDeviceTable({ offered, visible: chosenIds, sort, onSortChange });
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const folded = useFoldedGroups();
  const lines = useMemo(() => linesOf(devices, sections, folded.isFolded), [devices, sections, folded.isFolded]);
  const rowHeight = useRowHeight(bodyRef);
  const shape = useMemo(() => lines.map((line) => (line.device ? 'r' : 'h')).join(''), [lines]);
  const heights = useMemo(() => [...shape].map((kind) => (kind === 'r' ? rowHeight : headPx)), [shape, rowHeight]);
  const visible = useVisibleRows({
    listRef: bodyRef,
    heights,
    mode: lines.length <= wholeUpTo ? 'whole' : 'near',
    keep: undefined,
  });
  const visibleColumns = useMemo(() => offered.filter(({ id }) => chosenIds.has(id)), [offered, chosenIds]);
  const visibleIds = visibleColumns.map(({ id }) => id);
  const byId = new Map(offered.map((column) => [column.id, column]));
  const span = visibleIds.length + 1;
  return (
    <>
      {pending.length > 0 && (
        <ul className="device-grid device-table-pending" aria-label={t`Boards waiting for approval`}>
          {pending.map((board) => (
            <li key={board.espid}>
              <PendingCard board={board} />
            </li>
          ))}
        </ul>
      )}
      <div className={choosing.isActive ? 'card device-table-frame device-table-choosing' : 'card device-table-frame'}>
        <table
          className="device-table"
          aria-label={t`Devices`}
          aria-rowcount={lines.length + 1}
          style={{ '--device-table-width': `${tableWidth(visibleIds)}rem` } as CSSProperties}
        >
          <colgroup>
            <col className="device-table-choose" />
            {visibleIds.map((id) => (
              <col key={id} style={{ width: columnWidth(id, visibleIds) }} />
            ))}
          </colgroup>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                <th scope="col" className="device-table-choose">
                  <AllBox devices={devices} choosing={choosing} />
                </th>
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
            <Space height={visible.before} columns={span} />
            {lines.slice(visible.first, visible.last).map(({ device, section }, index) =>
              device ? (
                <DeviceTableRow
                  key={device.espid}
                  device={device}
                  rowIndex={visible.first + index + 2}
                  columns={visibleColumns}
                  linkUp={linkUp}
                  isChosen={choosing.chosen.has(device.espid)}
                  onToggle={choosing.toggle}
                />
              ) : (
                <tr key={`head ${section?.group?.id ?? 'none'}`} className="device-table-head">
                  <td colSpan={span}>
                    {section && (
                      <GroupHead
                        section={section}
                        isFolded={folded.isFolded(section)}
                        onFold={() => folded.toggle(section)}
                        choosing={choosing}
                      />
                    )}
                  </td>
                </tr>
              ),
            )}
            <Space height={visible.after} columns={span} />
          </tbody>
        </table>
      </div>
    </>
  );
}

type Line = { device: Device; section?: undefined } | { device?: undefined; section: DeviceSection };

/** The height of the heading of a group, px; as in the style sheet. */
const headPx = 48;

/** The devices in their order, below the headings of their groups. */
function linesOf(
  devices: readonly Device[],
  sections: readonly DeviceSection[] | undefined,
  isFolded: (section: DeviceSection) => boolean,
): Line[] {
  if (!sections) return devices.map((device) => ({ device }));
  return sections.flatMap((section): Line[] => [
    { section },
    ...(isFolded(section) ? [] : section.devices).map((device) => ({ device })),
  ]);
}

/** Chooses everything that the list shows, or nothing. */
function AllBox({ devices, choosing }: { devices: readonly Device[]; choosing: Choosing }) {
  const { chosen, add, end } = choosing;
  const all = devices.length > 0 && devices.every(({ espid }) => chosen.has(espid));
  return (
    <label className="choose-box">
      <Checkbox
        aria-label={t`Select all devices in the list`}
        checked={all}
        indeterminate={chosen.size > 0 && !all}
        onChange={() => (all ? end() : add(devices.map(({ espid }) => espid)))}
      />
    </label>
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

/** Stands for the rows that are not drawn. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    <tr className="device-table-space">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
