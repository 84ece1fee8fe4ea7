import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Place } from '../fields/place-fields.tsx';
import { fitting, type MapLook, type MapSize } from './mercator.ts';

/** What a map shows: at first all of `places`; then as it was moved, until `fit` is called. Undefined until its size is known. */
export function useMapLook(frameRef: RefObject<HTMLElement | null>, places: readonly Place[]) {
  const [size, setSize] = useState<MapSize>();
  const [own, setOwn] = useState<MapLook>();
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
  const look = size && (own ?? fitting(places, size));
  return {
    size,
    look,
    change(step: (look: MapLook) => MapLook) {
      if (size) setOwn((before) => step(before ?? fitting(places, size)));
    },
    /** Shows all places again, and continues doing so when there are others. */
    fit: () => setOwn(undefined),
  };
}
