import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/**
 * A value that is being drawn by hand (null: none), and how to draw it. It is committed once, when the hand has rested for `restMs` or the
 * control goes away before that.
 */
export function useDrawnValue(
  restMs: number,
  onCommit: (value: number) => void,
): [drawn: number | null, draw: (value: number) => void] {
  const [drawn, setDrawn] = useState<number | null>(null);
  const waiting = useRef<number | null>(null);
  const commit = useEffectEvent(() => {
    if (waiting.current === null) return;
    onCommit(waiting.current);
    waiting.current = null;
    setDrawn(null);
  });
  useEffect(() => {
    if (drawn === null) return;
    const timer = setTimeout(() => commit(), restMs);
    return () => clearTimeout(timer);
  }, [drawn, restMs]);
  // The choice was made and seen: who chooses another device or page at once must not lose it. As a layout effect this still runs
  // as that of the old device.
  useLayoutEffect(() => () => commit(), []);
  const draw = (value: number) => {
    waiting.current = value;
    setDrawn(value);
  };
  return [drawn, draw];
}
