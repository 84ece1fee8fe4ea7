import type { Device } from '@cyno/contract';

/** A hole of a pin header: its print on the board, and the pin's name on the wire when it can be used. */
export type Hole = { print: string; pin: string | null };

/** A board seen from above, USB socket at the bottom; rows of holes from the antenna down, outermost column first. */
export type BoardDrawing = {
  id: string;
  name: string;
  chip: string;
  left: readonly (readonly Hole[])[];
  right: readonly (readonly Hole[])[];
};

/** Prints of a column; `GPIO` numbers and `D` names are pins, everything else is power, ground or the chip's own. */
const column = (prints: string): Hole[] =>
  prints.split(' ').map((print) => ({ print, pin: /^(D[0-8]|\d{1,2})$/.test(print) ? print : null }));

/** The pin headers as the makers print them; only boards that the public library runs on. */
export const boardDrawings: Partial<Record<Device['family'], readonly BoardDrawing[]>> = {
  esp8266: [
    {
      id: 'nodemcu',
      name: 'NodeMCU',
      chip: 'ESP8266',
      left: [column('A0 RSV RSV SD3 SD2 SD1 CMD SD0 CLK GND 3V3 EN RST GND VIN')],
      right: [column('D0 D1 D2 D3 D4 3V3 GND D5 D6 D7 D8 RX TX GND 3V3')],
    },
    {
      id: 'd1-mini',
      name: 'D1 mini',
      chip: 'ESP8266',
      left: [column('RST A0 D0 D5 D6 D7 D8 3V3')],
      right: [column('TX RX D1 D2 D3 D4 GND 5V')],
    },
  ],
  esp32: [
    {
      id: 'esp32-devkit',
      name: 'ESP32 DevKit',
      chip: 'ESP32',
      left: [column('3V3 EN 36 39 34 35 32 33 25 26 27 14 12 GND 13 SD2 SD3 CMD 5V')],
      right: [column('GND 23 22 1 3 21 GND 19 18 5 17 16 4 0 2 15 SD1 SD0 CLK')],
    },
  ],
  'esp32-s2': [
    {
      id: 's2-mini',
      name: 'S2 mini',
      chip: 'ESP32-S2',
      left: [column('EN 3 5 7 9 11 12 3V3'), column('1 2 4 6 8 10 13 14')],
      right: [column('39 37 35 33 18 16 GND VBUS'), column('40 38 36 34 21 17 GND 15')],
    },
  ],
  'esp32-s3': [
    {
      id: 's3-devkit',
      name: 'ESP32-S3 DevKit',
      chip: 'ESP32-S3',
      left: [column('3V3 3V3 RST 4 5 6 7 15 16 17 18 8 3 46 9 10 11 12 13 14 5V GND')],
      right: [column('GND TX RX 1 2 42 41 40 39 38 P37 P36 P35 0 45 48 47 21 20 19 GND GND')],
    },
  ],
  'esp32-c3': [
    {
      id: 'c3-devkit',
      name: 'ESP32-C3 DevKit',
      chip: 'ESP32-C3',
      left: [column('GND 3V3 3V3 2 3 GND RST GND 0 1 10 GND 5V 5V GND')],
      right: [column('GND 21 20 GND 9 8 GND 7 6 5 4 GND 18 19 GND')],
    },
  ],
};
