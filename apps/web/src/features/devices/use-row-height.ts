import { type RefObject, useLayoutEffect, useState } from 'react';

/** The distance between the tops of two rows of a table whose rows are all equal, px; 44 until it was measured. */
export function useRowHeight(bodyRef: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(44);
  useLayoutEffect(() => {
    const [first, second] = bodyRef.current?.querySelectorAll('tr[aria-rowindex]') ?? [];
    if (first === undefined || second === undefined) return;
    const distance = second.getBoundingClientRect().top - first.getBoundingClientRect().top;
    if (Math.abs(distance - height) > 0.1) setHeight(distance);
  });
  return height;
}
