import type { Device, PendingBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMemo, useRef } from 'react';
import { DeviceCard } from './device-card.tsx';
import './device-grid.css';
import type { DeviceSection } from '../groups/device-sections.ts';
import { GroupHead } from '../groups/group-head.tsx';
import './grouped-grid.css';
import { useFoldedGroups } from '../groups/use-folded-groups.ts';
import { type Choosing, choiceOf } from '../use-choosing.ts';
import { useVisibleRows } from '../use-visible-rows.ts';
import { PendingCard } from './pending-card.tsx';
import { useGridGeometry } from './use-grid-geometry.ts';

type GroupedGridProps = {
  pending: readonly PendingBoard[];
  sections: readonly DeviceSection[];
  linkUp: boolean;
  choosing: Choosing;
};

type Row = { key: string; section: DeviceSection; devices: readonly Device[] | null };

const wholeUpTo = 100;
/** The heading of a group with the gap behind it, px; as in the style sheet. */
const headPx = 60;

/** The devices as cards below the headings of their groups, boards that wait first. */
export function GroupedGrid({ pending, sections, linkUp, choosing }: GroupedGridProps) {
  const gridRef = useRef<HTMLUListElement>(null);
  const geometry = useGridGeometry(gridRef);
  const folded = useFoldedGroups();
  const columns = geometry?.columns ?? 1;
  const stepY = geometry?.stepY ?? 0;
  const { isFolded } = folded;
  const rows = useMemo(() => rowsOf(sections, columns, isFolded), [sections, columns, isFolded]);
  const shape = useMemo(() => rows.map(({ devices }) => (devices ? 'c' : 'h')).join(''), [rows]);
  const heights = useMemo(() => [...shape].map((kind) => (kind === 'h' ? headPx : stepY)), [shape, stepY]);
  const count = sections.reduce((sum, section) => sum + section.devices.length, 0);
  const visible = useVisibleRows({
    listRef: gridRef,
    heights,
    mode: count <= wholeUpTo ? 'whole' : geometry === undefined ? 'measuring' : 'near',
    keep: undefined,
  });
  const isTagged = sections.some(({ devices }) => devices.some(({ tags }) => tags.length > 0));
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
      <ul
        ref={gridRef}
        className={isTagged ? 'device-grid grouped-grid device-grid-tagged' : 'device-grid grouped-grid'}
        aria-label={t`Devices by group`}
        style={{ paddingTop: visible.before, paddingBottom: visible.after }}
      >
        {/* One flat list: in a list of rows each card would be recreated when the first row leaves. */}
        {rows.slice(visible.first, visible.last).flatMap(({ key, section, devices }) =>
          devices === null
            ? [
                <li key={key} className="grouped-grid-head">
                  <GroupHead
                    section={section}
                    isFolded={isFolded(section)}
                    onFold={() => folded.toggle(section)}
                    choosing={choosing}
                  />
                </li>,
              ]
            : devices.map((device, place) => (
                <li
                  key={device.espid}
                  className={place === 0 ? 'device-grid-cell grouped-grid-first' : 'device-grid-cell'}
                >
                  <DeviceCard device={device} linkUp={linkUp} {...choiceOf(device, choosing)} />
                </li>
              )),
        )}
      </ul>
    </>
  );
}

function rowsOf(
  sections: readonly DeviceSection[],
  columns: number,
  isFolded: (section: DeviceSection) => boolean,
): Row[] {
  return sections.flatMap((section): Row[] => [
    { key: `head ${section.group?.id ?? 'none'}`, section, devices: null },
    ...(isFolded(section) ? [] : cardRows(section, columns)),
  ]);
}

function cardRows(section: DeviceSection, columns: number): Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < section.devices.length; start += columns) {
    const devices = section.devices.slice(start, start + columns);
    rows.push({ key: devices[0]?.espid ?? '', section, devices });
  }
  return rows;
}
