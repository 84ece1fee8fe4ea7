import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

type VisibleRowsInput = {
  listRef: RefObject<HTMLElement | null>;
  /** Heights of the rows with the gap behind each, px. */
  heights: readonly number[];
  /** `whole`: short lists are drawn whole for the browser's own search and for print; `measuring`: heights are not known yet. */
  mode: 'whole' | 'measuring' | 'near';
  /** A row that must stay drawn where the page is scrolled to. */
  keep: number | undefined;
};

/** The rows `first` to `last` (exclusive) that are on screen or near it, and the heights in px that stand for the others. */
export type VisibleRows = { first: number; last: number; before: number; after: number };

/** Enough to measure by; a long list drawn whole would hold the page up. */
const measuredRows = 12;

/** Computes which rows of a long list in the scrolling page must be drawn. */
export function useVisibleRows({ listRef, heights, mode, keep }: VisibleRowsInput): VisibleRows {
  const scrollMargin = usePageTop(listRef);
  const count = heights.length;
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => heights[index] ?? 0,
    overscan: 3,
    scrollMargin,
    enabled: mode === 'near',
  });
  useLayoutEffect(() => {
    if (heights.length > 0) virtualizer.measure();
  }, [virtualizer, heights]);
  if (mode !== 'near') return { first: 0, last: mode === 'whole' ? count : measuredRows, before: 0, after: 0 };
  const rows = virtualizer.getVirtualItems();
  const first = Math.min(rows[0]?.index ?? 0, keep ?? count);
  const last = Math.max((rows.at(-1)?.index ?? -1) + 1, (keep ?? -1) + 1);
  return { first, last, before: sum(heights, 0, first), after: sum(heights, last, count) };
}

function sum(heights: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index++) total += heights[index] ?? 0;
  return total;
}

/** How far an element's top is from the top of the page, px; what stands above it shares its parent, whose size is watched. */
function usePageTop(elementRef: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = elementRef.current;
    const parent = element?.closest('main');
    if (!element || !parent) return;
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    const observer = new ResizeObserver(measure);
    observer.observe(parent);
    measure();
    return () => observer.disconnect();
  }, [elementRef]);
  return top;
}

/** So many rows of one height. */
export const equalHeights = (count: number, height: number): readonly number[] =>
  Array.from({ length: count }, () => height);
