import { describe, expect, it } from 'vitest';
import { sparkHeight, sparkShape, sparkWidth } from '../../../ui/charts/sparkline-path.ts';
import { cellByKey, cellOffset, cellUnder, moveEntry, shiftedIndex } from './cards/reorder.ts';
import { countsSentence, waitingSentence } from './counts-sentence.ts';

describe('counts sentence', () => {
  it.each([
    [0, 0, ''],
    [1, 0, '1 device, online.'],
    [0, 1, '1 device, offline.'],
    [11, 1, '12 devices, 11 online, 1 offline.'],
    [12, 0, '12 devices, all online.'],
    [0, 3, '3 devices, all offline.'],
  ])('%i online, %i offline', (online, offline, sentence) => {
    expect(countsSentence({ online, offline, pending: 0 })).toBe(sentence);
  });

  it('reports who waits', () => {
    expect([0, 1, 2].map((pending) => waitingSentence({ online: 0, offline: 0, pending }))).toEqual([
      '',
      '1 board is waiting for approval.',
      '2 boards are waiting for approval.',
    ]);
  });
});

describe('reorder', () => {
  const grid = { columns: 3, stepX: 100, stepY: 50 };

  it('moves an entry both ways and keeps the rest in order', () => {
    expect(moveEntry(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moveEntry(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
  });

  it('shows the other cells where they will stand after the move', () => {
    for (const [from, to] of [
      [0, 4],
      [4, 1],
      [2, 2],
    ] as const) {
      const moved = moveEntry([0, 1, 2, 3, 4, 5], from, to);
      for (const index of moved) expect(shiftedIndex(index, from, to)).toBe(moved.indexOf(index));
    }
  });

  it('finds the cell under a dragged card and stays inside the grid', () => {
    expect(cellUnder(0, { x: 90, y: 60 }, 8, grid)).toBe(4);
    expect(cellUnder(7, { x: 500, y: 500 }, 8, grid)).toBe(7);
    expect(cellUnder(4, { x: -500, y: -500 }, 8, grid)).toBe(0);
    expect(cellOffset(0, 4, grid)).toEqual({ x: 100, y: 50 });
  });

  it('moves a held card by the keyboard', () => {
    const go = (key: string, at: number) => cellByKey(key, at, 8, 3);
    expect([go('ArrowRight', 2), go('ArrowLeft', 0), go('ArrowDown', 1), go('ArrowDown', 5), go('ArrowUp', 1)]).toEqual(
      [3, 0, 4, 7, 0],
    );
    expect([go('Home', 5), go('End', 5), go('a', 5)]).toEqual([0, 7, undefined]);
  });
});

describe('sparkline', () => {
  const points = (...values: number[]) => values.map((value, index) => ({ at: index * 1000, value }));

  it('spans the box: first point at the left, last at the right, high above low', () => {
    const { line, end, holes } = sparkShape({ points: points(1, 3, 2), from: 0, to: 2000, gapMs: 1500 });
    expect(line).toBe('M0 27L50 3L100 15');
    expect(end).toEqual({ x: sparkWidth, y: sparkHeight / 2 });
    expect(holes).toEqual([]);
  });

  it('breaks the line where nothing came and names the gap, also the one at the end', () => {
    const early = [...points(1, 2), { at: 8000, value: 3 }];
    const { line, holes } = sparkShape({ points: early, from: 0, to: 16_000, gapMs: 2000 });
    expect(line.match(/M/g)).toHaveLength(2);
    expect(holes).toEqual([
      { from: 1 / 16, to: 0.5 },
      { from: 0.5, to: 1 },
    ]);
  });

  it('draws a steady value as a flat line in the middle, also zero', () => {
    for (const value of [0, 1013]) {
      const { line } = sparkShape({ points: points(value, value), from: 0, to: 1000, gapMs: 5000 });
      expect(line).toBe('M0 15L100 15');
    }
  });

  it('has a bounded number of pieces however many points there are', () => {
    const many = Array.from({ length: 7200 }, (_, index) => ({ at: index * 500, value: Math.sin(index) }));
    const { line } = sparkShape({ points: many, from: 0, to: 3_600_000, gapMs: 60_000 });
    expect(line.split('L').length).toBeLessThanOrEqual(121);
  });

  it('does not take the width of a column for a hole', () => {
    const early = Array.from({ length: 180 }, (_, index) => ({ at: index * 10_000, value: index }));
    const { line, holes } = sparkShape({ points: early, from: 0, to: 86_400_000, gapMs: 30_000 });
    expect(line.match(/M/g)).toHaveLength(1);
    expect(holes).toEqual([{ from: 1_790_000 / 86_400_000, to: 1 }]);
  });

  it('is empty without points, and leaves out what is before the range or no number', () => {
    const nothing = { line: '', area: '', end: null, holes: [] };
    expect(sparkShape({ points: [], from: 0, to: 1, gapMs: 1 })).toEqual(nothing);
    const useless = [
      { at: -5, value: 1 },
      { at: 1, value: Number.NaN },
    ];
    expect(sparkShape({ points: useless, from: 0, to: 10, gapMs: 1 })).toEqual(nothing);
  });
});
