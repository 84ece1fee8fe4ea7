import type { Widget } from '@cyno/contract';
import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { columns, moveTo, resizeTo } from './layout.ts';

export type DragKind = 'move' | 'resize';

/** A drag: where the pointer has carried the widget, px, and what the dashboard would be if it ended here. */
type Drag = {
  id: string;
  kind: DragKind;
  pointer: number;
  from: { x: number; y: number };
  start: readonly Widget[];
  layout: readonly Widget[];
  by: { x: number; y: number };
};

/** A press that moves less is a press. */
const thresholdPx = 4;
/** So near to the edge of the window a drag scrolls the page, and so far at each move, px. */
const edgePx = 48;
const scrollPx = 16;

type GridDragProps = {
  gridRef: RefObject<HTMLElement | null>;
  widgets: readonly Widget[];
  onDrop: (id: string, kind: DragKind, widgets: readonly Widget[]) => void;
};

/**
 * Moves and resizes widgets with mouse, pen and touch. `layout` is what to draw meanwhile, `offsetOf` how far the dragged widget is
 * from its place; Escape ends a drag without a change.
 */
export function useGridDrag({ gridRef, widgets, onDrop }: GridDragProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(null);
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [isDragging]);

  /** The pointer within the grid, whatever scrolls. */
  const place = (event: PointerEvent) => {
    const { left = 0, top = 0 } = gridRef.current?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const handlers = (id: string, kind: DragKind) => ({
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const by = { x: 0, y: 0 };
      setDrag({ id, kind, pointer: event.pointerId, from: place(event), start: widgets, layout: widgets, by });
    },
    onPointerMove(event: PointerEvent) {
      if (!drag || drag.pointer !== event.pointerId) return;
      const { x, y } = place(event);
      const by = { x: x - drag.from.x, y: y - drag.from.y };
      if (drag.layout === drag.start && Math.hypot(by.x, by.y) < thresholdPx) return;
      scrollAtEdge(event.clientY);
      setDrag({ ...drag, by, layout: dragged(drag, by, stepOf(gridRef.current)) });
    },
    onPointerUp(event: PointerEvent) {
      if (!drag || drag.pointer !== event.pointerId) return;
      setDrag(null);
      if (drag.layout !== drag.start) onDrop(id, kind, drag.layout);
    },
    onPointerCancel: () => setDrag(null),
  });

  const offsetOf = (widget: Widget) => {
    const before = drag?.kind === 'move' && drag.id === widget.id && drag.start.find(({ id }) => id === widget.id);
    if (!drag || !before) return null;
    const step = stepOf(gridRef.current);
    return { x: drag.by.x - (widget.x - before.x) * step.x, y: drag.by.y - (widget.y - before.y) * step.y };
  };
  return {
    layout: drag?.layout ?? widgets,
    draggedId: drag && drag.layout !== drag.start ? drag.id : null,
    handlers,
    offsetOf,
  };
}

function dragged({ id, kind, start }: Drag, by: Drag['by'], step: { x: number; y: number }): readonly Widget[] {
  const widget = start.find((one) => one.id === id);
  if (!widget) return start;
  const across = Math.round(by.x / step.x);
  const down = Math.round(by.y / step.y);
  const layout =
    kind === 'move'
      ? moveTo(start, id, { x: widget.x + across, y: widget.y + down })
      : resizeTo(start, id, { width: widget.width + across, height: widget.height + down });
  // Another order would take the dragged element out of the page for a moment, and the pointer with it.
  return start.map((one) => layout.find((moved) => moved.id === one.id) ?? one);
}

function scrollAtEdge(y: number): void {
  if (y > innerHeight - edgePx) scrollBy(0, scrollPx);
  if (y < edgePx) scrollBy(0, -scrollPx);
}

/** From one column or row to the next, px. */
function stepOf(grid: HTMLElement | null): { x: number; y: number } {
  if (!grid) return { x: 1, y: 1 };
  const { columnGap, rowGap, gridAutoRows } = getComputedStyle(grid);
  const width = grid.getBoundingClientRect().width;
  return {
    x: (width + Number.parseFloat(columnGap)) / columns,
    y: Number.parseFloat(gridAutoRows) + Number.parseFloat(rowGap),
  };
}
