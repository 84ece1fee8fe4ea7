import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import {
  IconArrowLeft,
  IconArrowRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconGripVertical,
} from '@tabler/icons-react';
import { type FocusEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { type Choosing, choiceOf } from '../use-choosing.ts';
import { DeviceCard } from './device-card.tsx';
import type { Reorder } from './use-reorder.ts';

type DeviceGridCellProps = {
  device: Device;
  /** Its place among the devices. */
  place: number;
  linkUp: boolean;
  /** Undefined while the cards cannot be moved. */
  reorder: Reorder | undefined;
  choosing: Choosing;
};

/** The id of the text that explains how a card is moved with the keyboard. */
export const moveHelpId = 'device-move-help';

/** A card in its cell, and what is needed to move it. */
export function DeviceGridCell({ device, place, linkUp, reorder, choosing }: DeviceGridCellProps) {
  const cellRef = useRef<HTMLLIElement>(null);
  const handleRef = useRef<HTMLButtonElement>(null);
  const held = reorder?.held?.from === place ? reorder.held : undefined;
  const heldByKeys = held?.how === 'keys';
  const target = heldByKeys ? held.to : undefined;
  useLayoutEffect(() => {
    if (target !== undefined) cellRef.current?.scrollIntoView({ block: 'nearest' });
  }, [target]);
  const offset = reorder?.offsetOf(place);
  const pressCard = (event: PointerEvent) => {
    // A finger on a card scrolls the page: it moves cards by their handle only.
    if (event.pointerType === 'mouse' && !isControl(event.target)) reorder?.press(device.espid, event);
  };
  const leave = (event: FocusEvent) => {
    if (heldByKeys && !event.currentTarget.contains(event.relatedTarget)) reorder?.putDown();
  };
  return (
    <li
      ref={cellRef}
      className={cellClass(held !== undefined, held?.settling ?? false)}
      style={offset && { transform: `translate(${offset.x}px, ${offset.y}px)` }}
      onPointerDown={reorder && pressCard}
      onKeyDown={reorder?.onKeyDown}
      onBlur={leave}
    >
      <DeviceCard device={device} linkUp={linkUp} {...choiceOf(device, choosing)} />
      {reorder && (
        <button
          ref={handleRef}
          type="button"
          className="device-grid-handle"
          aria-label={t`Move ${{ name: device.name }}`}
          aria-pressed={heldByKeys}
          aria-describedby={moveHelpId}
          title={t`Drag to move, or press for move buttons`}
          onPointerDown={(event) => reorder.press(device.espid, event)}
          onClick={() => reorder.toggle(device.espid)}
        >
          <Icon of={IconGripVertical} size={16} />
        </button>
      )}
      {reorder && heldByKeys && (
        <MoveBar
          place={held.to}
          reorder={reorder}
          onDone={() => {
            handleRef.current?.focus();
            reorder.putDown();
          }}
        />
      )}
    </li>
  );
}

/** Moves the card without a drag. */
function MoveBar({ place, reorder, onDone }: { place: number; reorder: Reorder; onDone: () => void }) {
  return (
    <div className="device-grid-bar">
      <IconButton label={t`Move to start`} icon={IconChevronsLeft} onClick={() => reorder.moveTo(0)} />
      <IconButton label={t`Move back`} icon={IconArrowLeft} onClick={() => reorder.moveTo(place - 1)} />
      <IconButton label={t`Move forward`} icon={IconArrowRight} onClick={() => reorder.moveTo(place + 1)} />
      <IconButton
        label={t`Move to end`}
        icon={IconChevronsRight}
        onClick={() => reorder.moveTo(Number.MAX_SAFE_INTEGER)}
      />
      <Button size="small" onClick={onDone}>
        {t`Done`}
      </Button>
    </div>
  );
}

function cellClass(isHeld: boolean, isSettling: boolean): string {
  if (isSettling) return 'device-grid-cell device-grid-settling';
  return isHeld ? 'device-grid-cell device-grid-dragged' : 'device-grid-cell';
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input') !== null;
}
