import { chart, gauge, type Tile, value, zone } from './grid.ts';
import type { Template } from './template.ts';

/** Air temperature, °C, as people and most plants feel it. */
export const airTemperature = (key: string): Tile =>
  gauge(key, 'Temperature', {
    min: 0,
    max: 50,
    zones: [
      zone(0, 'neutral', 'cold'),
      zone(18, 'good', 'comfortable'),
      zone(32, 'warning', 'hot'),
      zone(38, 'danger', 'very hot'),
    ],
  });

/** Relative humidity of the air, %. */
export const airHumidity = (key: string): Tile =>
  gauge(key, 'Humidity', {
    min: 0,
    max: 100,
    zones: [
      zone(0, 'warning', 'dry'),
      zone(35, 'good', 'comfortable'),
      zone(70, 'neutral', 'humid'),
      zone(90, 'warning', 'wet'),
    ],
  });

/** Kits that measure air and light. */
export const climateTemplates: readonly Template[] = [
  {
    name: 'dht',
    version: 1,
    title: 'Temperature and humidity',
    tiles: [airTemperature('t'), airHumidity('h'), chart('Last 24 hours', ['t', 'h'])],
  },
  {
    name: 'climate',
    version: 1,
    title: 'Garden climate',
    tiles: [
      airTemperature('temp'),
      airHumidity('humid'),
      chart('Air, last 24 hours', ['temp', 'humid']),
      gauge('soil', 'Soil moisture', {
        min: 0,
        max: 100,
        zones: [
          zone(0, 'danger', 'dry'),
          zone(20, 'warning', 'getting dry'),
          zone(35, 'good', 'moist'),
          zone(75, 'neutral', 'wet'),
        ],
      }),
      value('light', 'Light'),
      chart('Soil, last 24 hours', ['soil']),
    ],
  },
];
