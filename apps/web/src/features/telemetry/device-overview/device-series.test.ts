import type { HistoryResponse } from '@cyno/contract';
import { expect, test } from 'vitest';
import { DeviceSeries } from './device-series.ts';

const history = (overrides: Partial<HistoryResponse> = {}): HistoryResponse => ({
  from: 0,
  to: 20_000,
  resolution: 'raw',
  bucketMs: null,
  times: [10_000, 20_000],
  series: { temp: { value: [1, 2], min: null, max: null }, mode: { value: ['Day', 'Night'], min: null, max: null } },
  offline: [],
  ...overrides,
});

test('each variable gets its own points, and only its chart is notified', () => {
  const series = new DeviceSeries();
  const notified: string[] = [];
  for (const key of ['temp', 'humid']) series.source(key).subscribe(() => notified.push(key));
  series.take([{ at: 1_000, values: { temp: 20 } }]);
  expect(notified).toEqual(['temp']);
  expect(series.source('temp').read().columns).toMatchObject({ at: [1_000], value: [20] });
  expect(series.source('humid').read().columns.at).toEqual([]);
});

test('on and off become 1 and 0', () => {
  const series = new DeviceSeries();
  series.take([
    { at: 1_000, values: { pump: true } },
    { at: 2_000, values: { pump: false } },
  ]);
  expect(series.source('pump').read().columns.value).toEqual([1, 0]);
});

test('text variables keep their changes, from history and live', () => {
  const series = new DeviceSeries();
  series.take([{ at: 20_000, values: { mode: 'Night' } }]);
  series.load(history(), ['temp', 'mode']);
  series.take([
    { at: 30_000, values: { mode: 'Night' } },
    { at: 40_000, values: { mode: 'Day' } },
  ]);
  expect(series.text('mode').changes()).toEqual([
    { at: 10_000, text: 'Day' },
    { at: 20_000, text: 'Night' },
    { at: 40_000, text: 'Day' },
  ]);
});

test('what was before a view is no change of a text variable in it', () => {
  const series = new DeviceSeries();
  series.load(history(), ['mode']);
  const notified: string[] = [];
  for (const key of ['temp', 'mode']) series.subscribe(key, () => notified.push(key));
  series.keep(10_000, Number.POSITIVE_INFINITY);
  expect(notified).toEqual([]);
  series.keep(15_000, Number.POSITIVE_INFINITY);
  expect(notified).toEqual(['mode']);
  expect(series.text('mode').changes()).toEqual([{ at: 20_000, text: 'Night' }]);
});

test('time offline comes from history and from what was heard since', () => {
  const series = new DeviceSeries();
  series.load(history({ offline: [{ from: 12_000, to: 18_000 }] }), ['temp']);
  series.hearPresence(false, 25_000);
  expect(series.presence.spans()).toEqual([
    { from: 12_000, to: 18_000 },
    { from: 25_000, to: Number.POSITIVE_INFINITY },
  ]);
  series.hearPresence(true, 30_000);
  expect(series.presence.spans()[1]).toEqual({ from: 25_000, to: 30_000 });
});

test('a span that history and the live connection both know is one span', () => {
  const series = new DeviceSeries();
  series.hearPresence(false, 15_000);
  series.load(history({ offline: [{ from: 15_000, to: 20_000 }] }), ['temp']);
  expect(series.presence.spans()).toEqual([{ from: 15_000, to: Number.POSITIVE_INFINITY }]);
});

test('a board that comes back is online again, also when a change in between was missed', () => {
  const series = new DeviceSeries();
  series.hearPresence(false, 1_000);
  series.hearPresence(false, 3_000);
  series.hearPresence(true, 4_000);
  expect(series.presence.spans()).toEqual([{ from: 3_000, to: 4_000 }]);
});

test('variables named like object internals are only names', () => {
  const series = new DeviceSeries();
  series.take([JSON.parse('{"at":1000,"values":{"__proto__":5,"constructor":6}}')]);
  expect(series.source('__proto__').read().columns.value).toEqual([5]);
  series.load(history({ times: [], series: {} }), ['constructor', '__proto__']);
  expect(series.source('constructor').read().columns.value).toEqual([6]);
});

test('a view that stands still has no newest point', () => {
  const series = new DeviceSeries();
  series.take([{ at: 1_000, values: { temp: 20 } }]);
  expect(series.source('temp').read().last).toEqual({ at: 1_000, value: 20 });
  series.keep(0, 5_000);
  expect(series.source('temp').read().last).toBeNull();
});
