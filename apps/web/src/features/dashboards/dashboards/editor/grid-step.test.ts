import { expect, test } from 'vitest';
import { touchedBy } from './grid-step.ts';

const content = { type: 'value', title: 'Temperature', key: 'temp' } as const;
const size = { width: 2, height: 1, content };
const widgets = [
  { id: 'a', x: 0, y: 0, ...size },
  { id: 'b', x: 2, y: 0, ...size },
  { id: 'c', x: 0, y: 2, ...size },
];
/** A column takes 90 px and 10 px are free beside it. */
const step = { x: 100, y: 50, gap: 10 };
const point = (x: number, y: number) => ({ x, y });

test.each([
  ['a corner is enough', point(-5, -5), point(3, 3), ['a']],
  ['drawn the other way round', point(400, 40), point(100, 10), ['a', 'b']],
  ['the gap beside a widget is nobody', point(191, 0), point(199, 200), []],
  ['over all of them', point(0, 0), point(400, 200), ['a', 'b', 'c']],
  ['the row between is empty', point(0, 45), point(400, 99), []],
])('a rectangle selects what it touches: %s', (_, from, to, ids) => {
  expect(touchedBy(widgets, [from, to], step)).toEqual(ids);
});
