import type { Device, PendingBoard } from '@cyno/contract';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { devicePath } from '../../lib/device-queries.ts';
import { useKeptChoice } from '../../lib/use-kept-choice.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ColumnControl } from './column-control.tsx';
import { tableColumns } from './device-columns.ts';
import { DeviceGrid } from './device-grid.tsx';
import { DeviceListSkeleton } from './device-list-skeleton.tsx';
import { DeviceToolbar, type DeviceView } from './device-toolbar.tsx';
import { isUnfiltered, ownOrder } from './list-query.ts';
import { useDeviceSelection } from './use-device-selection.ts';
import { useListQuery } from './use-list-query.ts';
import { useSaveOrder } from './use-save-order.ts';
import { useShownColumns } from './use-shown-columns.ts';
import { useStartVirtualBoard } from './virtual-board.ts';

const DeviceTable = lazy(async () => ({ default: (await import('./device-table.tsx')).DeviceTable }));

type DeviceListBodyProps = {
  /** Undefined while they are fetched for the first time. */
  devices: readonly Device[] | undefined;
  error: Error | null;
  onRetry: () => void;
  pending: readonly PendingBoard[];
  linkUp: boolean;
  onAdd: () => void;
};

const noDevices: readonly Device[] = [];
const views: readonly [DeviceView, DeviceView] = ['cards', 'table'];

/** The list below its heading, in whichever of its states it is. */
export function DeviceListBody({ devices, error, onRetry, pending, linkUp, onAdd }: DeviceListBodyProps) {
  const [query, change] = useListQuery();
  const [view, setView] = useKeptChoice('cyno.devices.view', views);
  const { columns, selected } = useDeviceSelection(devices ?? noDevices, query);
  const [shown, setShown] = useShownColumns();
  const saveOrder = useSaveOrder();
  if (devices === undefined && error !== null) {
    return (
      <ErrorState title="The devices did not load" onRetry={onRetry}>
        {error.message}
      </ErrorState>
    );
  }
  if (devices?.length === 0 && pending.length === 0) return <NoDevices onAdd={onAdd} />;
  const unfiltered = isUnfiltered(query);
  const movable = unfiltered && query.sort.column === ownOrder.column;
  const waiting = unfiltered ? pending : noPending;
  return (
    <>
      <DeviceToolbar
        query={query}
        onChange={change}
        columns={columns}
        view={view}
        onViewChange={setView}
        result={`${selected.length} of ${devices?.length ?? 0} devices`}
      >
        {view === 'table' && <ColumnControl columns={tableColumns(columns)} shown={shown} onChange={setShown} />}
      </DeviceToolbar>
      {devices === undefined ? (
        <DeviceListSkeleton />
      ) : selected.length === 0 && waiting.length === 0 ? (
        <NoMatch onClear={() => change({ search: '', rules: [] })} />
      ) : view === 'cards' ? (
        <DeviceGrid
          pending={waiting}
          devices={selected}
          linkUp={linkUp}
          onReorder={movable ? (espids) => void saveOrder(espids) : undefined}
        />
      ) : (
        <Suspense fallback={<DeviceListSkeleton />}>
          <DeviceTable
            pending={waiting}
            devices={selected}
            columns={columns}
            shown={shown}
            sort={query.sort}
            onSortChange={(sort) => change({ sort })}
            linkUp={linkUp}
          />
        </Suspense>
      )}
    </>
  );
}

const noPending: readonly PendingBoard[] = [];

function NoDevices({ onAdd }: { onAdd: () => void }) {
  const navigate = useNavigate();
  const start = useStartVirtualBoard(({ espid }) => void navigate(devicePath(espid)));
  return (
    <EmptyState
      title="No devices yet"
      actions={
        <>
          <Button variant="primary" icon={IconPlus} onClick={onAdd}>
            Add device
          </Button>
          <Button busy={start.isPending} onClick={() => start.mutate()}>
            Try without a board
          </Button>
        </>
      }
    >
      A device is a board that sends values here. Add one of yours, or look around with a virtual one that runs for an
      hour.
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No device matches" actions={<Button onClick={onClear}>Clear search and filter</Button>}>
      None of your devices fits the search and every condition of the filter.
    </EmptyState>
  );
}
