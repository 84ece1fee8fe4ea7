import type { Device, DeviceVariable, WidgetContent } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { colourOf, colourText } from './controls/colour-value.ts';
import { terminalLines } from './controls/terminal-lines.ts';
import { admitPage, admitPicture, freshAddress } from './media/embed-address.ts';
import { batteryLevel } from './values/battery-level.ts';
import { lengthText } from './values/length-text.ts';
import { filled, keysOfText } from './values/placeholders.ts';
import { warningsOf } from './values/warnings.ts';
import { type DevicePlace, placesOf } from './widget-data.ts';

describe('what may be shown of other servers', () => {
  const here = 'https://cyno.example';
  const origins = ['https://grafana.example', 'http://192.168.1.20'];
  test.each([
    ['https://grafana.example/d/1?x=2', 'allowed'],
    ['http://192.168.1.20/snapshot.jpg', 'allowed'],
    ['http://grafana.example/', 'refused'],
    ['https://grafana.example.evil.example/', 'refused'],
    ['https://grafana.example@evil.example/', 'refused'],
    ['https://grafana.example:8443/', 'refused'],
    ['javascript:alert(1)', 'broken'],
    ['data:text/html,<script>', 'broken'],
    ['data:image/svg+xml;base64,PHN2Zz4=', 'broken'],
    ['//evil.example/x', 'broken'],
    ['', 'broken'],
  ])('%s is %s', (address, admission) => {
    expect(admitPicture(address, origins, here)).toBe(admission);
    expect(admitPage(address, origins, here)).toBe(admission);
  });

  test('own pictures are, own pages are not: they could leave their sandbox', () => {
    expect(admitPicture(`${here}/layout/images/logo.svg`, [], here)).toBe('own');
    expect(admitPicture('data:image/png;base64,AAAA', [], here)).toBe('own');
    expect(admitPage(`${here}/device`, [here], here)).toBe('broken');
  });

  test('a picture is requested again by its address', () => {
    expect(freshAddress('http://cam.example/a?b=1#c', 5)).toBe('http://cam.example/a?b=1&_=5#c');
  });
});

test('placeholders are found once each, and filled where a value is', () => {
  const text = 'It is {{temp}} and {{ soil moisture }}, {{temp}}. {{}} {{a{b}}';
  expect(keysOfText(text)).toEqual(['temp', 'soil moisture']);
  expect(filled('{{temp}} °C, {{ x }}', (key) => `<${key}>`)).toBe('<temp> °C, <x>');
});

test.each([
  [50, { chemistry: 'percent', cells: 1 }, 50],
  [140, { chemistry: 'percent', cells: 1 }, 100],
  [4.2, { chemistry: 'lithium', cells: 1 }, 100],
  [3.84, { chemistry: 'lithium', cells: 1 }, 50],
  [7.68, { chemistry: 'lithium', cells: 2 }, 50],
  [2.9, { chemistry: 'lithium', cells: 1 }, 0],
  [12.72, { chemistry: 'lead', cells: 6 }, 100],
  [11.88, { chemistry: 'lead', cells: 6 }, 40],
] as const)('a battery at %d as %o is %d %% full', (value, battery, percent) => {
  expect(batteryLevel(value, battery)).toBeCloseTo(percent, 5);
});

test('colours are read and sent in both ways', () => {
  expect(colourOf('#FF8000')).toBe('#ff8000');
  expect(colourOf('255;128;0')).toBe('#ff8000');
  expect([colourOf(''), colourOf('255;128'), colourOf('256;0;0'), colourOf('red')]).toEqual([null, null, null, null]);
  expect([colourText('#ff8000', 'hex'), colourText('#ff8000', 'rgb')]).toEqual(['#ff8000', '255;128;0']);
});

test.each([
  [999, '0 s'],
  [59_000, '59 s'],
  [3_600_000, '1 h 0 min'],
  [273_600_000, '3 d 4 h'],
])('%d ms are %s', (ms, text) => expect(lengthText(ms)).toBe(text));

test('a terminal has the lines of the history, those seen since and the newest, each once', () => {
  const history = {
    from: 0,
    to: 9,
    resolution: 'raw' as const,
    bucketMs: null,
    offline: [],
    times: [1, 2, 3],
    series: { out: { value: ['a', null, 'b'], min: null, max: null } },
  };
  const seen = [{ at: 3, text: 'b' }];
  expect(terminalLines(history, { key: 'out', value: 'c', at: 4 }, seen).map(({ text }) => text)).toEqual([
    'a',
    'b',
    'c',
  ]);
});

describe('warnings', () => {
  const variable = (key: string, value: number, unit = ''): [string, DeviceVariable] => [
    key,
    { key, label: key, unit, value, hue: 1, decimals: null, range: null, at: 0, intervalMs: null },
  ];
  const variables = new Map([variable('temp', 35, '°C'), variable('humid', 60, '%'), variable('bat', 5, '%')]);
  const zones = [
    { from: 0, tone: 'good', word: 'fine' },
    { from: 30, tone: 'warning', word: 'hot' },
  ] as const;
  const scale = { min: 0, max: 50, zones: [...zones] };
  const shed = (online: boolean, own = variables) =>
    ({ espid: 'a', name: 'Shed', online, variables: [...own.values()] }) as unknown as Device;
  const placesText = (places: DevicePlace[]) =>
    warningsOf(places).map(({ tone, name, detail }) => [tone, name, detail]);
  const found = (contents: WidgetContent[], online = true) => placesText([{ device: shed(online), contents }]);

  test('are those of each device, by its name when there are several', () => {
    const gauge: WidgetContent = { type: 'gauge', title: 'T', key: 'temp', ...scale };
    const barn = { ...shed(false), espid: 'b', name: 'Barn' };
    const cool = new Map([...variables].map(([key, one]) => [key, key === 'temp' ? { ...one, value: 20 } : one]));
    const attic = { ...shed(true, cool), espid: 'c', name: 'Attic' };
    const places = placesOf([{ content: gauge }], [shed(true), barn, attic], new Set(['a', 'b', 'c']));
    expect(placesText(places)).toEqual([
      ['danger', 'Barn', 'offline'],
      ['warning', 'Shed: temp', '35 °C, hot'],
      ['warning', 'Barn: temp', '35 °C, hot'],
    ]);
    const named = placesOf([{ device: 'c', content: gauge }], [shed(true), attic], new Set(['a']));
    expect(placesText(named)).toEqual([]);
  });

  test('name what is in a zone of warning, the worst first and each value once', () => {
    expect(
      found(
        [
          { type: 'gauge', title: 'T', key: 'temp', ...scale },
          { type: 'bar', title: 'T', key: 'temp', ...scale },
          { type: 'battery', title: 'B', key: 'bat', chemistry: 'percent', cells: 1 },
          { type: 'tank', title: 'H', key: 'humid', min: 0, max: 100, zones: [] },
        ],
        false,
      ),
    ).toEqual([
      ['danger', 'Shed', 'offline'],
      ['danger', 'bat', '5 %, nearly empty'],
      ['warning', 'temp', '35 °C, hot'],
    ]);
  });

  test('hold the limits of a chart against the values of its first axis only', () => {
    const limits = [{ value: 30, tone: 'danger', word: 'too hot' } as const];
    const chart = { type: 'chart', title: 'C', minutes: 60, limits } as const;
    expect(found([{ ...chart, keys: ['temp', 'humid'], limits }])).toEqual([['danger', 'temp', '35 °C, too hot']]);
    expect(found([{ ...chart, keys: ['temp', 'humid'], right: ['temp'], limits }])).toEqual([
      ['danger', 'humid', '60 %, too hot'],
    ]);
  });

  test('are none when all is well', () => expect(found([{ type: 'clock', title: 'C' }])).toEqual([]));
});
