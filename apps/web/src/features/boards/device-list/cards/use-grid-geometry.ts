import { type RefObject, useLayoutEffect, useState } from 'react';
import type { GridGeometry } from './reorder.ts';

/** Measures a CSS grid of equal cells (also between headings, where its rows are `auto`), again whenever its size changes; undefined until it was measured. */
export function useGridGeometry(gridRef: RefObject<HTMLElement | null>): GridGeometry | undefined {
  const [geometry, setGeometry] = useState<GridGeometry>();
  useLayoutEffect(() => {
    const grid = gridRef.current;
    if (grid === null) return;
    const observer = new ResizeObserver(() => setGeometry((before) => keepEqual(before, measure(grid))));
    observer.observe(grid);
    setGeometry(measure(grid));
    return () => observer.disconnect();
  }, [gridRef]);
  return geometry;
}

function measure(grid: HTMLElement): GridGeometry {
  const style = getComputedStyle(grid);
  const widths = style.gridTemplateColumns.split(' ').map(Number.parseFloat);
  return {
    columns: widths.length,
    stepX: (widths[0] ?? 0) + Number.parseFloat(style.columnGap),
    stepY: (Number.parseFloat(style.gridAutoRows) || cellHeight(grid)) + Number.parseFloat(style.rowGap),
  };
}

const cellHeight = (grid: HTMLElement) =>
  grid.querySelector<HTMLElement>('.device-grid-cell')?.getBoundingClientRect().height ?? 0;

function keepEqual(before: GridGeometry | undefined, now: GridGeometry): GridGeometry {
  const same = before?.columns === now.columns && before.stepX === now.stepX && before.stepY === now.stepY;
  return same ? before : now;
}
