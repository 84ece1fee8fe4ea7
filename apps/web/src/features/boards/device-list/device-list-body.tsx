import type { Device, PendingBoard } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/cards/states.tsx';
import { useDeviceGroups } from '../device-groups/index.ts';
import { devicePath, type FirstDevices } from '../devices/index.ts';
import { useStartVirtualBoard } from '../virtual-boards/index.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { tableColumns } from './device-columns.ts';
import { DeviceListSkeleton } from './device-list-skeleton.tsx';
import { DeviceListView } from './device-list-view.tsx';
import { ColumnControl } from './filters/column-control.tsx';
import { DeviceToolbar } from './filters/device-toolbar.tsx';
import { sectionsOf } from './groups/device-sections.ts';
import { unfoldedDevices } from './groups/use-folded-groups.ts';
import { isUnfiltered, type ListQuery, ownOrder } from './list-query.ts';
import { useChoosing } from './use-choosing.ts';
import { useDeviceSelection } from './use-device-selection.ts';
import { useListQuery } from './use-list-query.ts';
import { type ListDisplay, wholeAddress } from './views/list-display.ts';
import { useListDisplay } from './views/use-list-display.ts';
import { ViewsControl } from './views/views-control.tsx';

type DeviceListBodyProps = {
  /** Undefined while they are fetched for the first time. */
  devices: readonly Device[] | undefined;
  /** The first of them until all are there. */
  first: FirstDevices | undefined;
  error: Error | null;
  onRetry: () => void;
  pending: readonly PendingBoard[];
  linkUp: boolean;
  /** Whether a phone shows search, filter and view; wide screens always do. */
  isToolbarOpen: boolean;
  onAdd: () => void;
};

const noDevices: readonly Device[] = [];
const noPending: readonly PendingBoard[] = [];

/** The list below its heading, in whichever of its states it is. */
export function DeviceListBody(props: DeviceListBodyProps) {
  const { devices: all, first, error, onRetry, pending, linkUp, isToolbarOpen, onAdd } = props;
  const [query, change] = useListQuery();
  const [display, changeDisplay] = useListDisplay();
  const groups = useDeviceGroups();
  const firstInView = useFirstInView(first, query, display);
  const devices = all ?? firstInView;
  const isWhole = all !== undefined;
  const { columns, selected } = useDeviceSelection(devices ?? noDevices, query, groups);
  const choosing = useChoosing(devices ?? noDevices, () =>
    display.grouped ? unfoldedDevices(sectionsOf(selected, groups, { withEmpty: false })) : selected,
  );
  if (devices === undefined && error !== null) {
    return (
      <ErrorState title={t`Could not load your devices`} onRetry={onRetry}>
        {failureText(error)}
      </ErrorState>
    );
  }
  if (devices?.length === 0 && pending.length === 0) return <NoDevices onAdd={onAdd} />;
  const waiting = isUnfiltered(query) ? pending : noPending;
  const visible = new Set(display.columns);
  const show = (id: string, isVisible: boolean) =>
    changeDisplay({ columns: isVisible ? [...display.columns, id] : display.columns.filter((other) => other !== id) });
  return (
    <>
      <DeviceToolbar
        query={query}
        onChange={change}
        columns={columns}
        view={display.view}
        onViewChange={(view) => changeDisplay({ view })}
        isOpen={isToolbarOpen || !isUnfiltered(query)}
        result={plural(
          { total: all?.length ?? first?.total ?? 0 },
          {
            one: `${{ shown: selected.length }} of # device`,
            other: `${{ shown: selected.length }} of # devices`,
          },
        )}
        onChoose={!isWhole || choosing.isActive || display.view === 'map' ? undefined : choosing.start}
      >
        {display.view === 'table' && (
          <ColumnControl columns={tableColumns(columns)} visible={visible} onChange={show} />
        )}
        <ViewsControl display={display} onDisplayChange={changeDisplay} address={wholeAddress(query, display)} />
      </DeviceToolbar>
      {devices === undefined ? (
        <DeviceListSkeleton />
      ) : selected.length === 0 && waiting.length === 0 ? (
        <NoMatch onClear={() => change({ search: '', rules: [] })} />
      ) : (
        <DeviceListView
          query={query}
          display={display}
          groups={groups}
          columns={columns}
          visible={visible}
          linkUp={linkUp}
          choosing={choosing}
          devices={selected}
          isWhole={isWhole}
          pending={waiting}
          onSortChange={(sort) => change({ sort })}
        />
      )}
      {choosing.isActive && display.view !== 'map' && (
        <BulkBar choosing={choosing} devices={devices ?? noDevices} visible={selected} columns={columns} />
      )}
    </>
  );
}

/** The first devices where they are what the list begins with, and as it orders them. */
function useFirstInView(first: FirstDevices | undefined, query: ListQuery, { view, grouped }: ListDisplay) {
  const isBeginning = isUnfiltered(query) && query.sort.column === ownOrder.column && view !== 'map' && !grouped;
  const own = useMemo(() => first?.devices.filter((device) => !device.pending), [first]);
  return isBeginning && own && own.length > 0 ? own : undefined;
}

function NoDevices({ onAdd }: { onAdd: () => void }) {
  const navigate = useNavigate();
  const start = useStartVirtualBoard(({ espid }) => void navigate(devicePath(espid)));
  return (
    <EmptyState
      title={t`No devices yet`}
      actions={
        <>
          <Button variant="primary" icon={IconPlus} onClick={onAdd}>
            {t`Add device`}
          </Button>
          <Button busy={start.isPending} onClick={() => start.mutate()}>
            {t`Try without a board`}
          </Button>
        </>
      }
    >
      {t`Add your board, or try Cyno with a virtual board that runs for one hour.`}
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t`No matching devices`}
      actions={<Button onClick={onClear}>{t`Clear search and filter`}</Button>}
    >
      {t`No device matches the search and all filter conditions.`}
    </EmptyState>
  );
}
