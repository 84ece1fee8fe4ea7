import type { Widget, WidgetContent } from '@cyno/contract';

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const zones: Extract<WidgetContent, { type: 'gauge' }>['zones'] = [
  { from: -50, tone: 'danger', word: 'out of order' },
  { from: 90, tone: 'good', word: 'fine' },
];
const event = (name: string) => ({ kind: 'event', name }) as const;
const day = { minutes: 1_440 };
const want = { min: 10, max: 30, step: 0.5, unit: '°C' };

/** One of every kind, of a board with the climate kit; cameras and pages are those of `origin`. */
export function everyWidget(origin: string, device: string): Widget[] {
  const contents: WidgetContent[] = [
    { type: 'value', title: 'Figure', key: 'temp', zones, decimals: 2 },
    { type: 'gauge', title: 'Gauge', key: 'temp', min: 0, max: 50, zones },
    { type: 'bar', title: 'Bar', key: 'temp', min: 0, max: 50, zones },
    { type: 'tank', title: 'Tank', key: 'soil', min: 0, max: 100, zones: [] },
    { type: 'battery', title: 'Battery', key: 'soil', chemistry: 'percent', cells: 1 },
    {
      type: 'led',
      title: 'Lamp',
      key: 'temp',
      onFrom: 0,
      tone: 'good',
      colour: '#aa00ff',
      onWord: 'Lit',
      offWord: 'Dark',
    },
    { type: 'compass', title: 'Wind', keys: ['humid', 'temp'], ...day },
    { type: 'uptime', title: 'Uptime' },
    {
      type: 'chart',
      title: 'Chart',
      keys: ['temp', 'humid'],
      right: ['humid'],
      style: 'area',
      minutes: 60,
      limits: [{ value: 60, tone: 'warning', word: 'too hot' }],
    },
    { type: 'bars', title: 'Bars', key: 'temp', zones: [], by: 'hour', figure: 'highest', ...day },
    { type: 'heatmap', title: 'Heat map', key: 'temp', minutes: 40_320 },
    { type: 'histogram', title: 'Histogram', key: 'temp', bins: 8, ...day },
    { type: 'pie', title: 'Shares', keys: ['temp', 'humid'], zones: [], shares: 'values', ...day },
    { type: 'timeline', title: 'Timeline', key: 'temp', onFrom: 1, ...day },
    { type: 'states', title: 'States', keys: ['temp'], zones, ...day },
    { type: 'map', title: 'Map', keys: [], ...day },
    { type: 'image', title: 'Picture', url: dot, fit: 'contain', alt: 'A dot' },
    { type: 'camera', title: 'Camera', url: `${origin}/camera`, seconds: 1 },
    { type: 'frame', title: 'Web page', url: `${origin}/page` },
    { type: 'table', title: 'Table', keys: ['temp', 'humid'] },
    { type: 'text', title: 'Notes', text: 'Soil is at **{{soil}}** %.', keys: ['soil'] },
    { type: 'warnings', title: 'Warnings' },
    { type: 'alerts', title: 'Alerts' },
    { type: 'devices', title: 'Devices' },
    { type: 'clock', title: 'Clock' },
    { type: 'countdown', title: 'Countdown', until: Date.UTC(2040, 0, 1) },
    { type: 'switch', title: 'Switch', target: event('pump') },
    { type: 'button', title: 'Button', target: event('beep'), value: '1' },
    { type: 'slider', title: 'Slider', target: event('level'), unit: '%', min: 0, max: 100, step: 1 },
    { type: 'stepper', title: 'Stepper', target: event('want'), ...want },
    { type: 'number', title: 'Number', target: event('time'), unit: 's', min: 0, max: 600, step: 5 },
    {
      type: 'choice',
      title: 'Choice',
      target: event('mode'),
      options: [
        { value: 'a', label: 'Auto' },
        { value: 'b', label: 'By hand' },
      ],
    },
    { type: 'colour', title: 'Colour', target: event('rgb'), format: 'rgb' },
    { type: 'message', title: 'Text input', target: event('say') },
    { type: 'terminal', title: 'Terminal', target: event('line'), keys: [] },
  ];
  return contents.map((content, index) => ({
    id: `w${index}`,
    x: (index % 3) * 4,
    y: Math.floor(index / 3) * 4,
    width: 4,
    height: 4,
    device,
    content,
  }));
}
