import { useEffect, useEffectEvent, useState } from 'react';

/** How long it stands still after a touch or a key, ms. */
const stillMs = 60_000;

export type TurningPages = {
  page: number;
  isPaused: boolean;
  turnTo: (page: number) => void;
  turnBy: (by: 1 | -1) => void;
  setPaused: (isPaused: boolean) => void;
};

type TurningProps = {
  count: number;
  /** How long each page is shown. */
  seconds: number;
  /** Called after the last page; without it the first one follows. */
  onEnd?: (() => void) | undefined;
};

/**
 * Turns pages by themselves and with the arrow keys. A touch or key stops it for a minute, so that somebody can read; the pause button
 * stops it until it is pressed again.
 */
export function useTurningPages({ count, seconds, onEnd }: TurningProps): TurningPages {
  // Counted, because the page stays the same when there is one and another dashboard follows.
  const [{ wanted, turns }, setAt] = useState({ wanted: 0, turns: 0 });
  const [isPaused, setPaused] = useState(false);
  const isStill = useIsTouched();
  const page = Math.min(wanted, count - 1);
  const turnTo = (to: number) => setAt((before) => ({ wanted: to, turns: before.turns + 1 }));
  const turnBy = (by: 1 | -1) => {
    if (by > 0 && page === count - 1) onEnd?.();
    turnTo((page + by + count) % count);
  };
  const next = useEffectEvent(() => turnBy(1));
  const isTurning = !isPaused && !isStill && (count > 1 || onEnd !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was turned by hand is shown for its whole time
  useEffect(() => {
    if (!isTurning) return;
    const timer = setTimeout(next, seconds * 1_000);
    return () => clearTimeout(timer);
  }, [isTurning, seconds, turns]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event;
    const by = key === 'ArrowRight' || key === 'PageDown' ? 1 : key === 'ArrowLeft' || key === 'PageUp' ? -1 : null;
    if (by === null || defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(target)) return;
    if (count < 2 && !onEnd) return;
    event.preventDefault();
    turnBy(by);
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return { page, isPaused, turnTo, turnBy, setPaused };
}

/** Anyone who operates a widget keeps its keys. */
const isTaken = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, .device-picker, [role="slider"], [role="radiogroup"], [role="listbox"], [role="menu"], [role*="dialog"]',
  ) !== null;

/** True for a while after a touch, press or key. */
function useIsTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      setTouched(true);
      timer = setTimeout(() => setTouched(false), stillMs);
    };
    const events = ['pointerdown', 'keydown', 'wheel'];
    for (const name of events) addEventListener(name, stop, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of events) removeEventListener(name, stop);
    };
  }, []);
  return isTouched;
}
