import { expect, test } from 'vitest';
import { createSeriesBuffer, type HistoryColumns } from './series-buffer.ts';

const raw = (...points: [at: number, value: number][]): HistoryColumns => ({
  at: points.map(([at]) => at),
  value: points.map(([, value]) => value),
  min: null,
  max: null,
  bucketMs: null,
  to: points.at(-1)?.[0] ?? 0,
});

/** What is drawn, without the breaks. */
const drawn = (buffer: ReturnType<typeof createSeriesBuffer>) => {
  const { at, value } = buffer.columns(null);
  return at.map((time, index) => [time, value[index]]).filter(([, current]) => current !== null);
};

test('history and live points are joined by `at`: none is lost, none is doubled', () => {
  const buffer = createSeriesBuffer();
  buffer.push(3_000, 3);
  buffer.push(4_000, 4);
  buffer.load(raw([1_000, 1], [2_000, 2], [3_000, 3]));
  buffer.push(4_000, 4);
  buffer.push(5_000, 5);
  expect(drawn(buffer)).toEqual([
    [1_000, 1],
    [2_000, 2],
    [3_000, 3],
    [4_000, 4],
    [5_000, 5],
  ]);
});

test('a replay after a drop fills in what was missed, in order', () => {
  const buffer = createSeriesBuffer();
  buffer.load(raw([1_000, 1]));
  buffer.push(5_000, 5);
  for (const at of [1_000, 2_000, 3_000, 5_000]) buffer.push(at, at / 1_000);
  expect(drawn(buffer).map(([at]) => at)).toEqual([1_000, 2_000, 3_000, 5_000]);
});

test('points that arrive late are sorted in', () => {
  const buffer = createSeriesBuffer();
  for (const at of [3_000, 1_000, 2_000]) buffer.push(at, at);
  expect(drawn(buffer).map(([at]) => at)).toEqual([1_000, 2_000, 3_000]);
});

test('the line breaks where more than three usual steps are missing', () => {
  const buffer = createSeriesBuffer();
  buffer.load(raw([0, 1], [10_000, 1], [20_000, 1], [60_000, 1], [70_000, 1]));
  expect(buffer.columns(null)).toMatchObject({
    at: [0, 10_000, 20_000, 40_000, 60_000, 70_000],
    value: [1, 1, 1, null, 1, 1],
  });
});

test('a silence of a few seconds is no gap for a fast board', () => {
  const buffer = createSeriesBuffer();
  buffer.load(raw([0, 1], [500, 1], [1_000, 1], [5_500, 1]));
  expect(buffer.columns(500).value).toEqual([1, 1, 1, 1]);
});

test('sparsely stored history of a fast board is not torn into points', () => {
  const buffer = createSeriesBuffer();
  buffer.load(raw([0, 1], [30_000, 2], [60_000, 3]));
  buffer.push(60_500, 4);
  expect(buffer.columns(500).value).toEqual([1, 2, 3, 4]);
});

test('the line breaks across a time offline, however short', () => {
  const buffer = createSeriesBuffer();
  buffer.load(raw([0, 1], [10_000, 2], [20_000, 3]));
  const offline = [
    { from: -9_000, to: -5_000 },
    { from: 11_000, to: 12_000 },
  ];
  expect(buffer.columns(null, offline).value).toEqual([1, 2, null, 3]);
});

const bucketed: HistoryColumns = {
  at: [0, 60_000],
  value: [10, 20],
  min: [9, 19],
  max: [11, 21],
  bucketMs: 60_000,
  to: 90_000,
};

test('in buckets a live point widens min and max, and moves the mean only when history lacks it', () => {
  const buffer = createSeriesBuffer();
  buffer.load(bucketed);
  buffer.push(89_000, 25);
  const known = buffer.columns(null);
  expect([known.value[1], known.min?.[1], known.max?.[1]]).toEqual([20, 19, 25]);
  buffer.push(91_000, 51);
  const later = buffer.columns(null);
  expect(later.max?.[1]).toBe(51);
  expect(later.value[1]).toBeCloseTo(21);
});

test('repeating points does not change buckets', () => {
  const once = createSeriesBuffer();
  const twice = createSeriesBuffer();
  for (const buffer of [once, twice, twice]) {
    if (buffer.size === 0) buffer.load(bucketed);
    for (const at of [95_000, 100_000, 130_000]) buffer.push(at, at / 1_000);
  }
  expect(twice.columns(null)).toEqual(once.columns(null));
});

test('live points open new buckets, and the line ends at the newest point as sent', () => {
  const buffer = createSeriesBuffer();
  buffer.load(bucketed);
  buffer.push(121_000, 30);
  buffer.push(179_000, 40);
  const { at, value } = buffer.columns(null);
  expect(at).toEqual([30_000, 90_000, 150_000, 179_000]);
  expect(value).toEqual([10, 20, 35, 40]);
  expect(buffer.last).toEqual({ at: 179_000, value: 40 });
});

test('a finer history that is loaded later keeps the live points of the last two minutes', () => {
  const buffer = createSeriesBuffer();
  buffer.load(bucketed);
  buffer.push(125_000, 30);
  buffer.load(raw([100_000, 1], [110_000, 2]));
  expect(drawn(buffer)).toEqual([
    [100_000, 1],
    [110_000, 2],
    [125_000, 30],
  ]);
});

test('points behind the end of a view that stands still wait for the next history', () => {
  const buffer = createSeriesBuffer();
  buffer.load(raw([1_000, 1]));
  buffer.stopAt(1_500);
  buffer.push(2_000, 2);
  expect(drawn(buffer)).toEqual([[1_000, 1]]);
  buffer.stopAt(Number.POSITIVE_INFINITY);
  buffer.load(raw([1_000, 1]));
  expect(drawn(buffer)).toEqual([
    [1_000, 1],
    [2_000, 2],
  ]);
});

test('trimming keeps one point before the view, so that the line enters it', () => {
  const buffer = createSeriesBuffer();
  buffer.load(raw([1_000, 1], [2_000, 2], [3_000, 3], [4_000, 4]));
  buffer.trim(3_500);
  expect(drawn(buffer).map(([at]) => at)).toEqual([3_000, 4_000]);
});

test('what is stored for joining stays bounded', () => {
  const buffer = createSeriesBuffer();
  for (let index = 0; index < 20_000; index++) buffer.push(index, index);
  buffer.load(raw());
  expect(buffer.size).toBeLessThanOrEqual(1_001);
});

test('missing values in history are skipped', () => {
  const buffer = createSeriesBuffer();
  buffer.load({ ...raw(), at: [1_000, 2_000, 3_000], value: [1, null, 3] });
  expect(drawn(buffer)).toEqual([
    [1_000, 1],
    [3_000, 3],
  ]);
});
