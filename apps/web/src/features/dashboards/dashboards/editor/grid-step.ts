import type { Widget } from '@cyno/contract';
import { columns } from '../layout.ts';

/** From one column or row of the grid to the next, and what is free between them, px. */
export type GridStep = { x: number; y: number; gap: number };

/** How large the columns and rows of a grid on the page are. */
export function stepOf(grid: HTMLElement | null): GridStep {
  if (!grid) return { x: 1, y: 1, gap: 0 };
  const { columnGap, rowGap, gridAutoRows } = getComputedStyle(grid);
  const gap = Number.parseFloat(columnGap);
  return {
    x: (grid.getBoundingClientRect().width + gap) / columns,
    y: Number.parseFloat(gridAutoRows) + Number.parseFloat(rowGap),
    gap,
  };
}

type Point = { x: number; y: number };

/** The widgets that a rectangle between two points of the grid touches, px. */
export function touchedBy(widgets: readonly Widget[], [a, b]: readonly [Point, Point], step: GridStep): string[] {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  return widgets
    .filter(
      ({ x, y, width, height }) =>
        x * step.x < right &&
        (x + width) * step.x - step.gap > left &&
        y * step.y < bottom &&
        (y + height) * step.y - step.gap > top,
    )
    .map(({ id }) => id);
}
