import type { Widget } from '@cyno/contract';
import { expect, test } from 'vitest';
import { type Arrangement, arrange } from './arrange.ts';

const content = { type: 'value', title: 'Temperature', key: 'temp' } as const;
const at = (id: string, x: number, y: number, width = 2, height = 2): Widget => ({ id, x, y, width, height, content });
const places = (widgets: readonly Widget[]) =>
  Object.fromEntries(widgets.map(({ id, x, y, width, height }) => [id, `${x},${y} ${width}x${height}`]));

const steps = [at('a', 1, 0), at('b', 4, 2, 4, 3), at('c', 10, 6), at('d', 0, 9, 12, 2)];

test.each<[Arrangement, Record<string, string>]>([
  ['align-left', { a: '1,0 2x2', b: '1,2 4x3', c: '1,6 2x2' }],
  ['align-centre', { a: '5,0 2x2', b: '4,2 4x3', c: '5,6 2x2' }],
  ['align-right', { a: '10,0 2x2', b: '8,2 4x3', c: '10,6 2x2' }],
  ['align-top', { a: '1,0 2x2', b: '4,0 4x3', c: '10,0 2x2' }],
  ['align-middle', { a: '1,3 2x2', b: '4,2 4x3', c: '10,3 2x2' }],
  ['align-bottom', { a: '1,6 2x2', b: '4,5 4x3', c: '10,6 2x2' }],
  ['distribute-across', { a: '1,0 2x2', b: '5,2 4x3', c: '10,6 2x2' }],
  ['distribute-down', { a: '1,0 2x2', b: '4,3 4x3', c: '10,6 2x2' }],
  ['same-width', { a: '1,0 4x2', b: '4,2 4x3', c: '8,6 4x2' }],
  ['same-height', { a: '1,0 2x3', b: '4,2 4x3', c: '10,6 2x3' }],
])('%s', (how, expected) => {
  expect(places(arrange(steps, ['a', 'b', 'c'], how))).toEqual({ ...expected, d: '0,9 12x2' });
});

test('what would come to lie on another goes below it', () => {
  const side = [at('a', 0, 0), at('b', 3, 0), at('c', 6, 1), at('d', 0, 2)];
  expect(places(arrange(side, ['a', 'b', 'c'], 'align-left'))).toEqual({
    a: '0,0 2x2',
    b: '0,2 2x2',
    c: '0,4 2x2',
    d: '0,6 2x2',
  });
});

test('widgets without room between them are not laid on each other', () => {
  const tight = [at('a', 0, 0, 6), at('b', 3, 2, 6), at('c', 6, 4, 6)];
  expect(places(arrange(tight, ['a', 'b', 'c'], 'distribute-down'))).toEqual(places(tight));
});

test('one alone stays', () => expect(arrange(steps, ['a'], 'align-right')).toEqual(steps));
