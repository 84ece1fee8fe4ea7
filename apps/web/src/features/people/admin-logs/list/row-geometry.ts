/** Where rows stand in a list that may have millions of them, of which only some were ever measured. */
export type RowGeometry = {
  /** The height of all rows, in px. */
  total: number;
  /** How far the row at a place begins from the top of the list. */
  offsetOf(place: number): number;
  /** The place of the row at a distance from the top. */
  placeAt(offset: number): number;
};

/** `measured`: heights of the rows at some places, in any order; all others are taken to be as high as `estimate`. */
export function rowGeometry(
  count: number,
  estimate: number,
  measured: Iterable<readonly [number, number]>,
): RowGeometry {
  const known = [...measured].filter(([place]) => place >= 0 && place < count).sort(([a], [b]) => a - b);
  const places = known.map(([place]) => place);
  const extra = [0];
  for (const [, height] of known) extra.push((extra.at(-1) ?? 0) + height - estimate);

  const offsetOf = (place: number) => place * estimate + (extra[countBelow(places, place)] ?? 0);
  return {
    total: offsetOf(count),
    offsetOf,
    placeAt(offset) {
      let low = 0;
      let high = Math.max(0, count - 1);
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (offsetOf(middle) <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

/** How many of the sorted numbers are below another one. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Browsers draw nothing beyond 16 to 33 million px, so a higher list gets a scroll bar of this height. */
export const tallestPx = 8_000_000;

/**
 * Where a list stands that may be higher than browsers can draw: `top` is what the browser scrolls, `shift` how much further
 * down in the list that is. Small movements are the same in both; a jump, as by dragging the bar, goes to the same share.
 */
export type TallScroll = { top: number; shift: number };

export type TallList = { total: number; viewport: number };

export const scrollHeight = (total: number): number => Math.min(total, tallestPx);

/** After the browser has scrolled to `top`. */
export function scrolledTo(before: TallScroll, top: number, { total, viewport }: TallList): TallScroll {
  if (total <= tallestPx) return { top, shift: 0 };
  const isJump = Math.abs(top - before.top) > 4 * viewport;
  const range = tallestPx - viewport;
  if (isJump || top <= 0 || top >= range) {
    // At an end the bar may have run ahead of the list: it is put back to where the list is.
    const atEnd = !isJump && Math.abs(before.top + before.shift - (top / range) * (total - viewport)) > 4 * viewport;
    if (atEnd) return placedAt(before.top + before.shift + (top - before.top), { total, viewport });
    return placedAt((top / range) * (total - viewport), { total, viewport });
  }
  return { top, shift: before.shift };
}

/** Where the browser must scroll to show the list from `offset` on. */
export function placedAt(offset: number, { total, viewport }: TallList): TallScroll {
  const max = Math.max(0, total - viewport);
  const wanted = Math.min(max, Math.max(0, offset));
  if (total <= tallestPx) return { top: wanted, shift: 0 };
  const top = (wanted / max) * (tallestPx - viewport);
  return { top, shift: wanted - top };
}
