import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { LineSource } from '../lines/line-source.ts';
import { placedAt, rowGeometry, scrolledTo, scrollHeight, type TallScroll, tallestPx } from './row-geometry.ts';

/** Rows beyond the edges, so that a flick shows lines rather than gaps. */
const overscan = 12;
/** Heights that are remembered; further ones are guessed again. */
const maxMeasured = 3_000;
const atEdgePx = 4;

/** What stays where it is when the list changes; null: a line that is still on its way. */
type Anchor = 'top' | 'end' | { line: number; within: number } | null;

export type TallListState = {
  /** Places to draw, the last one exclusive. */
  first: number;
  last: number;
  /** Height of what the browser scrolls, in px. */
  height: number;
  /** Where a row stands in it. */
  topOf(place: number): number;
  isAtTop: boolean;
  scrollToTop(): void;
  /** Brings a row into sight; `middle` puts it there in any case. */
  reveal(place: number, where: 'nearest' | 'middle'): void;
};

/**
 * Draws the part of a list that is in sight, whatever its length and the heights of its rows. What is read stays where it is
 * when lines come in above it or when a height turns out to be another one, unless the top is in sight.
 */
export function useTallList(
  boxRef: RefObject<HTMLDivElement | null>,
  source: LineSource,
  estimate: number,
): TallListState {
  const [viewport, setViewport] = useState({ width: 0, height: 600 });
  const [scroll, setScroll] = useState<TallScroll>({ top: 0, shift: 0 });
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(() => new Map());
  const anchorRef = useRef<Anchor>('top');

  const measured = [...heights].map(([line, height]) => [source.placeOf(line), height] as const);
  const geometry = rowGeometry(source.count, estimate, measured);
  const list = { total: geometry.total, viewport: viewport.height };
  const offset = scroll.top + scroll.shift;
  const first = Math.max(0, geometry.placeAt(offset) - overscan);
  const last = Math.min(source.count, geometry.placeAt(offset + viewport.height) + 1 + overscan);

  const anchorAt = (at: number): Anchor => {
    if (at <= atEdgePx) return 'top';
    if (at >= geometry.total - viewport.height - atEdgePx) return 'end';
    const place = geometry.placeAt(at);
    const line = source.lineAt(place)?.line;
    return line === undefined ? null : { line, within: at - geometry.offsetOf(place) };
  };
  const move = (next: TallScroll) => {
    const box = boxRef.current;
    if (!box) return;
    const at = next.top + next.shift;
    anchorRef.current = anchorAt(at);
    if (Math.abs(box.scrollTop - next.top) > 0.5) box.scrollTop = next.top;
    setScroll(next);
  };

  const onScroll = useEffectEvent(() => {
    const top = boxRef.current?.scrollTop ?? 0;
    if (Math.abs(top - scroll.top) > 0.5) move(scrolledTo(scroll, top, list));
  });
  const onResize = useEffectEvent((width: number, height: number) => {
    if (width !== viewport.width) setHeights(new Map());
    setViewport({ width, height });
  });
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const scrolled = () => onScroll();
    const observer = new ResizeObserver(() => onResize(box.clientWidth, box.clientHeight));
    box.addEventListener('scroll', scrolled, { passive: true });
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', scrolled);
      observer.disconnect();
    };
  }, [boxRef]);

  useLayoutEffect(() => {
    const next = measureRows(boxRef.current, heights);
    if (next) setHeights(next);
  });

  const offsetOfAnchor = (anchor: Anchor): number | undefined => {
    if (anchor === 'top') return 0;
    if (anchor === 'end') return Math.max(0, geometry.total - viewport.height);
    if (anchor === null) return undefined;
    const place = source.placeOf(anchor.line);
    return place < 0 ? undefined : geometry.offsetOf(place) + anchor.within;
  };
  const keepPlace = useEffectEvent(() => {
    anchorRef.current ??= anchorAt(offset);
    const wanted = offsetOfAnchor(anchorRef.current);
    if (wanted === undefined || Math.abs(wanted - offset) < 1) return;
    // In a list that is taller than what browsers draw the bar need not move for a little.
    if (geometry.total <= tallestPx || typeof anchorRef.current === 'string') move(placedAt(wanted, list));
    else move({ top: scroll.top, shift: wanted - scroll.top });
  });
  useLayoutEffect(() => keepPlace());

  return {
    first,
    last,
    height: scrollHeight(geometry.total),
    topOf: (place) => geometry.offsetOf(place) - scroll.shift,
    isAtTop: offset <= atEdgePx,
    scrollToTop: () => move(placedAt(0, list)),
    reveal(place, where) {
      const [from, to] = [geometry.offsetOf(place), geometry.offsetOf(place + 1)];
      const isInSight = from >= offset && to <= offset + viewport.height;
      if (where === 'middle') move(placedAt((from + to - viewport.height) / 2, list));
      else if (!isInSight) move(placedAt(from < offset ? from : to - viewport.height, list));
    },
  };
}

/** The heights of the rows that are drawn, when some of them are new. */
function measureRows(box: HTMLElement | null, heights: ReadonlyMap<number, number>): Map<number, number> | undefined {
  let next: Map<number, number> | undefined;
  for (const row of box?.querySelectorAll<HTMLElement>('[data-line]') ?? []) {
    const line = Number(row.dataset.line);
    const height = row.getBoundingClientRect().height;
    if (Math.abs((heights.get(line) ?? -1) - height) < 0.1) continue;
    next ??= new Map(heights);
    next.delete(line);
    next.set(line, height);
  }
  for (const oldest of next?.keys() ?? []) {
    if (!next || next.size <= maxMeasured) break;
    next.delete(oldest);
  }
  return next;
}
