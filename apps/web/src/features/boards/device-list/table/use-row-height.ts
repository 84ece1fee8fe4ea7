import { type RefObject, useLayoutEffect, useState } from 'react';

/** The distance between the tops of two rows of a table whose rows are all equal, px; 44 until it was measured. */
export function useRowHeight(bodyRef: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(44);
  useLayoutEffect(() => {
    const body = bodyRef.current;
    if (body === null) return;
    const measure = () => {
      // Between them no heading of a group may stand.
      const [first, second] = body.querySelectorAll(
        'tr[aria-rowindex]:has(+ tr[aria-rowindex]), tr[aria-rowindex] + tr[aria-rowindex]',
      );
      if (first === undefined || second === undefined) return;
      setHeight(second.getBoundingClientRect().top - first.getBoundingClientRect().top);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(body);
    measure();
    return () => observer.disconnect();
  }, [bodyRef]);
  return height;
}
