import type { Device, PendingBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMemo, useRef } from 'react';
import './device-grid.css';
import type { Choosing } from '../use-choosing.ts';
import { equalHeights, useVisibleRows } from '../use-visible-rows.ts';
import { DeviceGridCell, moveHelpId } from './device-grid-cell.tsx';
import { PendingCard } from './pending-card.tsx';
import { useGridGeometry } from './use-grid-geometry.ts';
import { type Held, useReorder } from './use-reorder.ts';

type DeviceGridProps = {
  pending: readonly PendingBoard[];
  devices: readonly Device[];
  linkUp: boolean;
  /** Takes the new order of the devices; undefined when cards cannot be moved now. */
  onReorder: ((espids: string[]) => void) | undefined;
  choosing: Choosing;
};

/** Longer lists draw only the cards near the screen. */
const wholeUpTo = 100;

/** All devices as cards, boards that wait first. */
export function DeviceGrid({ pending, devices, linkUp, onReorder, choosing }: DeviceGridProps) {
  const gridRef = useRef<HTMLUListElement>(null);
  const geometry = useGridGeometry(gridRef);
  const count = pending.length + devices.length;
  const ids = useMemo(() => devices.map(({ espid }) => espid), [devices]);
  const reorder = useReorder({ ids, first: pending.length, geometry, onDrop: (espids) => onReorder?.(espids) });
  const columns = geometry?.columns ?? 1;
  const stepY = geometry?.stepY ?? 0;
  const heights = useMemo(() => equalHeights(Math.ceil(count / columns), stepY), [count, columns, stepY]);
  const rows = useVisibleRows({
    listRef: gridRef,
    heights,
    mode: count <= wholeUpTo ? 'whole' : geometry === undefined ? 'measuring' : 'near',
    keep: reorder.held ? Math.floor((pending.length + reorder.held.from) / columns) : undefined,
  });
  const movable = onReorder !== undefined && devices.length > 1 && !choosing.isActive;
  const isVisible = (index: number) => index >= rows.first * columns && index < rows.last * columns;
  const firstDevice = Math.max(0, rows.first * columns - pending.length);
  const { held } = reorder;
  return (
    <>
      <ul
        ref={gridRef}
        className={[
          'device-grid',
          devices.some(({ tags }) => tags.length > 0) && 'device-grid-tagged',
          movable && 'device-grid-movable',
          held && 'device-grid-moving',
        ]
          .filter(Boolean)
          .join(' ')}
        aria-label={t`Devices`}
        style={{ paddingTop: rows.before, paddingBottom: rows.after }}
      >
        {pending.map(
          (board, index) =>
            isVisible(index) && (
              <li key={`pending ${board.espid}`} className="device-grid-cell">
                <PendingCard board={board} />
              </li>
            ),
        )}
        {devices.slice(firstDevice, Math.max(0, rows.last * columns - pending.length)).map((device, place) => (
          <DeviceGridCell
            key={device.espid}
            device={device}
            place={firstDevice + place}
            linkUp={linkUp}
            reorder={movable ? reorder : undefined}
            choosing={choosing}
          />
        ))}
      </ul>
      {movable && (
        <p id={moveHelpId} hidden>
          {t`Press to pick up the card, move it with the arrow keys, press again to drop it. Escape cancels.`}
        </p>
      )}
      <p className="sr-only" aria-live="assertive">
        {held?.how === 'keys' && announce(held, devices)}
      </p>
    </>
  );
}

function announce({ from, to }: Held, devices: readonly Device[]): string {
  const name = devices[from]?.name ?? t`Card`;
  return t`${name}: position ${{ position: to + 1 }} of ${{ count: devices.length }}.`;
}
