import { expect, test } from 'vitest';
import { chart, eventSwitch, gauge, layOut, value } from './grid.ts';

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
