import { type Kit, type KitVariable, variable } from '../kit.ts';
import { modbusLibrary } from '../libraries.ts';
import { modbusParts } from '../modbus.ts';

const phases = ['a', 'b', 'c'] as const;

/** One variable for each phase, such as `Va`, `Vb` and `Vc`. */
const perPhase = (key: string, label: string, unit: string, width: number): KitVariable[] =>
  phases.map((phase) => variable(`${key}${phase}`, `${label} ${phase.toUpperCase()}`, unit, width));

const dtsVariables = [
  ...perPhase('V', 'Voltage', 'V', 5),
  ...perPhase('I', 'Current', 'A', 6),
  ...perPhase('P', 'Power', 'kW', 7),
  ...perPhase('PF', 'Power factor', '', 5),
  variable('f', 'Frequency', 'Hz', 5),
  variable('Et', 'Energy', 'kWh', 6),
  variable('Ei', 'Energy imported', 'kWh', 6),
  variable('Ee', 'Energy exported', 'kWh', 6),
];

const dtsMeasure = `if (!answered(bus.readInputRegisters(0, 51))) return;
const char *names[] = {"Va", "Vb", "Vc", "Ia", "Ib", "Ic", "Pa", "Pb", "Pc", "PFa", "PFb", "PFc"};
for (uint8_t phase = 0; phase < 3; phase++) {
  addValue(names[phase], bus.getResponseBuffer(phase) * 0.1F);
  addValue(names[3 + phase], bus.getResponseBuffer(3 + phase) * 0.01F);
  addValue(names[6 + phase], (int16_t)bus.getResponseBuffer(8 + phase) / 1000.0F);
  addValue(names[9 + phase], bus.getResponseBuffer(20 + phase) * 0.001F);
}
addValue("f", bus.getResponseBuffer(26) * 0.01F);
addValue("Et", bus.getResponseBuffer(30) / 100.0F);
addValue("Ei", bus.getResponseBuffer(40) / 100.0F);
addValue("Ee", bus.getResponseBuffer(50) / 100.0F);`;

export const dts6111: Kit = {
  id: 'dts6111',
  name: 'DTS6111 meter',
  summary: 'A three-phase energy meter: voltage, current, power and power factor of each phase, and the energy.',
  template: { name: 'dts6111', version: 1 },
  variables: dtsVariables,
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) => modbusParts(board, { part: 'DTS6111', measure: dtsMeasure }),
};

export const dts6111Large: Kit = {
  id: 'dts6111_300a',
  name: 'DTS6111 meter, 300 A',
  summary: 'The three-phase meter for large loads, with reactive energy.',
  template: { name: 'dts6111-300a', version: 1 },
  variables: [
    ...dtsVariables,
    variable('Ert', 'Reactive energy', 'kvarh', 6),
    variable('Eri', 'Reactive energy imported', 'kvarh', 6),
    variable('Ere', 'Reactive energy exported', 'kvarh', 6),
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'DTS6111',
      // ModbusMaster holds 64 registers, so the far ones take a second question.
      measure: `${dtsMeasure}
if (!answered(bus.readInputRegisters(60, 21))) return;
addValue("Ert", bus.getResponseBuffer(0) / 100.0F);
addValue("Eri", bus.getResponseBuffer(10) / 100.0F);
addValue("Ere", bus.getResponseBuffer(20) / 100.0F);`,
    }),
};

/** The public kit also sends the energy of each phase, which makes messages that the library cuts off. */
export const dtsu666: Kit = {
  id: 'dtsu666',
  name: 'Chint DTSU666 meter',
  summary: 'A three-phase energy meter with current transformers. Energy is sent for all phases together.',
  template: { name: 'dtsu666', version: 1 },
  variables: [
    ...perPhase('V', 'Voltage', 'V', 5),
    ...perPhase('I', 'Current', 'A', 7),
    ...perPhase('P', 'Power', 'kW', 7),
    ...perPhase('Pf', 'Power factor', '', 5),
    variable('F', 'Frequency', 'Hz', 5),
    variable('E1', 'Energy imported', 'kWh', 11),
    variable('E5', 'Energy exported', 'kWh', 11),
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'DTSU666',
      pairs: 'float',
      globals: `
// The ratio of your current transformers, such as 60 for 300 A : 5 A.
static const float ratio = 60;

// Sends one decimal less than the meter gives, so that the message stays short.
static float rounded(float number, float steps) {
  return roundf(number * steps) / steps;
}`,
      measure: `if (!answered(bus.readInputRegisters(0x2006, 64))) return;
const char *names[] = {"Va", "Vb", "Vc", "Ia", "Ib", "Ic", "Pa", "Pb", "Pc", "Pfa", "Pfb", "Pfc"};
for (uint8_t phase = 0; phase < 3; phase++) {
  addValue(names[phase], rounded(floatAt(2 * phase) * 0.1F, 10));
  addValue(names[3 + phase], rounded(floatAt(6 + 2 * phase) * 0.001F * ratio, 100));
  addValue(names[6 + phase], rounded(floatAt(14 + 2 * phase) * 0.0001F * ratio, 100));
  addValue(names[9 + phase], rounded(floatAt(38 + 2 * phase) * 0.001F, 100));
}
addValue("F", rounded(floatAt(62) * 0.01F, 100));
if (!answered(bus.readInputRegisters(0x101E, 20))) return;
addValue("E1", rounded(floatAt(0) * ratio, 10));
addValue("E5", rounded(floatAt(10) * ratio, 10));`,
    }),
};
