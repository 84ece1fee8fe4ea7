import { describe, expect, test } from 'vitest';
import { placedAt, rowGeometry, scrolledTo, tallestPx } from './row-geometry.ts';

describe('rows of which some were measured', () => {
  const geometry = rowGeometry(1_000, 20, [
    [10, 50],
    [3, 100],
    [999, 40],
    [5_000, 9],
  ]);

  test('stand below what is above them', () => {
    expect(geometry.total).toBe(1_000 * 20 + 30 + 80 + 20);
    expect([0, 3, 4, 10, 11, 999].map((place) => geometry.offsetOf(place))).toEqual([0, 60, 160, 280, 330, 20_090]);
  });

  test.each([
    [0, 0],
    [59, 2],
    [60, 3],
    [159, 3],
    [160, 4],
    [329, 10],
    [20_090, 999],
    [99_999, 999],
    [-5, 0],
  ])('at %i px is row %i', (offset, place) => expect(geometry.placeAt(offset)).toBe(place));

  test('an empty list has none', () => {
    expect(rowGeometry(0, 20, [])).toMatchObject({ total: 0 });
    expect(rowGeometry(0, 20, []).placeAt(10)).toBe(0);
  });
});

describe('a list that is taller than what browsers draw', () => {
  const list = { total: 66_000_000, viewport: 600 };
  const at = ({ top, shift }: { top: number; shift: number }) => top + shift;

  test('a list that is not scrolls as it is', () => {
    expect(scrolledTo({ top: 0, shift: 0 }, 700, { total: 5_000, viewport: 600 })).toEqual({ top: 700, shift: 0 });
  });

  test('its ends are at the ends of the bar', () => {
    expect(placedAt(0, list)).toEqual({ top: 0, shift: 0 });
    const end = placedAt(Number.POSITIVE_INFINITY, list);
    expect(end.top).toBe(tallestPx - 600);
    expect(at(end)).toBe(66_000_000 - 600);
  });

  test('small movements are as long in the list as in the bar', () => {
    let scroll = placedAt(30_000_000, list);
    for (let step = 0; step < 100; step += 1) scroll = scrolledTo(scroll, scroll.top + 53, list);
    expect(at(scroll)).toBeCloseTo(30_005_300, 3);
  });

  test('a jump goes to the same share of the list', () => {
    const scroll = scrolledTo(placedAt(0, list), (tallestPx - 600) / 2, list);
    expect(at(scroll)).toBeCloseTo((66_000_000 - 600) / 2, 0);
  });

  test('the bar does not run out before the list does', () => {
    let scroll = { top: 100, shift: 50_000 };
    for (let step = 0; step < 5_000 && at(scroll) > 0; step += 1) {
      scroll = scrolledTo(scroll, Math.max(0, scroll.top - 53), list);
    }
    expect(scroll).toEqual({ top: 0, shift: 0 });
  });
});
