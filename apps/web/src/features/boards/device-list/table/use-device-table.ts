import type { Device } from '@cyno/contract';
import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { type DeviceColumn, headlineId } from '../device-columns.ts';
import { type ListSort, ownOrder, startsDescending } from '../list-query.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

type DeviceTableInput = {
  offered: readonly DeviceColumn[];
  visible: ReadonlySet<string>;
  sort: ListSort;
  onSortChange: (sort: ListSort) => void;
};

/** Cards and table share one order, which is made elsewhere; thousands of rows would be made again with each value that comes. */
const noRows: Device[] = [];

/** The head of the table of devices as TanStack Table sees it; a third press on a heading goes back to the own order. */
export function useDeviceTable({ offered, visible, sort, onSortChange }: DeviceTableInput) {
  const definitions = useMemo(
    () =>
      offered.map(
        (column): ColumnDef<typeof features, Device> => ({
          id: column.id,
          accessorFn: column.read,
          sortDescFirst: startsDescending(column),
          enableSorting: column.id !== headlineId,
        }),
      ),
    [offered],
  );
  // The same objects until something changes: the table takes a new object for a new state and draws again.
  const sorting = useMemo(
    () => (sort.column === ownOrder.column ? [] : [{ id: sort.column, desc: sort.descending }]),
    [sort],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(offered.map(({ id }) => [id, visible.has(id)])),
    [offered, visible],
  );
  return useTable({
    features,
    columns: definitions,
    data: noRows,
    manualSorting: true,
    enableMultiSort: false,
    state: { sorting, columnVisibility },
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update;
      onSortChange(first ? { column: first.id, descending: first.desc } : ownOrder);
    },
  });
}
