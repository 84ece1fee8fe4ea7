import type { KitVariable } from '@cyno/contract';
import type { Kit } from '../kit.ts';
import { modbusLibrary, pzemLibrary } from '../libraries.ts';
import { modbusParts } from '../modbus.ts';

const volt = { label: 'Voltage', unit: 'V', min: 0, max: 300, decimals: 2 };
const ampere = { label: 'Current', unit: 'A', min: 0, max: 300, decimals: 3 };
const watt = { label: 'Power', unit: 'W', min: 0, max: 30_000, decimals: 1 };
const kilowattHours = { label: 'Energy', unit: 'kWh', min: 0, max: 999_999, decimals: 3 };
const hertz = { label: 'Frequency', unit: 'Hz', min: 45, max: 65, decimals: 2 };
const factor = { label: 'Power factor', unit: '', min: -1, max: 1, decimals: 2 };

const dc: KitVariable[] = [
  { key: 'v', ...volt },
  { key: 'i', ...ampere },
  { key: 'p', ...watt },
  { key: 'e', ...kilowattHours },
];

export const pzem004t: Kit = {
  id: 'pzem004t',
  name: 'PZEM-004T power',
  group: 'power',
  summary: 'Voltage, current, power and energy of a mains circuit.',
  sensor: 'PZEM-004T, version 3',
  template: { name: 'pzem004t', version: 1 },
  variables: [
    { key: 'v', ...volt, min: 80, max: 260, decimals: 1 },
    { key: 'i', ...ampere, max: 100 },
    { key: 'p', ...watt, max: 23_000 },
    { key: 'e', ...kilowattHours, max: 9_999 },
    { key: 'f', ...hertz, decimals: 1 },
    { key: 'pf', ...factor, min: 0 },
  ],
  libraries: [pzemLibrary],
  intervalS: 5,
  parts(board) {
    const software = board.chip === 'esp8266';
    const { rx, tx } = software ? { rx: 'D3', tx: 'D4' } : board.pins.serial;
    return {
      wiring: [
        `PZEM-004T: TX to ${rx}, RX to ${tx}, 5V to 5V, GND to GND.`,
        'Its other side carries mains voltage: switch it off first, and let somebody qualified connect it.',
      ],
      pins: [rx, tx],
      includes: [...(software ? ['SoftwareSerial.h'] : []), 'PZEM004Tv30.h'],
      globals: software
        ? `SoftwareSerial port(${rx}, ${tx});
PZEM004Tv30 meter(port);`
        : `PZEM004Tv30 meter(Serial1, ${rx}, ${tx});`,
      setup: '',
      measure: `addValue("v", meter.voltage(), 1);
addValue("i", meter.current(), 3);
addValue("p", meter.power(), 1);
addValue("e", meter.energy(), 3);
addValue("f", meter.frequency(), 1);
addValue("pf", meter.pf(), 2);`,
    };
  },
};

export const pzem017: Kit = {
  id: 'pzem017',
  name: 'PZEM-017 solar and battery',
  group: 'power',
  summary:
    'Voltage, current, power and energy of a direct-current circuit with a shunt, whose size is a line in the sketch.',
  sensor: 'PZEM-017',
  template: { name: 'pzem017', version: 1 },
  variables: dc,
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'PZEM-017',
      format: '8N2',
      pairs: 'whole',
      globals: `
// Which shunt is connected: 0 = 100 A, 1 = 50 A, 2 = 200 A, 3 = 300 A.
static const uint16_t shunt = 1;
static bool shuntSet = false;`,
      measure: `if (!shuntSet) shuntSet = answered(bus.writeSingleRegister(0x0003, shunt));
if (!answered(bus.readInputRegisters(0x0000, 6))) return;
addValue("v", bus.getResponseBuffer(0) / 100.0F, 2);
addValue("i", bus.getResponseBuffer(1) / 100.0F, 3);
addValue("p", wholeOf(3, 2) / 10.0F, 1);
addValue("e", wholeOf(5, 4) / 1000.0F, 3);`,
    }),
};

export const mk229: Kit = {
  id: 'mk229',
  name: 'MK229 battery meter',
  group: 'power',
  summary: 'Voltage, current, power and energy of a battery; charging and discharging have opposite signs.',
  sensor: 'MK229',
  template: { name: 'mk229', version: 1 },
  variables: [
    { key: 'v', ...volt },
    { key: 'i', ...ampere, min: -300 },
    { key: 'p', ...watt, min: -30_000 },
    { key: 'e', ...kilowattHours },
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'MK229',
      pairs: 'whole',
      measure: `if (!answered(bus.readHoldingRegisters(0x0100, 21))) return;
float sign = bus.getResponseBuffer(20) == 0 ? 1 : -1; // the direction of the current
addValue("v", wholeOf(0, 1) / 10000.0F, 2);
addValue("i", sign * wholeOf(2, 3) / 10000.0F, 3);
addValue("p", sign * wholeOf(4, 5) / 10000.0F, 1);
addValue("e", wholeOf(14, 15) / 1000.0F, 3);`,
    }),
};

export const ddsu666: Kit = {
  id: 'ddsu666',
  name: 'Chint DDSU666 meter',
  group: 'power',
  summary: 'A single-phase energy meter on a DIN rail.',
  sensor: 'Chint DDSU666',
  template: { name: 'ddsu666', version: 1 },
  variables: [
    { key: 'V', ...volt },
    { key: 'I', ...ampere, max: 100 },
    { key: 'P', ...watt, min: -30_000 },
    { key: 'Q', label: 'Reactive power', unit: 'var', min: -30_000, max: 30_000, decimals: 1 },
    { key: 'pf', ...factor, decimals: 3 },
    { key: 'f', ...hertz },
    { key: 'E', ...kilowattHours, decimals: 2 },
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'DDSU666',
      pairs: 'float',
      measure: `if (!answered(bus.readInputRegisters(0x2000, 18))) return;
addValue("V", floatAt(0), 2);
addValue("I", floatAt(2), 3);
addValue("P", floatAt(4) * 1000, 1);
addValue("Q", floatAt(6) * 1000, 1);
addValue("pf", floatAt(10), 3);
addValue("f", floatAt(14), 2);
if (answered(bus.readInputRegisters(0x4000, 2))) addValue("E", floatAt(0), 2);`,
    }),
};

export const dds6111: Kit = {
  id: 'dds6111',
  name: 'DDS6111 meter',
  group: 'power',
  summary:
    'A single-phase energy meter with import and export registers. Runs on the ESP8266, too, where the public kit does not build.',
  sensor: 'DDS6111',
  template: { name: 'dds6111', version: 1 },
  variables: [
    { key: 'volt', ...volt },
    { key: 'curr', ...ampere, max: 100 },
    { key: 'power', ...watt },
    { key: 'pf', ...factor, decimals: 3 },
    { key: 'e1', ...kilowattHours, decimals: 2 },
    { key: 'e2', ...kilowattHours, label: 'Energy imported', decimals: 2 },
    { key: 'e3', ...kilowattHours, label: 'Energy exported', decimals: 2 },
    { key: 'freq', ...hertz },
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'DDS6111',
      pairs: 'float',
      measure: `if (!answered(bus.readInputRegisters(0x0000, 16))) return;
addValue("volt", floatAt(0), 2);
addValue("curr", floatAt(2), 3);
addValue("power", floatAt(4), 1);
addValue("pf", floatAt(6), 3);
addValue("e1", floatAt(8) / 1000, 2);
addValue("e2", floatAt(10) / 1000, 2);
addValue("e3", floatAt(12) / 1000, 2);
addValue("freq", floatAt(14), 2);`,
    }),
};
