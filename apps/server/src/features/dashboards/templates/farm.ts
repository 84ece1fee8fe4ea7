import { chart, eventSlider, eventSwitch, gauge, type Tile, tank, twice, value, zone } from './grid.ts';
import type { Template } from './template.ts';

const soilMoisture = gauge('humid', 'Soil moisture', {
  min: 0,
  max: 100,
  zones: [
    zone(0, 'danger', 'dry'),
    zone(10, 'warning', 'getting dry'),
    zone(20, 'good', 'moist'),
    zone(40, 'neutral', 'wet'),
  ],
});
const soilTemperature = gauge('temp', 'Soil temperature', {
  min: 0,
  max: 50,
  zones: [zone(0, 'warning', 'cold'), zone(15, 'good', 'warm'), zone(35, 'danger', 'hot')],
});
const acidity = gauge('ph', 'pH', {
  min: 3,
  max: 10,
  zones: [zone(3, 'danger', 'very acid'), zone(5.5, 'good', 'good for most plants'), zone(7.5, 'warning', 'alkaline')],
});

/** What the soil kits listen to (device protocol, 6.3); `SQ`, `P` and `c1` to `c4` are momentary, the others are settings. */
const irrigation: readonly Tile[] = [
  eventSwitch('SQ', 'Watering sequence'),
  eventSwitch('P', 'Pump'),
  ...[1, 2, 3, 4].map((number) => eventSwitch(`c${number}`, `Valve ${number}`)),
  value('on', 'Remaining time'),
  {
    width: 3,
    height: 2,
    content: {
      type: 'choice',
      title: 'Automatic',
      target: { kind: 'event', name: 'M' },
      options: [
        { value: 'auto', label: 'By moisture' },
        { value: 'off', label: 'Off' },
      ],
    },
  },
  eventSlider('In', 'Time for each valve', { min: 10, max: 3_600, unit: 's', step: 10 }),
  eventSlider('Cu', 'Valves in use', { min: 0, max: 4, unit: '' }),
  eventSwitch('Pu', 'Use the pump'),
];
const thresholds = [
  eventSlider('Hl', 'Water below', { min: 0, max: 100, unit: '%' }),
  eventSlider('Hh', 'Stop above', { min: 0, max: 100, unit: '%' }),
];

const humid: readonly Tile[] = [soilMoisture, chart('Soil moisture, last 24 hours', ['humid'])];
const warm: readonly Tile[] = [soilMoisture, soilTemperature, chart('Soil, last 24 hours', ['humid', 'temp'])];
const salty: readonly Tile[] = [...warm, value('ec', 'Conductivity')];
const nutrients = [value('n', 'Nitrogen'), value('p', 'Phosphorus'), value('k', 'Potassium')];
const sevenInOne: readonly Tile[] = [
  ...warm,
  acidity,
  value('ec', 'Conductivity'),
  ...nutrients,
  chart('Nutrients, last 24 hours', ['n', 'p', 'k']),
];

/** Kits that measure soil and water, and that water plants. */
export const farmTemplates: readonly Template[] = [
  { name: 'smart_farm_nosensor', version: 1, title: 'Watering without a sensor', tiles: irrigation },
  {
    name: 'smart_farm_humid',
    version: 1,
    title: 'Watering by soil moisture',
    tiles: [...humid, ...irrigation, ...thresholds],
  },
  {
    name: 'smart_farm_temp_humid',
    version: 1,
    title: 'Watering, soil moisture and temperature',
    // One of them would be left over for a row of its own.
    tiles: [...warm, ...irrigation, ...thresholds.map(twice)],
  },
  {
    name: 'smart_farm_temp_humid_ec',
    version: 1,
    title: 'Watering, soil moisture, temperature and conductivity',
    tiles: [...salty, ...irrigation, ...thresholds],
  },
  {
    name: 'smart_farm_7in1',
    version: 1,
    title: 'Watering with the seven-in-one soil probe',
    tiles: [...sevenInOne, ...irrigation, ...thresholds],
  },
  { name: 'soilsensor', version: 1, title: 'Seven-in-one soil probe', tiles: sevenInOne },
  {
    name: 'hydroponic',
    version: 1,
    title: 'Hydroponic tank',
    tiles: [
      // The kit sends minus the distance from the sensor down to the water.
      tank('level', 'Water level', {
        min: -50,
        max: 0,
        zones: [zone(-50, 'danger', 'low'), zone(-35, 'good', 'enough')],
      }),
      gauge('ec', 'Conductivity', {
        min: 0,
        max: 4_000,
        zones: [zone(0, 'warning', 'weak'), zone(1_200, 'good', 'fed'), zone(2_800, 'danger', 'strong')],
      }),
      chart('Water, last 24 hours', ['level', 'tds']),
      value('tds', 'Dissolved solids'),
      value('temp', 'Water temperature'),
      eventSwitch('PUMP', 'Pump'),
      eventSlider('CAL', 'Calibration of the TDS probe', { min: 1, max: 50, unit: '' }),
    ],
  },
];
