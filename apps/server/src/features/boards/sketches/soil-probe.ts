import type { KitVariable } from '@cyno/contract';
import type { Board } from './boards.ts';
import type { SketchParts } from './kit.ts';
import { modbusParts } from './modbus.ts';

const quantities: readonly { variable: KitVariable; read: string }[] = [
  {
    variable: { key: 'humid', label: 'Moisture', unit: '%', min: 0, max: 100, decimals: 1 },
    read: 'bus.getResponseBuffer(0) / 10.0F, 1',
  },
  {
    variable: { key: 'temp', label: 'Temperature', unit: '°C', min: -40, max: 80, decimals: 1 },
    read: '(int16_t)bus.getResponseBuffer(1) / 10.0F, 1',
  },
  {
    variable: { key: 'ec', label: 'Conductivity', unit: 'µS/cm', min: 0, max: 20_000, decimals: 0 },
    read: 'bus.getResponseBuffer(2), 0',
  },
  {
    variable: { key: 'ph', label: 'pH', unit: '', min: 3, max: 10, decimals: 1 },
    read: 'bus.getResponseBuffer(3) / 10.0F, 1',
  },
  ...[
    ['n', 'Nitrogen'],
    ['p', 'Phosphorus'],
    ['k', 'Potassium'],
  ].map(([key = '', label = ''], index) => ({
    variable: { key, label, unit: 'mg/kg', min: 0, max: 1999, decimals: 0 },
    read: `bus.getResponseBuffer(${4 + index}), 0`,
  })),
];

/** How many of moisture, temperature, conductivity, pH, nitrogen, phosphorus and potassium a probe has. */
export type SoilProbe = 1 | 2 | 3 | 7;

export const soilVariables = (probe: SoilProbe): KitVariable[] =>
  quantities.slice(0, probe).map(({ variable }) => variable);

/**
 * A probe on the bus; `moisture`: the variable of the sketch that holds what it reads, NAN while it does not respond. On the ESP8266 one
 * pin switches the MAX485, as in the public kits, so that valves have the other.
 */
export const soilParts = (board: Board, probe: SoilProbe, moisture?: string): SketchParts =>
  modbusParts(board, {
    part: 'soil probe',
    baud: 4800,
    ...(board.chip === 'esp8266' && { direction: ['D6'] }),
    measure: measureSoil(probe, moisture),
  });

/** The lines that query the probe and add its response. */
const measureSoil = (probe: SoilProbe, moisture?: string): string =>
  [
    ...(moisture === undefined ? [] : [`${moisture} = NAN; // until the probe answers`]),
    `if (!answered(bus.readHoldingRegisters(0, ${probe}))) return;`,
    ...(moisture === undefined ? [] : [`${moisture} = bus.getResponseBuffer(0) / 10.0F;`]),
    ...quantities.slice(0, probe).map(({ variable: { key }, read }) => `addValue("${key}", ${read});`),
  ].join('\n');
