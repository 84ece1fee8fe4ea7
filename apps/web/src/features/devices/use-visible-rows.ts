import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

type VisibleRowsInput = {
  listRef: RefObject<HTMLElement | null>;
  count: number;
  /** Height of a row with the gap behind it, px. */
  rowHeight: number;
  /** False draws all rows: short lists stay whole for the browser's own search and for print. */
  enabled: boolean;
  /** A row that must stay drawn wherever the page is scrolled to. */
  keep: number | undefined;
};

/** The rows `first` to `last` (exclusive) that are on screen or near it, and the heights in px that stand for the others. */
export type VisibleRows = { first: number; last: number; before: number; after: number };

/** Tells which rows of a long list in the scrolling page must be drawn. */
export function useVisibleRows({ listRef, count, rowHeight, enabled, keep }: VisibleRowsInput): VisibleRows {
  const scrollMargin = usePageTop(listRef);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin,
    enabled,
  });
  useLayoutEffect(() => {
    if (rowHeight > 0) virtualizer.measure();
  }, [virtualizer, rowHeight]);
  if (!enabled) return { first: 0, last: count, before: 0, after: 0 };
  const rows = virtualizer.getVirtualItems();
  const first = Math.min(rows[0]?.index ?? 0, keep ?? count);
  const last = Math.max((rows.at(-1)?.index ?? -1) + 1, (keep ?? -1) + 1);
  return { first, last, before: first * rowHeight, after: Math.max(0, count - last) * rowHeight };
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
