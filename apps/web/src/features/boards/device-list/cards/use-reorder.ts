import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';
import { cellByKey, cellOffset, cellUnder, type GridGeometry, moveEntry, shiftedIndex } from './reorder.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

/** The card that is being moved: from which place to which, among those that can be moved. */
export type Held = {
  from: number;
  to: number;
  how: 'pointer' | 'keys';
  /** Let go, on its way into its new cell. */
  settling: boolean;
};

type HeldCard = Omit<Held, 'from'> & {
  id: string;
  /** How far it hangs from the cell that it was taken from, px; null: it stands over the cell of its new place. */
  drag: { cell: number; x: number; y: number } | null;
};

type ReorderInput = {
  /** The cards that can be moved, in their order. */
  ids: readonly string[];
  /** So many cells stand before them. */
  first: number;
  geometry: GridGeometry | undefined;
  /** Takes the new order. */
  onDrop: (ids: string[]) => void;
};

export type Reorder = ReturnType<typeof useReorder>;

const settleMs = 140;

/** Moves cards of a grid with mouse, touch and keyboard. A card that is held stays the same one when others come or go. */
export function useReorder({ ids, first, geometry = { columns: 1, stepX: 1, stepY: 1 }, onDrop }: ReorderInput) {
  const [card, setCard] = useState<HeldCard | null>(null);
  const count = first + ids.length;
  const clampPlace = (place: number) => Math.min(ids.length - 1, Math.max(0, place));
  const from = card === null ? -1 : ids.indexOf(card.id);
  const isHeld = card !== null && from !== -1;
  const held: Held | null = isHeld ? { ...card, from, to: clampPlace(card.to) } : null;

  const press = usePointerDrag<{ id: string; cell: number }>({
    onMove({ id, cell }, offset) {
      const to = clampPlace(cellUnder(cell, offset, count, geometry) - first);
      setCard({ id, to, how: 'pointer', drag: { cell, ...offset }, settling: false });
    },
    onEnd(keep) {
      if (isHeld) setCard({ ...card, to: keep ? card.to : from, drag: null, settling: true });
    },
  });

  const putDown = () => {
    setCard(null);
    if (held !== null && held.from !== held.to) onDrop(moveEntry(ids, held.from, held.to));
  };

  const land = useEffectEvent(putDown);
  const settling = held?.settling ?? false;
  useEffect(() => {
    if (!settling) return;
    const timer = setTimeout(() => land(), settleMs);
    return () => clearTimeout(timer);
  }, [settling]);

  const moveTo = (place: number) => {
    if (isHeld) setCard({ ...card, to: clampPlace(place) });
  };

  /** How far a card that belongs into the cell of one place is from it over the cell of another one. */
  const offsetBetween = (place: number, other: number) => cellOffset(first + place, first + other, geometry);

  return {
    held,
    /** Begins a drag once the pointer has moved a little. */
    press: (id: string, event: PointerEvent) => press({ id, cell: first + ids.indexOf(id) }, event),
    /** Takes a card up with the keyboard, or puts the one that is held down. */
    toggle(id: string) {
      if (isHeld && card.id === id) putDown();
      else setCard({ id, to: ids.indexOf(id), how: 'keys', drag: null, settling: false });
    },
    moveTo,
    putDown,
    /** Arrow keys, Home and End move the card that is held, Escape puts it back. */
    onKeyDown(event: KeyboardEvent) {
      if (held?.how !== 'keys') return;
      const cell = cellByKey(event.key, first + held.to, count, geometry.columns);
      if (event.key === 'Escape') setCard(null);
      else if (cell !== undefined) moveTo(cell - first);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** How far the card of a place stands from its own cell at this moment; undefined when it stands in it. */
    offsetOf(place: number): { x: number; y: number } | undefined {
      if (held === null) return undefined;
      if (place !== held.from) {
        const shifted = shiftedIndex(place, held.from, held.to);
        return shifted === place ? undefined : offsetBetween(place, shifted);
      }
      if (!card?.drag) return offsetBetween(held.from, held.to);
      const taken = cellOffset(first + held.from, card.drag.cell, geometry);
      return { x: taken.x + card.drag.x, y: taken.y + card.drag.y };
    },
  };
}
