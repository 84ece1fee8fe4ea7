import type { UsualLabel } from '@cyno/contract';

/** How a variable is shown by default; hues are the chart colours of the design tokens. */
export interface VariableDisplay {
  readonly label: string;
  readonly unit: string;
  readonly hue: number;
}

const hues = {
  humidity: 1,
  temperature: 2,
  soil: 3,
  power: 4,
  light: 5,
  water: 6,
  particles: 7,
  other: 8,
} as const;

type Entry = readonly [keys: string, label: UsualLabel, unit: string, hue: keyof typeof hues];

/** Keys of the public kits and examples (device protocol, section 6), and a few that sketches commonly use. Case counts. */
const entries: readonly Entry[] = [
  ['temp t temperature', 'Temperature', '°C', 'temperature'],
  ['humid h humidity hum', 'Humidity', '%', 'humidity'],
  ['soil moisture', 'Soil moisture', '%', 'soil'],
  ['ec', 'Conductivity', 'µS/cm', 'soil'],
  ['ph', 'pH', '', 'soil'],
  ['n', 'Nitrogen', 'mg/kg', 'soil'],
  ['k', 'Potassium', 'mg/kg', 'soil'],
  ['tds', 'Dissolved solids', 'ppm', 'water'],
  ['level', 'Level', 'cm', 'water'],
  ['distance', 'Distance', 'cm', 'water'],
  ['pm1', 'PM1', 'µg/m³', 'particles'],
  ['pm2 pm25', 'PM2.5', 'µg/m³', 'particles'],
  ['pm10', 'PM10', 'µg/m³', 'particles'],
  ['puri', 'Fan speed', '%', 'other'],
  ['co2', 'CO₂', 'ppm', 'soil'],
  ['light lux', 'Light', 'lx', 'light'],
  ['pressure', 'Pressure', 'hPa', 'water'],
  ['volt v V', 'Voltage', 'V', 'light'],
  ['Va', 'Voltage A', 'V', 'light'],
  ['Vb', 'Voltage B', 'V', 'light'],
  ['Vc', 'Voltage C', 'V', 'light'],
  ['curr i I', 'Current', 'A', 'temperature'],
  ['Ia', 'Current A', 'A', 'temperature'],
  ['Ib', 'Current B', 'A', 'temperature'],
  ['Ic', 'Current C', 'A', 'temperature'],
  ['power P', 'Power', 'W', 'power'],
  ['Pa', 'Power A', 'kW', 'power'],
  ['Pb', 'Power B', 'kW', 'power'],
  ['Pc', 'Power C', 'kW', 'power'],
  ['Q', 'Reactive power', 'var', 'power'],
  ['pf', 'Power factor', '', 'other'],
  ['PFa Pfa', 'Power factor A', '', 'other'],
  ['PFb Pfb', 'Power factor B', '', 'other'],
  ['PFc Pfc', 'Power factor C', '', 'other'],
  ['freq f F', 'Frequency', 'Hz', 'humidity'],
  ['e E e1 Et', 'Energy', 'kWh', 'power'],
  ['e2 Ei E1', 'Energy imported', 'kWh', 'power'],
  ['e3 Ee E5', 'Energy exported', 'kWh', 'power'],
  ['Ert', 'Reactive energy', 'kvarh', 'power'],
  ['Eri', 'Reactive energy imported', 'kvarh', 'power'],
  ['Ere', 'Reactive energy exported', 'kvarh', 'power'],
  ['rssi RSSI', 'Signal', 'dBm', 'other'],
];

const displays = new Map<string, VariableDisplay>(
  entries.flatMap(([keys, label, unit, hue]) => keys.split(' ').map((key) => [key, { label, unit, hue: hues[hue] }])),
);

/** Soil probes send phosphorus and DC meters send power as `p`; what else the device sends distinguishes them. */
const phosphorus = { label: 'Phosphorus' satisfies UsualLabel, unit: 'mg/kg', hue: hues.soil };
const power = { label: 'Power' satisfies UsualLabel, unit: 'W', hue: hues.power };

/** The display settings of a variable by its key; unknown keys are their own label. `siblings` are all keys of the device. */
export function displayOf(key: string, siblings: { has(key: string): boolean }): VariableDisplay {
  if (key === 'p') return siblings.has('n') && siblings.has('k') ? phosphorus : power;
  return displays.get(key) ?? { label: key, unit: '', hue: hues.other };
}
