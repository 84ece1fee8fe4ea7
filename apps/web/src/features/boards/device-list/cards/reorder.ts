/** Where the equal-sized cells of a grid are, in px: `stepX` and `stepY` are a cell and the gap behind it. */
export type GridGeometry = { columns: number; stepX: number; stepY: number };

/** A copy of the list with one entry moved. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  const entry = list[from];
  return entry === undefined ? rest : rest.toSpliced(to, 0, entry);
}

/** Where the entry at `index` stands while the entry `from` is held over `to`. */
export function shiftedIndex(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  if (to <= index && index < from) return index + 1;
  return index;
}

/** How far the cell at `from` must go to stand at `to`, in px. */
export function cellOffset(
  from: number,
  to: number,
  { columns, stepX, stepY }: GridGeometry,
): { x: number; y: number } {
  return {
    x: ((to % columns) - (from % columns)) * stepX,
    y: (Math.floor(to / columns) - Math.floor(from / columns)) * stepY,
  };
}

/** The cell under which a card lies that was dragged away from its cell by (dx, dy) px. */
export function cellUnder(
  from: number,
  drag: { x: number; y: number },
  count: number,
  { columns, stepX, stepY }: GridGeometry,
): number {
  const column = clamp(Math.round((from % columns) + drag.x / stepX), 0, columns - 1);
  const row = Math.max(0, Math.round(Math.floor(from / columns) + drag.y / stepY));
  return clamp(row * columns + column, 0, count - 1);
}

/** Where an arrow key, Home or End takes a held card (beyond the last row: to the end); undefined for any other key. */
export function cellByKey(key: string, at: number, count: number, columns: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(count - 1, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - columns);
    case 'ArrowDown':
      return Math.min(count - 1, at + columns);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
