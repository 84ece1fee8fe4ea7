import { chart, gauge, type Tile, value, zone } from './grid.ts';
import type { Template } from './template.ts';

/** Mains voltage, V: the good range is that of EN 50160, 230 V within 10 %. */
export const mainsVoltage = (key: string, title = 'Voltage'): Tile =>
  gauge(key, title, {
    min: 180,
    max: 270,
    zones: [zone(180, 'danger', 'too low'), zone(207, 'good', 'normal'), zone(253, 'danger', 'too high')],
  });

const powerFactor = (key: string): Tile =>
  gauge(key, 'Power factor', { min: 0, max: 1, zones: [zone(0, 'warning', 'poor'), zone(0.85, 'good', 'good')] });

/** One-phase meters and meters of direct current. */
export const powerTemplates: readonly Template[] = [
  {
    name: 'dds6111',
    version: 1,
    title: 'One-phase meter DDS6111',
    tiles: [
      mainsVoltage('volt'),
      gauge('power', 'Power', { min: 0, max: 10_000 }),
      chart('Power, last 24 hours', ['power']),
      value('curr', 'Current'),
      value('freq', 'Frequency'),
      value('e1', 'Energy, register 1'),
      value('pf', 'Power factor'),
      value('e2', 'Energy, register 2'),
      value('e3', 'Energy, register 3'),
      chart('Voltage and current', ['volt', 'curr']),
    ],
  },
  {
    name: 'ddsu666',
    version: 1,
    title: 'One-phase meter DDSU666',
    tiles: [
      mainsVoltage('V'),
      gauge('P', 'Power', { min: 0, max: 10_000 }),
      chart('Power, last 24 hours', ['P', 'Q']),
      powerFactor('pf'),
      value('I', 'Current'),
      value('E', 'Energy'),
      value('Q', 'Reactive power'),
      value('f', 'Frequency'),
      chart('Voltage and current', ['V', 'I']),
    ],
  },
  {
    name: 'pzem004t',
    version: 1,
    title: 'One-phase meter PZEM-004T',
    tiles: [
      mainsVoltage('v'),
      gauge('p', 'Power', { min: 0, max: 5_000 }),
      chart('Power, last 24 hours', ['p']),
      powerFactor('pf'),
      value('i', 'Current'),
      value('e', 'Energy'),
      value('f', 'Frequency'),
      chart('Voltage and current', ['v', 'i']),
    ],
  },
  ...(
    [
      ['mk229', 'Direct-current meter MK229'],
      ['pzem017', 'Direct-current meter PZEM-017'],
    ] as const
  ).map(
    ([name, title]): Template => ({
      name,
      version: 1,
      title,
      tiles: [
        gauge('v', 'Voltage', { min: 0, max: 60 }),
        gauge('p', 'Power', { min: name === 'mk229' ? -1_000 : 0, max: 1_000 }),
        chart('Power, last 24 hours', ['p']),
        value('i', 'Current'),
        value('e', 'Energy'),
        chart('Voltage and current', ['v', 'i']),
      ],
    }),
  ),
];
