import type { Widget } from '@cyno/contract';
import { type PointerEvent, type RefObject, useState } from 'react';
import { stepOf, touchedBy } from './grid-step.ts';
import type { Selection } from './use-selection.ts';

type Point = { x: number; y: number };
type Marquee = { pointer: number; from: Point; to: Point; selected: readonly string[] };

/** A press that moves less is a press. */
const thresholdPx = 4;

type MarqueeProps = { gridRef: RefObject<HTMLElement | null>; widgets: readonly Widget[]; selection: Selection };

/**
 * Selects the widgets within a rectangle that is drawn from an empty place of the grid; with Shift or Ctrl they are added. A finger
 * scrolls the page instead. `ids` are those that would be selected now, `area` is the rectangle, px.
 */
export function useMarquee({ gridRef, widgets, selection }: MarqueeProps) {
  const [drawn, setDrawn] = useState<Marquee | null>(null);
  const place = (event: PointerEvent): Point => {
    const { left = 0, top = 0 } = gridRef.current?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const within = ({ from, to, selected }: Marquee) => [
    ...new Set([...selected, ...touchedBy(widgets, [from, to], stepOf(gridRef.current))]),
  ];
  const isDrawn = drawn !== null && Math.hypot(drawn.to.x - drawn.from.x, drawn.to.y - drawn.from.y) >= thresholdPx;
  return {
    ids: isDrawn ? within(drawn) : null,
    area: isDrawn
      ? {
          left: Math.min(drawn.from.x, drawn.to.x),
          top: Math.min(drawn.from.y, drawn.to.y),
          width: Math.abs(drawn.to.x - drawn.from.x),
          height: Math.abs(drawn.to.y - drawn.from.y),
        }
      : null,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0 || event.pointerType === 'touch' || event.target !== gridRef.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = place(event);
        const adds = event.shiftKey || event.ctrlKey || event.metaKey || selection.isPicking;
        setDrawn({ pointer: event.pointerId, from, to: from, selected: adds ? [...selection.ids] : [] });
      },
      onPointerMove(event: PointerEvent) {
        if (drawn?.pointer === event.pointerId) setDrawn({ ...drawn, to: place(event) });
      },
      onPointerUp(event: PointerEvent) {
        if (drawn?.pointer !== event.pointerId) return;
        setDrawn(null);
        const ids = isDrawn ? within(drawn) : drawn.selected;
        if (ids.length > 0 || selection.ids.size > 0) selection.set(ids);
        const [first] = ids;
        if (first === undefined) return;
        // Arrow keys and Delete continue from here.
        const mover = gridRef.current?.querySelector<HTMLElement>(`[data-widget="${CSS.escape(first)}"]`);
        mover?.focus({ preventScroll: true });
      },
      onPointerCancel: () => setDrawn(null),
    },
  };
}
