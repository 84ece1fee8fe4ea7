import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Place } from '../fields/place-fields.tsx';
import { fitting, type MapSize, type MapViewport } from './mercator.ts';

/** What a map shows: at first all of `places`; then as it was moved, until `fit` is called. Undefined until its size is known. */
export function useMapViewport(frameRef: RefObject<HTMLElement | null>, places: readonly Place[]) {
  const [size, setSize] = useState<MapSize>();
  const [own, setOwn] = useState<MapViewport>();
  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = frame;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    measure();
    return () => observer.disconnect();
  }, [frameRef]);
  const viewport = size && (own ?? fitting(places, size));
  return {
    size,
    viewport,
    change(step: (viewport: MapViewport) => MapViewport) {
      if (size) setOwn((before) => step(before ?? fitting(places, size)));
    },
    /** Shows all places again, and continues doing so when there are others. */
    fit: () => setOwn(undefined),
  };
}
