import type { Widget } from '@cyno/contract';
import { type PointerEvent, type RefObject, useState } from 'react';
import type { PhoneWidget } from './phone-layout.ts';

type Drag = { id: string; pointer: number; start: readonly string[]; step: string };

type PhoneDragProps = {
  listRef: RefObject<HTMLElement | null>;
  widgets: readonly Widget[];
  onOrder: (id: string, index: number, step: string) => void;
};

/** So near to the edge of the window a drag scrolls the page, and so far at each move, px. */
const edgePx = 48;
const scrollPx = 16;

/** Puts widgets at other places of the phone's list with mouse, pen and touch: the dragged one takes the place that it is over. */
export function usePhoneDrag({ listRef, widgets, onOrder }: PhoneDragProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = () => setDrag(null);
  const handlers = (id: string) => ({
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const step = `order ${id} ${event.timeStamp}`;
      setDrag({ id, pointer: event.pointerId, start: widgets.map((one) => one.id), step });
    },
    onPointerMove(event: PointerEvent) {
      if (drag?.pointer !== event.pointerId) return;
      if (event.clientY > innerHeight - edgePx) scrollBy(0, scrollPx);
      if (event.clientY < edgePx) scrollBy(0, -scrollPx);
      const over = cellAt(listRef.current, event);
      const index = widgets.findIndex((one) => one.id === over);
      if (over !== null && over !== id && index >= 0) onOrder(id, index, drag.step);
    },
    onPointerUp: end,
    onPointerCancel: end,
  });
  return {
    draggedId: drag?.id ?? null,
    handlers,
    /** A cell under a finger that is taken out of the page loses the finger: until it is lifted the style alone orders the cells. */
    rows: (layout: readonly PhoneWidget[]): readonly PhoneWidget[] =>
      drag ? drag.start.flatMap((id) => layout.find(({ widget }) => widget.id === id) ?? []) : layout,
  };
}

/** The widget whose middle part the pointer is over; null: none, so that a drag does not flicker at edges. */
function cellAt(list: HTMLElement | null, { clientX, clientY }: PointerEvent): string | null {
  for (const cell of list?.querySelectorAll<HTMLElement>('[data-phone]') ?? []) {
    const { left, right, top, bottom, height } = cell.getBoundingClientRect();
    const margin = height / 4;
    if (clientX >= left && clientX <= right && clientY >= top + margin && clientY <= bottom - margin)
      return cell.dataset.phone ?? null;
  }
  return null;
}
