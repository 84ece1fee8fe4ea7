import type { Widget, WidgetContent } from '@cyno/contract';
import { expect, it } from 'vitest';
import { arrangeForPhone, isProposed, phoneLayout, proposePhone } from './phone-layout.ts';

const contents: Record<string, WidgetContent> = {
  value: { type: 'value', title: 'Temperature', key: 'temp' },
  lamp: { type: 'led', title: 'Warm', key: 'temp', onFrom: 20, tone: 'good', onWord: '', offWord: '' },
  gauge: { type: 'gauge', title: 'Pressure', key: 'bar', min: 0, max: 10, zones: [] },
  chart: { type: 'chart', title: 'Day', keys: ['temp'], minutes: 1_440 },
  table: { type: 'table', title: 'All', keys: ['a', 'b', 'c', 'd', 'e', 'f'] },
};

function dashboard(...kinds: string[]): Widget[] {
  return kinds.map((kind, index) => {
    const content = contents[kind];
    if (!content) throw new Error(kind);
    return { id: `${kind}${index}`, x: 0, y: index * 4, width: 6, height: 4, content };
  });
}

const visible = (widgets: readonly Widget[]) =>
  phoneLayout(widgets).map(({ widget, place }) => `${widget.id} ${place.hidden ? 'hidden' : place.width}`);

it('proposes small widgets side by side and everything else over the full width', () => {
  expect(visible(dashboard('value', 'lamp', 'chart', 'table'))).toEqual([
    'value0 half',
    'lamp1 half',
    'chart2 full',
    'table3 full',
  ]);
});

it('lets a small widget without a neighbour have the full width', () => {
  expect(visible(dashboard('value', 'lamp', 'value', 'chart', 'lamp'))).toEqual([
    'value0 half',
    'lamp1 half',
    'value2 full',
    'chart3 full',
    'lamp4 full',
  ]);
});

it('proposes gauges side by side, lower than one alone, and not beside a value', () => {
  const widgets = dashboard('value', 'gauge', 'gauge', 'gauge', 'value');
  expect(visible(widgets)).toEqual(['value0 full', 'gauge1 half', 'gauge2 half', 'gauge3 full', 'value4 full']);
  expect(phoneLayout(widgets).map(({ place }) => place.height)).toEqual([2, 3, 3, 4, 2]);
});

it('gives a table the rows that its values need', () => {
  const [{ place } = { place: null }] = phoneLayout(dashboard('table'));
  expect(place?.height).toBe(5);
});

it('keeps what was arranged, and proposes the rest around it', () => {
  const arranged = arrangeForPhone(dashboard('value', 'lamp', 'chart'), ['lamp1'], { hidden: true });
  expect(visible(arranged)).toEqual(['value0 full', 'lamp1 hidden', 'chart2 full']);
  expect(visible(arrangeForPhone(arranged, ['value0'], { width: 'half' }))[0]).toBe('value0 half');
});

it('keeps a widget high enough to be read', () => {
  const [, , chart] = arrangeForPhone(dashboard('value', 'lamp', 'chart'), ['chart2'], { height: 0 });
  expect(chart?.phone).toEqual({ width: 'full', height: 2, hidden: false });
});

it('gives a gauge that stood beside another one its height when it gets the full width', () => {
  const [gauge] = arrangeForPhone(dashboard('gauge', 'gauge'), ['gauge0'], { width: 'full' });
  expect(gauge?.phone).toEqual({ width: 'full', height: 4, hidden: false });
});

it('goes back to what is proposed, in the order of the grid', () => {
  const widgets = dashboard('value', 'lamp', 'chart');
  expect(isProposed(widgets)).toBe(true);
  const arranged = arrangeForPhone([...widgets].reverse(), ['chart2'], { height: 6 });
  expect(isProposed(arranged)).toBe(false);
  expect(isProposed([...widgets].reverse())).toBe(false);
  expect(proposePhone(arranged)).toEqual(widgets);
});
