import { type Kit, variable } from '../kit.ts';
import { modbusLibrary, pzemLibrary } from '../libraries.ts';
import { modbusParts } from '../modbus.ts';

const dc = [
  variable('v', 'Voltage', 'V', 7),
  variable('i', 'Current', 'A', 8),
  variable('p', 'Power', 'W', 9),
  variable('e', 'Energy', 'kWh', 10),
];

export const pzem004t: Kit = {
  id: 'pzem004t',
  name: 'PZEM-004T power',
  summary: 'Voltage, current, power and energy of a mains circuit.',
  template: { name: 'pzem004t', version: 1 },
  variables: [...dc, variable('f', 'Frequency', 'Hz', 4), variable('pf', 'Power factor', '', 4)],
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
      includes: [...(software ? ['SoftwareSerial.h'] : []), 'PZEM004Tv30.h'],
      globals: software
        ? `SoftwareSerial port(${rx}, ${tx});
PZEM004Tv30 meter(port);`
        : `PZEM004Tv30 meter(Serial1, ${rx}, ${tx});`,
      setup: '',
      measure: `addValue("v", meter.voltage());
addValue("i", meter.current());
addValue("p", meter.power());
addValue("e", meter.energy());
addValue("f", meter.frequency());
addValue("pf", meter.pf());`,
    };
  },
};

export const pzem017: Kit = {
  id: 'pzem017',
  name: 'PZEM-017 solar and battery',
  summary: 'Voltage, current, power and energy of a direct-current circuit with a shunt.',
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
addValue("v", bus.getResponseBuffer(0) / 100.0F);
addValue("i", bus.getResponseBuffer(1) / 100.0F);
addValue("p", wholeOf(3, 2) / 10.0F);
addValue("e", wholeOf(5, 4) / 1000.0F);`,
    }),
};

export const mk229: Kit = {
  id: 'mk229',
  name: 'MK229 battery meter',
  summary: 'Voltage, current, power and energy of a battery; charging and discharging have opposite signs.',
  template: { name: 'mk229', version: 1 },
  variables: dc,
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'MK229',
      pairs: 'whole',
      measure: `if (!answered(bus.readHoldingRegisters(0x0100, 21))) return;
float sign = bus.getResponseBuffer(20) == 0 ? 1 : -1; // the direction of the current
addValue("v", wholeOf(0, 1) / 10000.0F);
addValue("i", sign * wholeOf(2, 3) / 10000.0F);
addValue("p", sign * wholeOf(4, 5) / 10000.0F);
addValue("e", wholeOf(14, 15) / 1000.0F);`,
    }),
};

export const ddsu666: Kit = {
  id: 'ddsu666',
  name: 'Chint DDSU666 meter',
  summary: 'A single-phase energy meter on a DIN rail.',
  template: { name: 'ddsu666', version: 1 },
  variables: [
    variable('V', 'Voltage', 'V', 7),
    variable('I', 'Current', 'A', 7),
    variable('P', 'Power', 'W', 9),
    variable('Q', 'Reactive power', 'var', 9),
    variable('pf', 'Power factor', '', 6),
    variable('f', 'Frequency', 'Hz', 6),
    variable('E', 'Energy', 'kWh', 11),
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'DDSU666',
      pairs: 'float',
      measure: `if (!answered(bus.readInputRegisters(0x2000, 18))) return;
addValue("V", floatAt(0));
addValue("I", floatAt(2));
addValue("P", floatAt(4) * 1000);
addValue("Q", floatAt(6) * 1000);
addValue("pf", floatAt(10));
addValue("f", floatAt(14));
if (answered(bus.readInputRegisters(0x4000, 2))) addValue("E", floatAt(0));`,
    }),
};

export const dds6111: Kit = {
  id: 'dds6111',
  name: 'DDS6111 meter',
  summary: 'A single-phase energy meter with import and export registers.',
  template: { name: 'dds6111', version: 1 },
  variables: [
    variable('volt', 'Voltage', 'V', 7),
    variable('curr', 'Current', 'A', 7),
    variable('power', 'Power', 'W', 9),
    variable('pf', 'Power factor', '', 6),
    variable('e1', 'Energy', 'kWh', 11),
    variable('e2', 'Energy imported', 'kWh', 11),
    variable('e3', 'Energy exported', 'kWh', 11),
    variable('freq', 'Frequency', 'Hz', 6),
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'DDS6111',
      pairs: 'float',
      measure: `if (!answered(bus.readInputRegisters(0x0000, 16))) return;
addValue("volt", floatAt(0));
addValue("curr", floatAt(2));
addValue("power", floatAt(4));
addValue("pf", floatAt(6));
addValue("e1", floatAt(8) / 1000);
addValue("e2", floatAt(10) / 1000);
addValue("e3", floatAt(12) / 1000);
addValue("freq", floatAt(14));`,
    }),
};
