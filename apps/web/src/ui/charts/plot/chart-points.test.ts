import { expect, test } from 'vitest';
import { tableRows } from '../chart-table.tsx';
import { pinchedView, zoomedView } from './chart-gestures.ts';
import { clampView } from './chart-group.ts';
import {
  firstIndexFrom,
  lonelyAmongOthers,
  lonelyIndexes,
  nearestPoint,
  neighbourPoint,
  pointUnder,
  spanStats,
} from './chart-points.ts';

const columns = {
  at: [10, 20, 25, 30, 40],
  value: [1, 2, null, 4, 5],
  min: null,
  max: null,
};

test('figures cover only what is in view, and skip breaks', () => {
  expect(spanStats(columns, { from: 15, to: 35 })).toEqual({ min: 2, avg: 3, max: 4 });
  expect(spanStats(columns, { from: 21, to: 29 })).toBeNull();
});

test('figures of buckets use their own lowest and highest', () => {
  const buckets = { at: [10, 20], value: [5, 7], min: [1, 6], max: [6, 9] };
  expect(spanStats(buckets, { from: 0, to: 30 })).toEqual({ min: 1, avg: 6, max: 9 });
});

test('the crosshair snaps to the nearest real point within reach', () => {
  expect(nearestPoint(columns, 23, 10)).toEqual({ at: 20, value: 2 });
  expect(nearestPoint(columns, 26, 10)).toEqual({ at: 30, value: 4 });
  expect(nearestPoint(columns, 25, 2)).toBeNull();
  expect(nearestPoint(columns, 100, 10)).toBeNull();
});

test('arrow keys walk from point to point over breaks and stop at the ends', () => {
  expect(neighbourPoint(columns, 20, 1)).toEqual({ at: 30, value: 4 });
  expect(neighbourPoint(columns, 30, -1)).toEqual({ at: 20, value: 2 });
  expect(neighbourPoint(columns, 20, 10)).toEqual({ at: 40, value: 5 });
  expect(neighbourPoint(columns, 10, -1)).toBeNull();
});

test('a point between two breaks stands alone', () => {
  expect(lonelyIndexes([1, null, 2, null, 3, 4])).toEqual([0, 2]);
  expect(lonelyAmongOthers([1, undefined, null, 2, undefined, null, 3, undefined, 4, undefined])).toEqual([0, 3]);
});

test('binary search finds the first time that is not before an instant', () => {
  expect([0, 10, 11, 40, 41].map((at) => firstIndexFrom(columns.at, at))).toEqual([0, 0, 1, 4, 5]);
});

test('the table lists the newest points first and shows how many there are', () => {
  const { rows, total } = tableRows({ columns, offline: [], last: null }, { from: 15, to: 40 }, 2);
  expect(rows.map((row) => row.at)).toEqual([40, 30]);
  expect(total).toBe(3);
});

test('zooming keeps the time under the pointer where it is', () => {
  expect(zoomedView({ from: 0, to: 100 }, 0.5, 0.25)).toEqual({ from: 12.5, to: 62.5 });
});

test('pinching keeps the times under both fingers', () => {
  const view = pinchedView({ from: 0, to: 1_000 }, [0.4, 0.6], [0.2, 0.8]);
  expect(view.from + 0.2 * (view.to - view.from)).toBeCloseTo(400);
  expect(view.from + 0.8 * (view.to - view.from)).toBeCloseTo(600);
});

test('a view ends no later than now, and is neither too short nor too long', () => {
  expect(clampView({ from: 900_000, to: 1_100_000 }, 1_000_000)).toEqual({ from: 800_000, to: 1_000_000 });
  const tiny = clampView({ from: 500_000, to: 500_001 }, 1_000_000);
  expect(tiny.to - tiny.from).toBe(5_000);
});

test('a crosshair finds the nearest point where a line is drawn, and beside a gap only one that is near', () => {
  const hourMs = 3_600_000;
  const columns = { at: [0, hourMs, 2 * hourMs, 8 * hourMs], value: [1, 2, null, 4], min: null, max: null };
  const view = { from: 0, to: 8 * hourMs };
  const under = (at: number) => pointUnder(columns, at, view)?.value;
  expect([0.4, 0.6, 1.1, 1.5, 5, 7.9].map((hours) => under(hours * hourMs))).toEqual([
    1,
    2,
    2,
    undefined,
    undefined,
    4,
  ]);
});
