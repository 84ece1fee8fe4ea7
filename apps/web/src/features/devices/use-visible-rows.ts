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
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = listRef.current?.getBoundingClientRect().top;
    if (top !== undefined) setScrollMargin(Math.round(top + window.scrollY));
  });
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
