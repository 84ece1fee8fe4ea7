import type { KitVariable } from '@cyno/contract';
import type { Kit } from '../kit.ts';
import { modbusLibrary } from '../libraries.ts';
import { modbusParts } from '../modbus.ts';

const phases = ['a', 'b', 'c'] as const;

/** One variable for each phase, such as `Va`, `Vb` and `Vc`. */
const perPhase = ({ key, label, ...rest }: KitVariable): KitVariable[] =>
  phases.map((phase) => ({ key: `${key}${phase}`, label: `${label} ${phase.toUpperCase()}`, ...rest }));

const voltage = { key: 'V', label: 'Voltage', unit: 'V', min: 0, max: 300, decimals: 1 };
const current = { key: 'I', label: 'Current', unit: 'A', min: 0, max: 300, decimals: 2 };
const power = { key: 'P', label: 'Power', unit: 'kW', min: -99, max: 99, decimals: 2 };
const factor = { label: 'Power factor', unit: '', min: -1, max: 1, decimals: 2 };
const frequency = { label: 'Frequency', unit: 'Hz', min: 45, max: 65, decimals: 2 };
const energy = { label: 'Energy', unit: 'kWh', min: 0, max: 655.35, decimals: 2 };

const dtsVariables: KitVariable[] = [
  ...perPhase(voltage),
  ...perPhase(current),
  ...perPhase(power),
  ...perPhase({ key: 'PF', ...factor }),
  { key: 'f', ...frequency },
  { key: 'Et', ...energy },
  { key: 'Ei', ...energy, label: 'Energy imported' },
  { key: 'Ee', ...energy, label: 'Energy exported' },
];

const dtsMeasure = `if (!answered(bus.readInputRegisters(0, 51))) return;
static const char *const volts[] = {"Va", "Vb", "Vc"};
static const char *const amperes[] = {"Ia", "Ib", "Ic"};
static const char *const kilowatts[] = {"Pa", "Pb", "Pc"};
static const char *const factors[] = {"PFa", "PFb", "PFc"};
for (uint8_t phase = 0; phase < 3; phase++) {
  addValue(volts[phase], bus.getResponseBuffer(phase) * 0.1F, 1);
  addValue(amperes[phase], bus.getResponseBuffer(3 + phase) * 0.01F, 2);
  addValue(kilowatts[phase], (int16_t)bus.getResponseBuffer(8 + phase) / 1000.0F, 2);
  addValue(factors[phase], bus.getResponseBuffer(20 + phase) * 0.001F, 2);
}
addValue("f", bus.getResponseBuffer(26) * 0.01F, 2);
addValue("Et", bus.getResponseBuffer(30) / 100.0F, 2);
addValue("Ei", bus.getResponseBuffer(40) / 100.0F, 2);
addValue("Ee", bus.getResponseBuffer(50) / 100.0F, 2);`;

export const dts6111: Kit = {
  id: 'dts6111',
  name: 'DTS6111 meter',
  group: 'power',
  summary: 'A three-phase energy meter: voltage, current, power and power factor of each phase, and the energy.',
  sensor: 'DTS6111',
  template: { name: 'dts6111', version: 1 },
  variables: dtsVariables,
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) => modbusParts(board, { part: 'DTS6111', measure: dtsMeasure }),
};

export const dts6111Large: Kit = {
  id: 'dts6111_300a',
  name: 'DTS6111 meter, 300 A',
  group: 'power',
  summary: 'The three-phase meter for large loads, with reactive energy, which comes in a second message.',
  sensor: 'DTS6111 for 300 A',
  template: { name: 'dts6111-300a', version: 1 },
  variables: dtsVariables,
  rest: [
    { ...energy, key: 'Ert', label: 'Reactive energy', unit: 'kvarh' },
    { ...energy, key: 'Eri', label: 'Reactive energy imported', unit: 'kvarh' },
    { ...energy, key: 'Ere', label: 'Reactive energy exported', unit: 'kvarh' },
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'DTS6111',
      measure: dtsMeasure,
      measureRest: `if (!answered(bus.readInputRegisters(60, 21))) return;
addValue("Ert", bus.getResponseBuffer(0) / 100.0F, 2);
addValue("Eri", bus.getResponseBuffer(10) / 100.0F, 2);
addValue("Ere", bus.getResponseBuffer(20) / 100.0F, 2);`,
    }),
};

const largeMeter: KitVariable[] = [
  ...perPhase(voltage),
  ...perPhase({ ...current, max: 999 }),
  ...perPhase({ ...power, min: -999, max: 999 }),
  ...perPhase({ key: 'Pf', ...factor }),
  { key: 'F', ...frequency },
];
const total = { ...energy, max: 9_999_999, decimals: 1 };

export const dtsu666: Kit = {
  id: 'dtsu666',
  name: 'Chint DTSU666 meter',
  group: 'power',
  summary:
    'A three-phase energy meter with current transformers. Its 21 values are too long for one message of the library, so the energies come in a second one.',
  sensor: 'Chint DTSU666 with current transformers',
  template: { name: 'dtsu666', version: 1 },
  variables: largeMeter,
  rest: [
    { ...total, key: 'E1', label: 'Energy imported' },
    ...['E2', 'E3', 'E4'].map((key, index) => ({ ...total, key, label: `Energy imported ${'ABC'[index]}` })),
    { ...total, key: 'E5', label: 'Energy exported' },
    ...['E6', 'E7', 'E8'].map((key, index) => ({ ...total, key, label: `Energy exported ${'ABC'[index]}` })),
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'DTSU666',
      pairs: 'float',
      globals: `
// The ratio of your current transformers, such as 60 for 300 A : 5 A.
static const float ratio = 60;`,
      measure: `if (!answered(bus.readInputRegisters(0x2006, 64))) return;
static const char *const volts[] = {"Va", "Vb", "Vc"};
static const char *const amperes[] = {"Ia", "Ib", "Ic"};
static const char *const kilowatts[] = {"Pa", "Pb", "Pc"};
static const char *const factors[] = {"Pfa", "Pfb", "Pfc"};
for (uint8_t phase = 0; phase < 3; phase++) {
  addValue(volts[phase], floatAt(2 * phase) * 0.1F, 1);
  addValue(amperes[phase], floatAt(6 + 2 * phase) * 0.001F * ratio, 2);
  addValue(kilowatts[phase], floatAt(14 + 2 * phase) * 0.0001F * ratio, 2);
  addValue(factors[phase], floatAt(38 + 2 * phase) * 0.001F, 2);
}
addValue("F", floatAt(62) * 0.01F, 2);`,
      measureRest: `if (!answered(bus.readInputRegisters(0x101E, 20))) return;
static const char *const imported[] = {"E1", "E2", "E3", "E4"};
static const char *const exported[] = {"E5", "E6", "E7", "E8"};
for (uint8_t index = 0; index < 4; index++) { // all phases together, then each
  addValue(imported[index], floatAt(2 * index) * ratio, 1);
  addValue(exported[index], floatAt(10 + 2 * index) * ratio, 1);
}`,
    }),
};

/** The registers are those of the meter's own list (PM2200 series); it applies the ratio of the transformers itself. */
export const pm2230: Kit = {
  id: 'pm2230',
  name: 'Schneider PM2230 meter',
  group: 'power',
  summary:
    'A three-phase meter for panels. The energies are sent for all phases together, because all 21 values would be too long for one message of the library.',
  sensor: 'Schneider PM2230',
  template: { name: 'pm2230', version: 1 },
  variables: [
    ...largeMeter,
    { ...total, key: 'E1', label: 'Energy imported' },
    { ...total, key: 'E5', label: 'Energy exported' },
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'PM2230',
      pairs: 'float',
      globals: `
// The meter writes a leading power factor as more than 1.
static float factorOf(float written) {
  if (written > 1) return 2 - written;
  return written < -1 ? -2 - written : written;
}

// Reads three numbers that lie side by side, one for each phase.
static bool readPhases(uint16_t address) {
  return answered(bus.readHoldingRegisters(address, 6));
}`,
      measure: `static const char *const volts[] = {"Va", "Vb", "Vc"};
static const char *const amperes[] = {"Ia", "Ib", "Ic"};
static const char *const kilowatts[] = {"Pa", "Pb", "Pc"};
static const char *const factors[] = {"Pfa", "Pfb", "Pfc"};
if (!readPhases(3027)) return; // the meter is silent: no use in asking for the rest
for (uint8_t phase = 0; phase < 3; phase++) addValue(volts[phase], floatAt(2 * phase), 1);
if (readPhases(2999)) {
  for (uint8_t phase = 0; phase < 3; phase++) addValue(amperes[phase], floatAt(2 * phase), 2);
}
if (readPhases(3053)) {
  for (uint8_t phase = 0; phase < 3; phase++) addValue(kilowatts[phase], floatAt(2 * phase), 2);
}
if (readPhases(3077)) {
  for (uint8_t phase = 0; phase < 3; phase++) addValue(factors[phase], factorOf(floatAt(2 * phase)), 2);
}
if (answered(bus.readHoldingRegisters(3109, 2))) addValue("F", floatAt(0), 2);
if (answered(bus.readHoldingRegisters(2699, 4))) {
  addValue("E1", floatAt(0), 1);
  addValue("E5", floatAt(2), 1);
}`,
    }),
};
