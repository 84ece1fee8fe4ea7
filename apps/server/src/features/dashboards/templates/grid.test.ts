import { expect, test } from 'vitest';
import { chart, eventSlider, eventSwitch, gauge, layOut, twice, value } from './grid.ts';
import { templates } from './index.ts';

const placesOf = (tiles: Parameters<typeof layOut>[0]) =>
  layOut(tiles).map(({ x, y, width, height }) => [x, y, width, height]);

const dial = gauge('t', 'Temperature', { min: 0, max: 50 });

test('a value becomes as high as the dial beside it, and as wide as its row', () => {
  expect(placesOf([dial, value('h', 'Humidity')])).toEqual([
    [0, 0, 3, 4],
    [3, 0, 9, 4],
  ]);
});

test('a dial becomes higher, but is not stretched', () => {
  expect(placesOf([dial, { ...chart('Last 24 hours', ['t'], 9), height: 8 }])).toEqual([
    [0, 0, 3, 6],
    [3, 0, 9, 8],
  ]);
});

test('a control stays as large as it is', () => {
  expect(placesOf([dial, eventSwitch('Fan', 'Fan')])).toEqual([
    [0, 0, 3, 4],
    [3, 0, 3, 2],
  ]);
});

test('controls of one row share its width', () => {
  const level = eventSlider('level', 'Level', { min: 0, max: 100, unit: '%' });
  expect(placesOf([eventSwitch('Fan', 'Fan'), level, value('h', 'Humidity'), chart('Day', ['h'], 12)])).toEqual([
    [0, 0, 4, 2],
    [4, 0, 4, 2],
    [8, 0, 4, 2],
    [0, 2, 12, 4],
  ]);
  expect(placesOf([level, twice(level)])).toEqual([
    [0, 0, 6, 2],
    [6, 0, 6, 2],
  ]);
});

test.each(templates)('the ready-made dashboard “$title” has no holes', ({ widgets }) => {
  const rows = Math.max(...widgets.map(({ y, height }) => y + height));
  const covered = widgets.reduce((sum, { width, height }) => sum + width * height, 0);
  expect(covered).toBe(12 * rows);
});
