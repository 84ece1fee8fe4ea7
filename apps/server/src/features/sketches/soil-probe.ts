import type { KitVariable } from '@cyno/contract';

/** The RS485 soil probes speak at this speed, at Modbus address 1. */
export const soilBaud = 4800;

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

/** The lines that ask the probe and add what it answers. */
export const measureSoil = (probe: SoilProbe): string =>
  [
    `if (!answered(bus.readHoldingRegisters(0, ${probe}))) return;`,
    ...quantities.slice(0, probe).map(({ variable: { key }, read }) => `addValue("${key}", ${read});`),
  ].join('\n');
