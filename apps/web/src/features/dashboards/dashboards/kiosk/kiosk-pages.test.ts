import type { Widget } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { fitKiosk } from './kiosk-pages.ts';

const content = { type: 'value', title: 'Temperature', key: 'temp' } as const;
const at = (x: number, y: number, width = 3, height = 3): Widget => ({
  id: `${x} ${y}`,
  x,
  y,
  width,
  height,
  content,
});
/** So many rows of four widgets. */
const rowsOfFour = (count: number) =>
  Array.from({ length: count * 4 }, (_, index) => at((index % 4) * 3, Math.floor(index / 4) * 3));
const screen = { width: 1888, height: 1048 };
const idsOf = (pages: readonly (readonly Widget[])[]) => pages.map((page) => page.map(({ id }) => id));

describe('a dashboard on a screen', () => {
  it('is as large as the screen when all of it can be read', () => {
    const { pages, zoom, rowPx } = fitKiosk(rowsOfFour(2), screen);
    expect(pages).toHaveLength(1);
    expect(zoom).toBeGreaterThan(2);
    expect(zoom * (6 * (rowPx + 16) - 16)).toBeCloseTo(screen.height);
  });

  it('comes on evenly full pages when it could not be read', () => {
    const { pages, zoom } = fitKiosk(rowsOfFour(9), screen);
    expect(pages.map((page) => page.length)).toEqual([20, 16]);
    expect(zoom).toBeGreaterThanOrEqual(1);
    expect(pages[1]?.[0]).toMatchObject({ id: '0 15', y: 0 });
  });

  it('shows each widget once, also where no line goes through between them', () => {
    const staggered = Array.from({ length: 24 }, (_, index) => [
      at(0, index * 3, 6),
      at(6, index * 3 + 1, 6, 2),
    ]).flat();
    const { pages } = fitKiosk(staggered, screen);
    expect(idsOf(pages).flat().toSorted()).toEqual(staggered.map(({ id }) => id).toSorted());
    expect(pages.length).toBeLessThanOrEqual(5);
    for (const page of pages) {
      const taken = page.flatMap(({ x, y, width, height }) =>
        Array.from({ length: width * height }, (_, index) => `${x + (index % width)} ${y + Math.floor(index / width)}`),
      );
      expect(new Set(taken).size).toBe(taken.length);
    }
  });

  it('stands in halves on a narrow upright screen, as on a page, unless that needs more pages', () => {
    const chart: Widget = { ...at(6, 0, 6, 4), content: { type: 'chart', title: 'Air', keys: ['temp'], minutes: 60 } };
    const widgets = [at(0, 0, 3, 4), at(3, 0, 3, 4), chart, at(0, 4, 3, 4)];
    const { pages } = fitKiosk(widgets, { width: 820, height: 900 });
    expect(pages.map((page) => page.map(({ x, y, width }) => [x, y, width]))).toEqual([
      [
        [0, 0, 6],
        [6, 0, 6],
        [0, 4, 12],
        [0, 8, 12],
      ],
    ]);
    expect(fitKiosk(widgets, { width: 1024, height: 768 }).pages).toEqual([widgets]);
    expect(fitKiosk(rowsOfFour(4), { width: 820, height: 900 }).pages).toEqual([rowsOfFour(4)]);
  });

  it('gives a widget that is higher than the screen a page of its own, and lets it scroll', () => {
    const { pages, zoom } = fitKiosk([at(0, 0, 6, 20), at(6, 0, 6, 20)], { width: 1000, height: 500 });
    expect(idsOf(pages)).toEqual([['0 0'], ['6 0']]);
    expect(zoom).toBe(0.8);
  });
});
