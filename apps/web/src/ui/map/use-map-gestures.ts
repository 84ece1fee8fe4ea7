import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type MapViewport, moved, zoomed } from './mercator.ts';

type GesturesInput = {
  frameRef: RefObject<HTMLElement | null>;
  change: (step: (viewport: MapViewport) => MapViewport) => void;
  /** A press that did not become a drag, px from the left upper corner of the map. */
  onPress: ((at: { left: number; top: number }) => void) | undefined;
  onReset: () => void;
};

type Finger = { x: number; y: number };

const dragFromPx = 4;
const arrowPx = 80;
const wheelLevelsPerPx = 1 / 300;

/** Moves and zooms a map with mouse, fingers, wheel and keys. The wheel scrolls the page until the map has the focus, or with Ctrl. */
export function useMapGestures({ frameRef, change, onPress, onReset }: GesturesInput) {
  const fingers = useRef(new Map<number, Finger>());
  const travelled = useRef(0);

  const wheel = useEffectEvent((event: WheelEvent) => {
    const frame = frameRef.current;
    if (!frame || !(event.ctrlKey || event.metaKey || frame.contains(document.activeElement))) return;
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    const at = { dx: event.clientX - box.left - box.width / 2, dy: event.clientY - box.top - box.height / 2 };
    // A pinch on a touchpad comes as small steps with Ctrl.
    const speed = event.ctrlKey ? wheelLevelsPerPx * 4 : wheelLevelsPerPx;
    change((viewport) => zoomed(viewport, -event.deltaY * speed, at));
  });
  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    const listener = (event: WheelEvent) => wheel(event);
    frame.addEventListener('wheel', listener, { passive: false });
    return () => frame.removeEventListener('wheel', listener);
  }, [frameRef]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || isControl(event.target)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (fingers.current.size === 0) travelled.current = 0;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    travelled.current += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled.current < dragFromPx) return;
    if (other) pinch(event.currentTarget, { before, now, other });
    else change((viewport) => moved(viewport, now.x - before.x, now.y - before.y));
  };

  const pinch = (frame: Element, { before, now, other }: { before: Finger; now: Finger; other: Finger }) => {
    const box = frame.getBoundingClientRect();
    const between = (finger: Finger) => Math.max(1, Math.hypot(finger.x - other.x, finger.y - other.y));
    const levels = Math.log2(between(now) / between(before));
    const at = {
      dx: (now.x + other.x) / 2 - box.left - box.width / 2,
      dy: (now.y + other.y) / 2 - box.top - box.height / 2,
    };
    change((viewport) => moved(zoomed(viewport, levels, at), (now.x - before.x) / 2, (now.y - before.y) / 2));
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return;
    if (event.type !== 'pointerup' || travelled.current >= dragFromPx) return;
    const box = event.currentTarget.getBoundingClientRect();
    onPress?.({ left: event.clientX - box.left, top: event.clientY - box.top });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = keySteps[event.key];
    if (step) change(step);
    else if (event.key === '0' || event.key === 'Home') onReset();
    else return;
    event.preventDefault();
  };

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown };
}

const keySteps: Partial<Record<string, (viewport: MapViewport) => MapViewport>> = {
  ArrowLeft: (viewport) => moved(viewport, arrowPx, 0),
  ArrowRight: (viewport) => moved(viewport, -arrowPx, 0),
  ArrowUp: (viewport) => moved(viewport, 0, arrowPx),
  ArrowDown: (viewport) => moved(viewport, 0, -arrowPx),
  '+': (viewport) => zoomed(viewport, 1),
  '=': (viewport) => zoomed(viewport, 1),
  '-': (viewport) => zoomed(viewport, -1),
};

const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('button, a') !== null;
