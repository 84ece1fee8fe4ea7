import { airHumidity, airTemperature } from './climate.ts';
import { chart, eventChoice, eventSlider, eventSwitch, gauge, type Tile, value, zone } from './grid.ts';
import type { Template } from './template.ts';

/** PM2.5, µg/m³; the zones follow the 24-hour levels of the Thai air-quality index: https://air4thai.pcd.go.th/ */
const fineDust: Tile = gauge('pm2', 'PM2.5', {
  min: 0,
  max: 150,
  zones: [
    zone(0, 'good', 'very good'),
    zone(15, 'good', 'good'),
    zone(25, 'neutral', 'moderate'),
    zone(37.5, 'warning', 'unhealthy for some'),
    zone(75, 'danger', 'unhealthy'),
  ],
});

const dust = [
  fineDust,
  value('pm1', 'PM1'),
  value('pm10', 'PM10'),
  chart('Dust, last 24 hours', ['pm1', 'pm2', 'pm10']),
];

/** Kits that measure dust. */
export const airTemplates: readonly Template[] = [
  { name: 'pms7003', version: 1, title: 'Dust', tiles: dust },
  {
    name: 'pms7003_dht',
    version: 1,
    title: 'Dust, temperature and humidity',
    tiles: [...dust, airTemperature('temp'), airHumidity('humid'), chart('Air, last 24 hours', ['temp', 'humid'])],
  },
  {
    name: 'pms7003_airpurifier',
    version: 2,
    title: 'Air purifier',
    tiles: [
      ...dust,
      gauge('puri', 'Fan', { min: 0, max: 100 }),
      eventChoice('Mode', 'Mode', [
        ['auto', 'Automatic'],
        ['sleep', 'Sleep'],
        ['normal', 'Normal'],
        ['turbo', 'Turbo'],
      ]),
      eventSwitch('OledOn', 'Display'),
      eventSlider('Start', 'Fan starts at PM2.5', { min: 0, max: 254, unit: 'µg/m³' }),
      eventSlider('Max', 'Full speed at PM2.5', { min: 0, max: 254, unit: 'µg/m³' }),
      eventSlider('MaxPWM', 'Fastest fan speed', { min: 0, max: 100, unit: '%' }),
      chart('Fan, last 24 hours', ['puri'], 12),
    ],
  },
];
