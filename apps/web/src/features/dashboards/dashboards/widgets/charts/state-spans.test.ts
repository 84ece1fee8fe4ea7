import type { HistoryResponse } from '@cyno/contract';
import { expect, test } from 'vitest';
import { type StateFormat, stateColours, stateSpans, timeByState } from './state-spans.ts';

const plain: StateFormat = { zones: [], isSwitch: false, decimals: null };
const zones: StateFormat['zones'] = [
  { from: 10, tone: 'good', word: 'fine' },
  { from: 20, tone: 'danger', word: '' },
];

const raw = (value: (string | number | null)[], more: Partial<HistoryResponse> = {}): HistoryResponse => ({
  from: 0,
  to: 100,
  resolution: 'raw',
  bucketMs: null,
  offline: [],
  times: value.map((_one, index) => index * 10),
  series: { x: { value, min: null, max: null } },
  ...more,
});
const short = (history: HistoryResponse, format = plain) =>
  stateSpans(history, 'x', format).map(({ from, to, state }) => `${state} ${from}-${to}`);

test('a state lasts until the next one, equal ones are one', () => {
  expect(short(raw(['idle', 'idle', 'run', null, 'idle']))).toEqual(['idle 0-20', 'run 20-40', 'idle 40-100']);
});

test('a state ends when the board goes away, and begins with the next message', () => {
  expect(short(raw(['idle', 'idle', 'idle'], { offline: [{ from: 12, to: 18 }] }))).toEqual([
    'idle 0-12',
    'idle 20-100',
  ]);
});

test('the last bucket is of its own time only', () => {
  expect(short(raw(['idle'], { bucketMs: 10 }))).toEqual(['idle 0-10']);
});

test('numbers are described by their zones, switches by on and off', () => {
  expect(short(raw([5, 15, 25]), { ...plain, zones })).toEqual(['below 10 0-10', 'fine 10-20', 'from 20 20-100']);
  expect(short(raw([0, 1]), { ...plain, zones, isSwitch: true })).toEqual(['Off 0-10', 'On 10-100']);
});

test('the times of each state are summed up, the longest first', () => {
  expect(timeByState(stateSpans(raw(['a', 'b', 'a', 'b']), 'x', plain))).toEqual([
    { state: 'b', ms: 80 },
    { state: 'a', ms: 20 },
  ]);
});

test('colours are those of the zones, else steady by the word', () => {
  const colours = stateColours(['from 20', 'fine', 'below 10'], { zones });
  expect([...colours.values()]).toEqual(['var(--n-7)', 'var(--success)', 'var(--danger)']);
  expect(stateColours(['b', 'a'], { zones: [] }).get('b')).toBe(stateColours(['a', 'b'], { zones: [] }).get('b'));
});
