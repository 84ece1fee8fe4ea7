import type { WidgetContent } from '@cyno/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Locator } from 'vitest/browser';
import { alertListOf, alertOf } from '../../../../../test/alerts.ts';
import { publicConfigOf } from '../../../../../test/config.ts';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { sceneOf, sceneRunOf } from '../../../../../test/scenes.ts';
import { knowConfig } from '../../../../../test/shell.ts';
import { stubApi } from '../../../../../test/stub-api.ts';
import { controlOf, historyOf, widgetDataOf } from '../../../../../test/widgets.ts';
import { ownMarkedAlerts, ownPastAlerts } from '../../../automation/alerts/index.ts';
import { WidgetAlertsContext } from './widget-alerts.tsx';
import type { WidgetData } from './widget-data.ts';
import type { WidgetType } from './widget-kinds.ts';
import { WidgetView } from './widget-view.tsx';

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const admitted = 'http://127.0.0.1:9';
const day = { minutes: 1_440 };
const zones: Extract<WidgetContent, { type: 'gauge' }>['zones'] = [
  { from: -50, tone: 'danger', word: 'out of order' },
  { from: 90, tone: 'good', word: 'fine' },
];
const event = (name: string) => ({ kind: 'event', name }) as const;

/** What is looked for: a text of the card, or something in it by its role and name. */
type Sight = string | RegExp | { role: 'img' | 'table' | 'list' | 'row' | 'button' | 'switch'; name: string | RegExp };
type Kind<Type extends WidgetType> = {
  content: Extract<WidgetContent, { type: Type }>;
  /** With values of the last day. */
  full: Sight[];
  /** Of a board that never sent anything. */
  empty: Sight[];
  /** Shows how old its value is as soon as the board is away. */
  ages?: boolean;
};

const kinds: { [Type in WidgetType]: Kind<Type> } = {
  value: {
    content: { type: 'value', title: 'Value', key: 'temp', zones, decimals: 2 },
    full: [/22\.00\s*°C\s*out of order/],
    empty: ['–'],
    ages: true,
  },
  gauge: {
    content: { type: 'gauge', title: 'Gauge', key: 'temp', min: 0, max: 50, zones },
    full: [{ role: 'img', name: '22 °C, out of order' }],
    empty: [{ role: 'img', name: 'No value yet' }],
    ages: true,
  },
  bar: {
    content: { type: 'bar', title: 'Bar', key: 'temp', min: 0, max: 50, zones },
    full: [{ role: 'img', name: '22 °C, out of order' }, /22\s*°C\s*out of order/],
    empty: [{ role: 'img', name: 'No value yet' }, '–'],
    ages: true,
  },
  tank: {
    content: { type: 'tank', title: 'Tank', key: 'humid', min: 0, max: 100, zones: [] },
    full: [{ role: 'img', name: '60 %' }, /60\s*%/],
    empty: [{ role: 'img', name: 'No value yet' }, '–'],
    ages: true,
  },
  battery: {
    content: { type: 'battery', title: 'Battery', key: 'humid', chemistry: 'percent', cells: 1 },
    full: [/60\s*%/],
    empty: ['–'],
    ages: true,
  },
  led: {
    content: {
      type: 'led',
      title: 'Lamp',
      key: 'temp',
      onFrom: 0,
      tone: 'good',
      colour: '#aa00ff',
      onWord: 'Lit',
      offWord: 'Dark',
    },
    full: ['Lit'],
    empty: ['–'],
    ages: true,
  },
  compass: {
    content: { type: 'compass', title: 'Wind', keys: ['humid', 'temp'], ...day },
    full: [{ role: 'img', name: '60° ENE, 22 °C, mostly ENE, 100 % of the time' }],
    empty: [{ role: 'img', name: 'No value yet' }],
    ages: true,
  },
  uptime: {
    content: { type: 'uptime', title: 'Uptime' },
    full: [/1 h 0 min\s*connected since/],
    empty: ['Never connected'],
  },
  chart: {
    content: {
      type: 'chart',
      title: 'Chart',
      keys: ['temp', 'humid'],
      right: ['humid'],
      style: 'area',
      minutes: 60,
      limits: [{ value: 60, tone: 'warning', word: 'too hot' }],
    },
    full: [{ role: 'img', name: 'Chart. Temperature: 20 to 22 °C. Humidity: 60 to 60 %. Limit at 60: too hot' }],
    empty: [{ role: 'img', name: 'Chart. temp: no data. humid: no data. Limit at 60: too hot' }],
  },
  bars: {
    content: { type: 'bars', title: 'Bars', key: 'temp', zones: [], by: 'hour', figure: 'highest', ...day },
    full: [{ role: 'table', name: 'Bars: highest value by hour' }, 'This hour: 22.0 °C'],
    empty: ['No data in this period'],
  },
  heatmap: {
    content: { type: 'heatmap', title: 'Heat map', key: 'temp', minutes: 40_320 },
    full: [{ role: 'table', name: /^Heat map: average by weekday and hour, 2\d\.\d °C to 2\d\.\d °C$/ }],
    empty: ['No data in this period'],
  },
  histogram: {
    content: { type: 'histogram', title: 'Histogram', key: 'temp', bins: 8, ...day },
    full: [{ role: 'table', name: 'Histogram: percent of the time' }, /\d+ % of the time/],
    empty: ['No data in this period'],
  },
  pie: {
    content: { type: 'pie', title: 'Shares', keys: ['temp', 'humid'], zones: [], shares: 'values', ...day },
    full: [{ role: 'list', name: 'Shares' }, /Temperature27 %22 °C.*Humidity73 %60 %/],
    empty: ['No data yet'],
  },
  timeline: {
    content: { type: 'timeline', title: 'Timeline', key: 'temp', onFrom: 1, ...day },
    full: [{ role: 'img', name: 'On for 50 min' }],
    empty: [{ role: 'img', name: 'Not on in this time' }],
    ages: true,
  },
  states: {
    content: { type: 'states', title: 'States', keys: ['temp'], zones, ...day },
    full: [{ role: 'img', name: 'Temperature: now out of order. out of order for 50 min' }],
    empty: ['No data in this period'],
    ages: true,
  },
  map: {
    content: { type: 'map', title: 'Map', keys: [], ...day },
    full: [{ role: 'button', name: 'Zoom in' }],
    empty: [/This device has no location\. Set one in its settings/],
  },
  image: {
    content: { type: 'image', title: 'Picture', url: dot, fit: 'contain', alt: 'A dot' },
    full: [{ role: 'img', name: 'A dot' }],
    empty: [{ role: 'img', name: 'A dot' }],
  },
  camera: {
    content: { type: 'camera', title: 'Camera', url: `${location.origin}/test/picture.svg`, seconds: 1 },
    full: [{ role: 'img', name: /^Camera at \d\d:\d\d:\d\d$/ }],
    empty: [{ role: 'img', name: /^Camera at/ }],
  },
  frame: {
    content: { type: 'frame', title: 'Web page', url: `${admitted}/page` },
    full: [],
    empty: [],
  },
  table: {
    content: { type: 'table', title: 'Table', keys: ['temp', 'humid', 'other'] },
    full: [{ role: 'row', name: /^Temperature\s+22 °C$/ }, { role: 'row', name: /^Humidity\s+60 %$/ }, /other–/],
    empty: [/temp–.*humid–.*other–/],
    ages: true,
  },
  text: {
    content: { type: 'text', title: 'Notes', text: 'It is **{{temp}}** °C.', keys: ['temp'] },
    full: ['It is 22 °C.'],
    empty: ['It is – °C.'],
  },
  warnings: {
    content: { type: 'warnings', title: 'Warnings' },
    full: ['1 warning', /Temperature\s*danger: 22 °C, out of order/],
    empty: ['No devices yet'],
  },
  alerts: {
    content: { type: 'alerts', title: 'Alerts' },
    full: ['1 alert', /Temperature was 34 °C, above 30 °C for 5 minutes\.7 min agoNow 22 °C/],
    empty: ['No devices yet'],
  },
  devices: {
    content: { type: 'devices', title: 'Devices' },
    full: ['1 of 1 online', 'Greenhouse'],
    empty: ['0 of 0 online', 'No devices yet'],
  },
  clock: {
    content: { type: 'clock', title: 'Clock' },
    full: [/\d\d:\d\d:\d\d/],
    empty: [/\d\d:\d\d:\d\d/],
  },
  countdown: {
    content: { type: 'countdown', title: 'Countdown', until: Date.UTC(2040, 0, 1) },
    full: [/\d+ d \d+ h\s*until 01\/01\/2040/],
    empty: [/until 01\/01\/2040/],
  },
  switch: {
    content: { type: 'switch', title: 'Switch', target: event('pump') },
    full: ['On', 'pump'],
    empty: ['–'],
  },
  button: {
    content: { type: 'button', title: 'Button', target: event('beep'), value: '1' },
    full: [{ role: 'button', name: 'Button' }],
    empty: [{ role: 'button', name: 'Button' }],
  },
  slider: {
    content: { type: 'slider', title: 'Slider', target: event('level'), unit: '%', min: 0, max: 100, step: 1 },
    full: ['40 %'],
    empty: ['–'],
  },
  stepper: {
    content: { type: 'stepper', title: 'Stepper', target: event('want'), unit: '°C', min: 10, max: 30, step: 0.5 },
    full: [/21\.5 °C/],
    empty: ['–'],
  },
  number: {
    content: { type: 'number', title: 'Number', target: event('time'), unit: 's', min: 0, max: 600, step: 5 },
    full: [{ role: 'button', name: 'Set' }, 's'],
    empty: [{ role: 'button', name: 'Set' }],
  },
  choice: {
    content: {
      type: 'choice',
      title: 'Choice',
      target: event('mode'),
      options: [
        { value: 'a', label: 'Auto' },
        { value: 'b', label: 'By hand' },
      ],
    },
    full: [{ role: 'button', name: 'By hand Choice' }],
    empty: [{ role: 'button', name: 'Choose Choice' }],
  },
  colour: {
    content: { type: 'colour', title: 'Colour', target: event('rgb'), format: 'rgb' },
    full: ['255;128;0'],
    empty: ['–'],
  },
  message: {
    content: { type: 'message', title: 'Text input', target: event('speech') },
    full: ['good morning'],
    empty: [{ role: 'button', name: 'Send' }],
  },
  scene: {
    content: { type: 'scene', title: 'Scene', sceneId: 3, confirm: false },
    full: [{ role: 'button', name: 'Run Scene' }, 'done'],
    empty: [{ role: 'button', name: 'Run Scene' }],
  },
  terminal: {
    content: { type: 'terminal', title: 'Terminal', target: event('line'), keys: ['out'] },
    full: [/\d\d:\d\d:\d\dready/],
    empty: ['No lines yet'],
  },
};

const variablesOf = (more: { at?: number } = {}) => [
  variableOf('temp', { label: 'Temperature', unit: '°C', value: 22, ...more }),
  variableOf('humid', { label: 'Humidity', unit: '%', value: 60, hue: 2, ...more }),
  variableOf('out', { label: 'Output', value: 'ready', hue: 3, ...more }),
];
const threeHoursMs = 10_800_000;

/** A board that sent for an hour, up to now or up to some time ago when it went away. */
function withValues(content: WidgetContent, agoMs = 0) {
  const variables = variablesOf({ at: Date.now() - agoMs });
  const location = { latitude: 13.7, longitude: 100.5 };
  const device = deviceOf({ variables, location, online: agoMs === 0 });
  const sent = { temp: [20, 20.4, 20.8, 21.2, 21.6, 22], humid: [60, 60, 60, 60, 60, 60], out: [null, 'ready'] };
  const history = historyOf(sent, { agoMs });
  const control = controlOf({
    pump: { reported: '1' },
    level: { reported: '40' },
    want: { reported: '21.5' },
    time: { reported: '60' },
    mode: { reported: 'b' },
    rgb: { reported: '255;128;0' },
    speech: { reported: 'good morning' },
  });
  const contents = [kinds.gauge.content, content];
  return widgetDataOf({ device, variables, history, control, send: async () => [], places: [{ device, contents }] });
}

/** A board that never sent anything. */
function withNothing() {
  const device = deviceOf({ variables: [], online: false, onlineChangedAt: null, lastSeenAt: null });
  return widgetDataOf({ device, variables: [], history: historyOf({}), control: controlOf(), send: async () => [] });
}

async function show(content: WidgetContent, data: WidgetData) {
  const { screen } = await renderInApp(
    <div style={{ display: 'grid', width: 480, height: 320 }}>
      <WidgetAlertsContext
        value={(espid) => ({
          query: ownMarkedAlerts(),
          past: (minutes) => ownPastAlerts(espid, minutes),
          hasPage: true,
        })}
      >
        <WidgetView content={content} data={data} />
      </WidgetAlertsContext>
    </div>,
  );
  return screen.getByRole('region', { name: content.title, exact: true });
}

async function expectSights(card: Locator, sights: readonly Sight[]) {
  for (const sight of sights) {
    if (typeof sight === 'string' || sight instanceof RegExp) await expect.element(card).toMatchTextContent(sight);
    else await expect.element(card.getByRole(sight.role, { name: sight.name, exact: true })).toBeVisible();
  }
}

beforeEach(async () => {
  const config = publicConfigOf({ embedOrigins: [admitted] });
  stubApi({
    'GET /api/config': config,
    'GET /api/alerts': alertListOf(alertOf()),
    'GET /api/dashboard-scenes/3': sceneOf({ lastRun: sceneRunOf() }),
    'GET /api/device/': [deviceOf()],
    'GET /api/device/shared': [],
  });
  await knowConfig(config);
});

const all = Object.values(kinds).map((kind) => ({ ...kind, type: kind.content.type }));

describe.each(all)('$type', ({ content, full, empty }) => {
  it('shows what the board sent', async () => {
    await expectSights(await show(content, withValues(content)), full);
  });

  it('shows that there is nothing yet', async () => {
    await expectSights(await show(content, withNothing()), empty);
  });
});

it.each(all.filter(({ ages }) => ages))(
  '$type says how old its value is when the board is away',
  async ({ content }) => {
    const card = await show(content, withValues(content, threeHoursMs));
    await expect.element(card).toMatchTextContent('3 hr ago');
  },
);
