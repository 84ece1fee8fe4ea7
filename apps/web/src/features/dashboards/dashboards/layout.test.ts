import type { Widget } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { addWidgets, compact, moveBy, reorder, resizeBy } from './layout.ts';

const content = { type: 'value', title: 'Temperature', key: 'temp' } as const;
const at = (id: string, x: number, y: number, width = 3, height = 2): Widget => ({ id, x, y, width, height, content });
/** What a list of widgets looks like briefly. */
const places = (widgets: readonly Widget[]) =>
  widgets.map(({ id, x, y, width, height }) => `${id} ${x},${y} ${width}x${height}`);
const row = [at('a', 0, 0), at('b', 3, 0), at('c', 0, 2)];

const find = (widgets: readonly Widget[], wanted: string) =>
  widgets.find(({ id }) => id === wanted) ?? { x: 0, y: 0, width: 0, height: 0 };
const moveTo = (widgets: readonly Widget[], id: string, to: { x: number; y: number }) => {
  const { x, y } = find(widgets, id);
  return moveBy(widgets, [id], { x: to.x - x, y: to.y - y });
};
const resizeTo = (widgets: readonly Widget[], id: string, to: { width: number; height: number }) => {
  const { width, height } = find(widgets, id);
  return resizeBy(widgets, [id], { width: to.width - width, height: to.height - height });
};

function expectNoOverlap(widgets: readonly Widget[]) {
  const taken = widgets.flatMap(({ x, y, width, height }) =>
    Array.from({ length: width * height }, (_, index) => `${x + (index % width)} ${y + Math.floor(index / width)}`),
  );
  expect(new Set(taken).size).toBe(taken.length);
}

describe('moving', () => {
  test('lets what stood there make way, and what is below that too', () => {
    expect(places(moveTo(row, 'b', { x: 1, y: 0 }))).toEqual(['b 1,0 3x2', 'a 0,2 3x2', 'c 0,4 3x2']);
  });

  test('leaves gaps as they are', () => {
    expect(places(moveTo(row, 'c', { x: 6, y: 7 }))).toEqual(['a 0,0 3x2', 'b 3,0 3x2', 'c 6,7 3x2']);
  });

  test.each([
    [-5, -5, 'b 0,0 3x2'],
    [40, 0, 'b 9,0 3x2'],
  ])('stays within the grid at %i, %i', (x, y, place) => {
    const moved = moveTo(row, 'b', { x, y });
    expect(places(moved)).toContain(place);
    expectNoOverlap(moved);
  });

  test('of a widget that is gone changes nothing', () => expect(moveBy(row, ['x'], { x: 1, y: 0 })).toEqual(row));
});

describe('resizing', () => {
  test('pushes down what it reaches', () => {
    expect(places(resizeTo(row, 'a', { width: 4, height: 3 }))).toEqual(['a 0,0 4x3', 'c 0,3 3x2', 'b 3,3 3x2']);
  });

  test.each([
    [{ width: 1, height: 1 }, 'b 3,0 2x2'],
    [{ width: 90, height: 90 }, 'b 3,0 9x20'],
  ])('keeps to what can be read and to the grid: %o', (size, place) => {
    expect(places(resizeTo(row, 'b', size))).toContain(place);
  });
});

test('a new widget takes the first place with room for it, and a name of its own', () => {
  const place = { x: 0, y: 0, height: 2, content };
  const added = addWidgets([at('w2', 0, 0, 12, 1), at('w3', 0, 1, 10, 2)], [{ ...place, width: 3 }]);
  expect(places(added).at(-1)).toBe('w4 0,3 3x2');
  expect(places(addWidgets(row, [{ ...place, width: 6 }]))).toContain('w4 6,0 6x2');
});

describe('several at once', () => {
  test('move together, and what stood there makes way', () => {
    const moved = moveBy([...row.slice(0, 2), at('d', 6, 0), at('c', 0, 2)], ['a', 'c'], { x: 3, y: 0 });
    expect(places(moved)).toEqual(['a 3,0 3x2', 'd 6,0 3x2', 'c 3,2 3x2', 'b 3,4 3x2']);
  });

  test('keep their distance at the edge of the grid', () => {
    const moved = moveBy(row, ['a', 'b'], { x: 40, y: -3 });
    expect(places(moved)).toEqual(['a 6,0 3x2', 'b 9,0 3x2', 'c 0,2 3x2']);
  });

  test('grow without touching each other', () => {
    const grown = resizeBy(row, ['a', 'b', 'c'], { width: 1, height: 1 });
    expect(places(grown)).toEqual(['a 0,0 4x3', 'b 3,3 4x3', 'c 0,6 4x3']);
    expectNoOverlap(grown);
  });

  test('are added as they stand to each other, where there is room for all', () => {
    const added = addWidgets(row, [at('x', 4, 7), at('y', 7, 8)]);
    expect(places(added)).toEqual(['a 0,0 3x2', 'b 3,0 3x2', 'w4 6,0 3x2', 'w5 9,1 3x2', 'c 0,2 3x2']);
    expectNoOverlap(added);
  });
});

test('compacting closes gaps above, and no others', () => {
  const compacted = compact([at('a', 0, 3), at('b', 6, 1), at('c', 0, 9), at('d', 1, 20)]);
  expect(places(compacted)).toEqual(['a 0,0 3x2', 'b 6,0 3x2', 'c 0,2 3x2', 'd 1,4 3x2']);
});

describe('the order on phones', () => {
  test('follows the grid until another one is chosen', () => {
    const followed = moveTo(row, 'c', { x: 6, y: 0 });
    expect(followed.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const chosen = reorder(row, 'c', 0);
    expect(chosen.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(moveTo(chosen, 'a', { x: 6, y: 6 }).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  test('ends at its ends', () => {
    expect(reorder(row, 'a', 9).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(reorder(row, 'x', 0)).toEqual(row);
  });
});
