import type { Device, DeviceGroup, PendingBoard } from '@cyno/contract';
import { Suspense, useMemo } from 'react';
import { lazy } from '../../../lib/language/lazy.ts';
import { DeviceGrid } from './cards/device-grid.tsx';
import { useSaveOrder } from './cards/use-save-order.ts';
import type { DeviceColumn } from './device-columns.ts';
import { DeviceListSkeleton } from './device-list-skeleton.tsx';
import { sectionsOf } from './groups/device-sections.ts';
import { isUnfiltered, type ListQuery, type ListSort, ownOrder } from './list-query.ts';
import type { Choosing } from './use-choosing.ts';
import type { ListDisplay } from './views/list-display.ts';

const DeviceTable = lazy(async () => ({ default: (await import('./table/device-table.tsx')).DeviceTable }));
const DeviceMap = lazy(async () => ({ default: (await import('./map/device-map.tsx')).DeviceMap }));
const GroupedGrid = lazy(async () => ({ default: (await import('./cards/grouped-grid.tsx')).GroupedGrid }));

type DeviceListViewProps = {
  query: ListQuery;
  display: ListDisplay;
  groups: readonly DeviceGroup[];
  columns: readonly DeviceColumn[];
  /** The ids of the columns that the table shows. */
  visible: ReadonlySet<string>;
  /** Already selected and sorted. */
  devices: readonly Device[];
  /** False while only the first devices are there. */
  isWhole: boolean;
  pending: readonly PendingBoard[];
  onSortChange: (sort: ListSort) => void;
  linkUp: boolean;
  choosing: Choosing;
};

/** The devices as cards, as a table or on a map, by group or not. */
export function DeviceListView(props: DeviceListViewProps) {
  const { query, display, groups, columns, visible, devices, isWhole, pending, onSortChange, linkUp, choosing } = props;
  const saveOrder = useSaveOrder();
  const unfiltered = isUnfiltered(query);
  const sections = useMemo(
    () => (display.grouped ? sectionsOf(devices, groups, { withEmpty: unfiltered }) : undefined),
    [display.grouped, devices, groups, unfiltered],
  );
  const movable = isWhole && unfiltered && query.sort.column === ownOrder.column;
  if (display.view === 'cards' && !sections) {
    return (
      <DeviceGrid
        pending={pending}
        devices={devices}
        linkUp={linkUp}
        onReorder={movable ? (espids) => void saveOrder(espids) : undefined}
        choosing={choosing}
      />
    );
  }
  return (
    <Suspense fallback={<DeviceListSkeleton />}>
      {display.view === 'map' ? (
        <DeviceMap devices={devices} linkUp={linkUp} />
      ) : display.view === 'table' ? (
        <DeviceTable
          pending={pending}
          devices={devices}
          sections={sections}
          columns={columns}
          visible={visible}
          onSortChange={onSortChange}
          linkUp={linkUp}
          choosing={choosing}
          sort={query.sort}
        />
      ) : (
        <GroupedGrid pending={pending} sections={sections ?? []} linkUp={linkUp} choosing={choosing} />
      )}
    </Suspense>
  );
}
