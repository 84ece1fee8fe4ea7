import type { Widget } from '@cyno/contract';
import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { moveBy, resizeBy } from '../layout.ts';
import { type GridStep, stepOf } from './grid-step.ts';

export type DragKind = 'move' | 'resize';

/** A drag: where the pointer has carried the widgets, px, and what the dashboard would be if it ended here. */
type Drag = {
  ids: readonly string[];
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
  /** The widgets that go along with the one that is dragged, itself among them. */
  groupOf: (id: string) => readonly string[];
  onDrop: (ids: readonly string[], widgets: readonly Widget[]) => void;
};

/**
 * Moves and resizes widgets with mouse, pen and touch. `layout` is what to draw meanwhile, `offsetOf` how far a dragged widget is
 * from its place; Escape ends a drag without a change.
 */
export function useGridDrag({ gridRef, widgets, groupOf, onDrop }: GridDragProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Nothing but the drag ends.
      event.stopPropagation();
      setDrag(null);
    };
    addEventListener('keydown', cancel, true);
    return () => removeEventListener('keydown', cancel, true);
  }, [isDragging]);

  /** The pointer within the grid, whatever scrolls. */
  const place = (event: PointerEvent) => {
    const { left = 0, top = 0 } = gridRef.current?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const wayOf = ({ from }: Drag, event: PointerEvent) => {
    const { x, y } = place(event);
    return { x: x - from.x, y: y - from.y };
  };

  const handlers = (id: string, kind: DragKind) => ({
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const by = { x: 0, y: 0 };
      const start = widgets;
      setDrag({ ids: groupOf(id), kind, pointer: event.pointerId, from: place(event), start, layout: start, by });
    },
    onPointerMove(event: PointerEvent) {
      if (!drag || drag.pointer !== event.pointerId) return;
      const by = wayOf(drag, event);
      if (isStill(drag, by)) return;
      scrollAtEdge(event.clientY);
      setDrag({ ...drag, by, layout: inOldOrder(drag.start, dragged(drag, by, stepOf(gridRef.current))) });
    },
    onPointerUp(event: PointerEvent) {
      if (!drag || drag.pointer !== event.pointerId) return;
      setDrag(null);
      // The last move may not have been drawn yet.
      const by = wayOf(drag, event);
      if (!isStill(drag, by)) onDrop(drag.ids, dragged(drag, by, stepOf(gridRef.current)));
    },
    onPointerCancel: () => setDrag(null),
  });

  const isMoved = drag !== null && drag.layout !== drag.start;
  const draggedIds: ReadonlySet<string> = new Set(isMoved ? drag.ids : []);
  const offsetOf = (widget: Widget) => {
    const isCarried = drag?.kind === 'move' && draggedIds.has(widget.id);
    const before = isCarried && drag.start.find(({ id }) => id === widget.id);
    if (!before) return null;
    const step = stepOf(gridRef.current);
    return { x: drag.by.x - (widget.x - before.x) * step.x, y: drag.by.y - (widget.y - before.y) * step.y };
  };
  return { layout: drag?.layout ?? widgets, draggedIds, handlers, offsetOf };
}

const isStill = ({ layout, start }: Drag, by: Drag['by']) => layout === start && Math.hypot(by.x, by.y) < thresholdPx;

function dragged({ ids, kind, start }: Drag, by: Drag['by'], step: GridStep): readonly Widget[] {
  const across = Math.round(by.x / step.x);
  const down = Math.round(by.y / step.y);
  return kind === 'move'
    ? moveBy(start, ids, { x: across, y: down })
    : resizeBy(start, ids, { width: across, height: down });
}

/** Another order would take the dragged element out of the page for a moment, and the pointer with it. */
const inOldOrder = (start: readonly Widget[], layout: readonly Widget[]) =>
  start.map((one) => layout.find((moved) => moved.id === one.id) ?? one);

function scrollAtEdge(y: number): void {
  if (y > innerHeight - edgePx) scrollBy(0, scrollPx);
  if (y < edgePx) scrollBy(0, -scrollPx);
}
