import { expect, it } from 'vitest';
import { loneWidgets } from './medium-layout.ts';

/** Values of so many rows each; `chart` is a chart. */
const loneOf = (...tiles: (number | 'chart')[]) => [
  ...loneWidgets(
    tiles.map((tile, index) => ({
      id: String(index),
      height: tile === 'chart' ? 4 : tile,
      content:
        tile === 'chart'
          ? { type: 'chart', title: 'Day', keys: ['temp'], minutes: 1_440 }
          : { type: 'value', title: 'Temperature', key: 'temp' },
    })),
  ),
];

it.each([
  { what: 'the last of an odd number', tiles: [2, 2, 2], lone: ['2'] },
  { what: 'one before a chart, and one after it', tiles: [4, 'chart', 2], lone: ['0', '2'] },
  { what: 'none of pairs', tiles: [2, 2, 'chart', 2, 2], lone: [] },
  { what: 'none of two beside a higher one', tiles: [4, 2, 2, 2, 2], lone: [] },
  { what: 'one below a higher one and two beside it', tiles: [4, 2, 2, 2], lone: ['3'] },
  { what: 'none that ends beside a higher one', tiles: [2, 4, 2], lone: [] },
] as const)('beside $what nothing stands', ({ tiles, lone }) => {
  expect(loneOf(...tiles)).toEqual(lone);
});
