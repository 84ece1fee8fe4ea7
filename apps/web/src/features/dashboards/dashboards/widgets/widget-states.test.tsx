import type { WidgetContent } from '@cyno/contract';
import { beforeEach, expect, it } from 'vitest';
import { publicConfigOf } from '../../../../../test/config.ts';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { knowConfig } from '../../../../../test/shell.ts';
import { stubApi } from '../../../../../test/stub-api.ts';
import { historyOf, widgetDataOf } from '../../../../../test/widgets.ts';
import { chooseLanguage } from '../../../../lib/language/language.ts';
import type { WidgetData } from './widget-data.ts';
import { WidgetTile } from './widget-tile.tsx';
import { WidgetView } from './widget-view.tsx';

const day = { minutes: 1_440 };
const admitted = 'http://127.0.0.1:9';
const hourMs = 3_600_000;
const threeHoursAgo = () => Date.now() - 3 * hourMs;

async function show(content: WidgetContent, data: WidgetData) {
  const { screen } = await renderInApp(<WidgetView content={content} data={data} />);
  return screen.getByRole('region', { name: content.title, exact: true });
}

beforeEach(async () => {
  const config = publicConfigOf({ embedOrigins: [admitted] });
  stubApi({ 'GET /api/config': config });
  await knowConfig(config);
});

it('takes a value of a connected board for old when several of its intervals have passed', async () => {
  const content: WidgetContent = { type: 'value', title: 'Temperature', key: 'temp' };
  const variables = [variableOf('temp', { at: Date.now() - 120_000, intervalMs: 5_000 })];
  const card = await show(content, widgetDataOf({ variables }));
  await expect.element(card).toMatchTextContent('2 min ago');
  await expect.element(card).toHaveClass('widget-stale');
});

it('shows of a value of the past how old it was at that moment', async () => {
  const moment = threeHoursAgo();
  const variables = [variableOf('temp', { at: moment - 50 * 60_000 })];
  const card = await show({ type: 'value', title: 'Then', key: 'temp' }, widgetDataOf({ variables, moment }));
  await expect.element(card).toMatchTextContent('50 min ago');
});

it('does not cut a number on a narrow card, nor the word of its zone', async () => {
  const zones = [{ from: 0, tone: 'good', word: 'comfortable' }] as const;
  const content: WidgetContent = { type: 'value', title: 'Narrow', key: 'temp', zones: [...zones] };
  const variables = [variableOf('temp', { value: 30.25, decimals: 2 })];
  const { screen } = await renderInApp(
    <div style={{ width: 140 }}>
      <WidgetView content={content} data={widgetDataOf({ variables })} />
    </div>,
  );
  await expect.element(screen.getByText('comfortable')).toBeVisible();
  for (const text of ['30.25', 'comfortable']) {
    const { scrollWidth, clientWidth } = screen.getByText(text).element();
    expect(scrollWidth, text).toBeLessThanOrEqual(clientWidth);
  }
});

it('keeps a lamp dark below its limit', async () => {
  const lamp = { type: 'led', title: 'Hot', key: 'temp', onFrom: 1_000, tone: 'danger' } as const;
  const data = widgetDataOf();
  await expect.element(await show({ ...lamp, onWord: 'hot', offWord: 'cold' }, data)).toMatchTextContent('cold');
});

it('lights a lamp in its own colour, and as text without any of its own', async () => {
  const lamp = { type: 'led', title: 'Warm', key: 'temp', onFrom: 0, tone: 'good', colour: '#aa00ff' } as const;
  const card = await show({ ...lamp, onWord: '', offWord: '' }, widgetDataOf());
  await expect.element(card).toMatchTextContent('On');
  expect(getComputedStyle(card.element().querySelector('.widget-lamp') ?? document.body).backgroundColor).toBe(
    'rgb(170, 0, 255)',
  );
});

it('finds the charge of a lithium battery from its voltage, and reports what was measured', async () => {
  const variables = [variableOf('bat', { value: 3.84, unit: 'V' })];
  const content = { type: 'battery', title: 'Battery', key: 'bat', chemistry: 'lithium', cells: 1 } as const;
  await expect.element(await show(content, widgetDataOf({ variables }))).toMatchTextContent(/50%3\.84 V/);
});

it('shows of an uptime only since when a board is away', async () => {
  const device = deviceOf({ online: false, onlineChangedAt: threeHoursAgo() });
  const card = await show({ type: 'uptime', title: 'Uptime' }, widgetDataOf({ device }));
  await expect.element(card).toMatchTextContent(/^UptimeOfflinesince /);
});

it('counts on from a moment that is over', async () => {
  const until = threeHoursAgo();
  const card = await show({ type: 'countdown', title: 'Sown', until }, widgetDataOf());
  await expect.element(card).toMatchTextContent(/3 h 0 min\s*since/);
});

it.each<WidgetContent>([
  { type: 'chart', title: 'T', keys: ['temp'], ...day },
  { type: 'bars', title: 'T', key: 'temp', zones: [], by: 'hour', figure: 'rise', ...day },
  { type: 'heatmap', title: 'T', key: 'temp', ...day },
  { type: 'histogram', title: 'T', key: 'temp', bins: 8, ...day },
  { type: 'pie', title: 'T', keys: ['temp'], zones: [], shares: 'time', ...day },
  { type: 'timeline', title: 'T', key: 'temp', onFrom: 1, ...day },
  { type: 'states', title: 'T', keys: ['temp'], zones: [], ...day },
])('$type says nothing as long as its history is on its way', async (content) => {
  const card = await show(content, widgetDataOf());
  await expect.poll(() => card.element().querySelector('.skeleton')).not.toBeNull();
  await expect.element(card).not.toMatchTextContent(/nothing|no data|not on/i);
});

it('draws a chart of several variables with the gap in which the board was away', async () => {
  const to = Date.now();
  const at = (hours: number) => to - hours * hourMs;
  const times = [9, 8, 7, 2, 1, 0].map(at);
  const column = (value: number[]) => ({ value, min: null, max: null });
  const series = { pm1: column([4, 5, 6, 9, 8, 7]), pm2: column([14, 15, 16, 19, 18, 17]) };
  const offline = [{ from: at(7), to: at(2) }];
  const history = { from: at(24), to, resolution: 'raw' as const, bucketMs: null, times, series, offline };
  const variables = [
    variableOf('pm1', { label: 'PM1', unit: 'µg/m³' }),
    variableOf('pm2', { label: 'PM2.5', unit: 'µg/m³' }),
  ];
  const content: WidgetContent = { type: 'chart', title: 'Dust, last 24 hours', keys: ['pm1', 'pm2'], ...day };
  const card = await show(content, widgetDataOf({ variables, history }));
  const name = 'Dust, last 24 hours. PM1: 4 to 9 µg/m³. PM2.5: 14 to 19 µg/m³';
  await expect.element(card.getByRole('img', { name, exact: true })).toBeInTheDocument();
  await expect.element(card.getByRole('list')).toMatchTextContent('PM1 µg/m³PM2.5 µg/m³');
});

it('shows of each line the value under the pointer, also where their values come in messages of their own', async () => {
  const to = Date.now();
  const at = (minutes: number) => to - minutes * 60_000;
  const minutes = Array.from({ length: 1_440 }, (_, index) => 1_440 - index);
  const isOf = (key: string, minute: number) => (minute % 2 === 0) === (key === 'air');
  const column = (key: string, value: number) => ({
    value: minutes.map((minute) => (isOf(key, minute) ? value : null)),
    min: null,
    max: null,
  });
  const series = { air: column('air', 21), soil: column('soil', 12) };
  const history = {
    from: at(1_440),
    to,
    resolution: 'raw' as const,
    bucketMs: null,
    times: minutes.map(at),
    series,
    offline: [],
  };
  const variables = [variableOf('air', { label: 'Air' }), variableOf('soil', { label: 'Soil' })];
  const content: WidgetContent = { type: 'chart', title: 'Both', keys: ['air', 'soil'], ...day };
  const { screen } = await renderInApp(
    <div style={{ display: 'grid', height: 300 }}>
      <WidgetView content={content} data={widgetDataOf({ variables, history })} />
    </div>,
  );
  await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
  await screen.getByRole('img').hover();
  await expect.element(screen.getByRole('list')).toMatchTextContent(/Air 21 Soil 12/);
});

it('draws the line below a value of a board that sends each half an hour, and a lonely value as a dot', async () => {
  const to = Date.now();
  const times = [20, 19.5, 19, 18.5, 4].map((hours) => to - hours * hourMs);
  const series = { temp: { value: [20, 21, 22, 21, 23], min: null, max: null } };
  const history = {
    from: to - 24 * hourMs,
    to,
    resolution: 'raw' as const,
    bucketMs: null,
    times,
    series,
    offline: [],
  };
  const card = await show({ type: 'value', title: 'Temperature', key: 'temp' }, widgetDataOf({ history }));
  const line = () => card.element().querySelector('.widget-spark path:last-child');
  await expect.poll(() => line()?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
  expect(getComputedStyle(line() ?? document.body).strokeLinecap).toBe('round');
});

it.each(['en', 'th'] as const)('names the ends of a histogram in the language %s', async (language) => {
  await chooseLanguage(language);
  const content: WidgetContent = { type: 'histogram', title: 'Spread', key: 'temp', bins: 5, ...day };
  const variables = [variableOf('temp', { unit: '°C', decimals: 0 })];
  const card = await show(content, widgetDataOf({ variables, history: historyOf({ temp: [10, 15, 20] }) }));
  const ends = () => [...card.element().querySelectorAll('.bar-plot-ends span')].map((end) => end.textContent);
  await expect.poll(ends).toEqual(['10', '20 °C']);
  await chooseLanguage('en');
});

it('shares the time of a day out among the states of a value', async () => {
  const zones = [
    { from: 0, tone: 'good', word: 'cool' },
    { from: 21, tone: 'warning', word: 'warm' },
  ] as const;
  const content: WidgetContent = {
    type: 'pie',
    title: 'Shares',
    keys: ['temp'],
    shares: 'time',
    ...day,
    zones: [...zones],
  };
  const history = historyOf({ temp: [20, 20, 20, 22, 22, 22, 22] });
  const list = (await show(content, widgetDataOf({ history }))).getByRole('list');
  await expect.element(list).toMatchTextContent(/cool50 %30 min.*warm50 %30 min/);
});

it('shows the hour under the pointer', async () => {
  const bars: WidgetContent = {
    type: 'bars',
    title: 'Bars',
    key: 'temp',
    zones: [],
    by: 'hour',
    figure: 'highest',
    ...day,
  };
  const card = await show(bars, widgetDataOf({ history: historyOf({ temp: [20, 21, 22] }) }));
  await expect.element(card).toMatchTextContent('This hour: 22');
  const area = card.element().querySelector('.bar-plot-bars span:first-child');
  area?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await expect.element(card).toMatchTextContent(/\d\d\/\d\d\/\d{4} \d\d:00: no data/);
});

it('frames a page of an admitted server in a sandbox, without a referrer', async () => {
  const frame = await show({ type: 'frame', title: 'Page', url: `${admitted}/page` }, widgetDataOf());
  const attributes = () => {
    const inner = frame.element().querySelector('iframe');
    return ['src', 'title', 'sandbox', 'referrerpolicy'].map((name) => inner?.getAttribute(name));
  };
  await expect
    .poll(attributes)
    .toEqual([`${admitted}/page`, 'Page', 'allow-scripts allow-same-origin allow-forms allow-popups', 'no-referrer']);
});

it('shows it where a camera or picture does not respond', async () => {
  const camera = await show({ type: 'camera', title: 'Camera', url: `${admitted}/c`, seconds: 1 }, widgetDataOf());
  await expect.element(camera).toMatchTextContent('The camera does not respond.');
  const url = `${admitted}/p`;
  const picture = await show({ type: 'image', title: 'Picture', url, fit: 'cover', alt: '' }, widgetDataOf());
  await expect.element(picture).toMatchTextContent('The picture did not load.');
});

it('shows no present picture of a camera in the past', async () => {
  const url = `${admitted}/c`;
  const data = widgetDataOf({ moment: threeHoursAgo() });
  const camera = await show({ type: 'camera', title: 'Camera', url, seconds: 1 }, data);
  await expect.element(camera).toMatchTextContent('Cameras are not part of playback');
});

it('lists the warnings of all devices, and of the one that the widget names', async () => {
  const lamp = {
    type: 'led',
    title: 'L',
    key: 'temp',
    onFrom: 20,
    tone: 'danger',
    onWord: 'hot',
    offWord: '',
  } as const;
  const [north, south] = [deviceOf({ name: 'North' }), deviceOf({ espid: 'b', name: 'South', online: false })];
  const places = [north, south].map((device) => ({ device, contents: [lamp] }));
  const content = { type: 'warnings', title: 'Warnings' } as const;
  const data = widgetDataOf({ device: north, places, hiddenCount: 2 });
  const { screen } = await renderInApp(
    <>
      <WidgetTile widget={{ content }} data={data} />
      <WidgetTile widget={{ content: { ...content, title: 'Own' }, device: north.espid }} data={data} />
    </>,
  );
  const shared = screen.getByRole('region', { name: 'Warnings' });
  await expect.element(shared).toMatchTextContent(/3 warnings.*North: .*21\.5 °C, hot.*Southdanger: offline/);
  await expect.element(shared).toMatchTextContent('2 more devices are not shared with you');
  await expect.element(screen.getByRole('region', { name: 'Own' })).toMatchTextContent(/^OwnNorth1 warning/);
});

it('shows that all is well of one device and of several', async () => {
  const content = { type: 'warnings', title: 'Warnings' } as const;
  const place = (name: string) => ({ device: deviceOf({ espid: name, name }), contents: [] });
  const one = await show(content, widgetDataOf({ places: [place('a')] }));
  await expect.element(one).toMatchTextContent('No problems');
  const two = await show({ ...content, title: 'Two' }, widgetDataOf({ places: [place('a'), place('b')] }));
  await expect.element(two).toMatchTextContent('No problems on 2 devices');
});

it('shows in the place of a widget what became of its device', async () => {
  const content = { type: 'value', title: 'Level', key: 'level' } as const;
  const { screen } = await renderInApp(
    <>
      <WidgetTile widget={{ content, device: 'ESP32-2' }} data={null} />
      <WidgetTile widget={{ content: { ...content, title: 'Chosen' } }} data={null} />
    </>,
  );
  await expect
    .element(screen.getByRole('region', { name: 'Level' }))
    .toMatchTextContent('This device was deleted or is not shared with you: ESP32-2');
  await expect
    .element(screen.getByRole('region', { name: 'Chosen' }))
    .toMatchTextContent('Choose a device for this widget.');
});

it('does not know since when a board of the past was connected or away', async () => {
  const device = deviceOf({ name: 'Barn', online: false, onlineChangedAt: null, lastSeenAt: null });
  const data = { ...widgetDataOf({ moment: threeHoursAgo() }), device, places: [{ device, contents: [] }] };
  await expect.element(await show({ type: 'uptime', title: 'Connected for' }, data)).toMatchTextContent('Unknown');
  await expect.element(await show({ type: 'devices', title: 'Boards' }, data)).toMatchTextContent(/Barn ?Offline/);
});
