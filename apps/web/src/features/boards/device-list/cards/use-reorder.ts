import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { cellByKey, cellOffset, cellUnder, type GridGeometry, shiftedIndex } from './reorder.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

/** The card that is being moved: from which place, to which, and how far it hangs from its own cell, px. */
export type Held = {
  from: number;
  to: number;
  how: 'pointer' | 'keys';
  offset: { x: number; y: number };
  /** Let go, on its way into its new cell. */
  settling: boolean;
};

type ReorderInput = {
  count: number;
  /** Cells before this one cannot be taken. */
  first: number;
  geometry: GridGeometry | undefined;
  onDrop: (from: number, to: number) => void;
};

export type Reorder = ReturnType<typeof useReorder>;

const settleMs = 140;
const atHome = { x: 0, y: 0 };

/** Moves cards of a grid with mouse, touch and keyboard. Indexes count all cells of the grid. */
export function useReorder({ count, first, geometry = { columns: 1, stepX: 1, stepY: 1 }, onDrop }: ReorderInput) {
  const [held, setHeld] = useState<Held | null>(null);

  const press = usePointerDrag({
    onMove(from, offset) {
      const to = Math.max(first, cellUnder(from, offset, count, geometry));
      setHeld({ from, to, how: 'pointer', offset, settling: false });
    },
    onEnd(keep) {
      if (held === null) return;
      const to = keep ? held.to : held.from;
      setHeld({ ...held, to, offset: cellOffset(held.from, to, geometry), settling: true });
    },
  });

  const putDown = () => {
    setHeld(null);
    if (held !== null && held.from !== held.to) onDrop(held.from, held.to);
  };

  const land = useEffectEvent(putDown);
  const settling = held?.settling ?? false;
  useEffect(() => {
    if (!settling) return;
    const timer = setTimeout(() => land(), settleMs);
    return () => clearTimeout(timer);
  }, [settling]);

  const moveTo = (to: number) => {
    if (held === null) return;
    const target = Math.min(count - 1, Math.max(first, to));
    setHeld({ ...held, to: target, offset: cellOffset(held.from, target, geometry) });
  };

  return {
    held,
    /** Begins a drag once the pointer has moved a little. */
    press,
    /** Takes a card up with the keyboard, or puts the one that is held down. */
    toggle(index: number) {
      if (held?.from === index) putDown();
      else setHeld({ from: index, to: index, how: 'keys', offset: atHome, settling: false });
    },
    moveTo,
    putDown,
    /** Arrow keys, Home and End move the card that is held, Escape puts it back. */
    onKeyDown(event: KeyboardEvent) {
      if (held?.how !== 'keys') return;
      const to = cellByKey(event.key, held.to, count, geometry.columns);
      if (event.key === 'Escape') setHeld(null);
      else if (to !== undefined) moveTo(to);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** How far the card at `index` stands from its own cell at this moment; undefined when it stands in it. */
    offsetOf(index: number): { x: number; y: number } | undefined {
      if (held === null) return undefined;
      if (index === held.from) return held.offset;
      const place = shiftedIndex(index, held.from, held.to);
      return place === index ? undefined : cellOffset(index, place, geometry);
    },
  };
}
