import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

type Press<Thing> = {
  thing: Thing;
  startX: number;
  startY: number;
  scrollY: number;
  x: number;
  y: number;
  moved: boolean;
};

type PointerDragInput<Thing> = {
  /** The pointer is (x, y) px away from where it was pressed; scrolling counts. */
  onMove: (thing: Thing, offset: { x: number; y: number }) => void;
  /** `keep` is false when the drag was given up. */
  onEnd: (keep: boolean) => void;
};

/** Less than this is a click with a trembling hand. */
const dragDistance = 6;
/** Near the upper and lower edge of the window the page scrolls. */
const scrollZone = 72;

/** Follows a pressed pointer where it goes; returns what begins it: the pressed thing and the press. */
export function usePointerDrag<Thing>({
  onMove,
  onEnd,
}: PointerDragInput<Thing>): (thing: Thing, event: ReactPointerEvent) => void {
  const pressRef = useRef<Press<Thing> | null>(null);
  const [dragging, setDragging] = useState(false);

  const follow = useEffectEvent(() => {
    const press = pressRef.current;
    if (press === null) return;
    const offset = { x: press.x - press.startX, y: press.y - press.startY + window.scrollY - press.scrollY };
    if (!press.moved && Math.hypot(offset.x, offset.y) < dragDistance) return;
    press.moved = true;
    setDragging(true);
    onMove(press.thing, offset);
  });

  const release = useEffectEvent((keep: boolean) => {
    const press = pressRef.current;
    pressRef.current = null;
    setDragging(false);
    if (!press?.moved) return;
    swallowClick();
    onEnd(keep);
  });

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const move = (event: PointerEvent) => {
      if (pressRef.current === null) return;
      pressRef.current.x = event.clientX;
      pressRef.current.y = event.clientY;
      follow();
    };
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', () => release(true), { signal });
    window.addEventListener('pointercancel', () => release(false), { signal });
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      if (pressRef.current?.moved) event.preventDefault();
      release(false);
    };
    // Before the toasts, which close with an Escape that has done nothing else.
    window.addEventListener('keydown', cancel, { signal, capture: true });
    return () => listeners.abort();
  }, []);

  useEffect(() => {
    if (!dragging) return;
    let frame = requestAnimationFrame(function scroll() {
      const step = scrollStep(pressRef.current?.y ?? window.innerHeight / 2);
      if (step !== 0) {
        window.scrollBy(0, step);
        follow();
      }
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [dragging]);

  return (thing, event) => {
    if (event.button !== 0) return;
    const { clientX: x, clientY: y } = event;
    pressRef.current = { thing, startX: x, startY: y, scrollY: window.scrollY, x, y, moved: false };
  };
}

function scrollStep(y: number): number {
  const below = y - (window.innerHeight - scrollZone);
  if (below > 0) return Math.min(18, below / 4);
  return y < scrollZone ? Math.max(-18, (y - scrollZone) / 4) : 0;
}

/** The press that ends a drag is no click on what lies under it. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
