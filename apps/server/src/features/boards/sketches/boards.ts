import type { BoardFamily } from '@cyno/device-protocol';

/** Where a kit's parts are connected; names and numbers as they stand in a sketch (device protocol, section 4.3). */
export interface Pins {
  /** A sensor with one data line. */
  readonly data: string;
  readonly input: string;
  readonly analog: string;
  readonly serial: { readonly rx: string; readonly tx: string };
  /** The MAX485: receiver output, driver input, and the pins that switch the direction. */
  readonly rs485: { readonly ro: string; readonly di: string; readonly direction: readonly string[] };
  readonly i2c: { readonly sda: string; readonly scl: string };
  readonly trigger: string;
  readonly echo: string;
  readonly led: { readonly pin: string; readonly on: 'HIGH' | 'LOW' };
  readonly relays: readonly [string, string];
  readonly fan: string;
  readonly pump: string;
  /** Of an irrigation: the pump, then four valves. */
  readonly irrigation: readonly string[];
  /** The button that is on the board. */
  readonly button: string;
}

export interface Board {
  readonly id: string;
  readonly name: string;
  readonly chip: 'esp8266' | 'esp32';
  readonly family: Exclude<BoardFamily, 'other'>;
  /** The name of the board in PlatformIO. */
  readonly platformioBoard: string;
  /** Compiler options that the library needs on this chip, besides the server's name. */
  readonly options: readonly string[];
  readonly analogMax: 1023 | 4095;
  readonly pins: Pins;
}

const esp8266 = {
  chip: 'esp8266',
  family: 'esp8266',
  options: [],
  analogMax: 1023,
  pins: {
    data: 'D7',
    input: 'D5',
    analog: 'A0',
    serial: { rx: 'D4', tx: 'D3' },
    rs485: { ro: 'D7', di: 'D0', direction: ['D6', 'D5'] },
    i2c: { sda: 'D2', scl: 'D1' },
    trigger: 'D5',
    echo: 'D6',
    led: { pin: 'D4', on: 'LOW' },
    relays: ['D1', 'D2'],
    fan: 'D8',
    pump: 'D1',
    irrigation: ['D1', 'D2', 'D3', 'D4', 'D5'],
    button: 'D3',
  },
} as const;

const esp32 = { chip: 'esp32', options: [], analogMax: 4095 } as const;

/** The boards to choose from, commonest first. */
export const boards: readonly Board[] = [
  { id: 'nodemcu', name: 'NodeMCU (ESP8266)', platformioBoard: 'nodemcuv2', ...esp8266 },
  { id: 'd1-mini', name: 'D1 mini (ESP8266)', platformioBoard: 'd1_mini', ...esp8266 },
  {
    id: 'esp32',
    name: 'ESP32 DevKit',
    platformioBoard: 'esp32dev',
    ...esp32,
    family: 'esp32',
    pins: {
      data: '27',
      input: '27',
      analog: '34',
      serial: { rx: '16', tx: '17' },
      // The public examples switch the direction with GPIO 9, which belongs to the flash of this chip.
      rs485: { ro: '23', di: '26', direction: ['25'] },
      i2c: { sda: '21', scl: '22' },
      trigger: '18',
      echo: '19',
      led: { pin: '2', on: 'HIGH' },
      relays: ['32', '33'],
      fan: '25',
      pump: '25',
      irrigation: ['32', '33', '27', '14', '13'],
      button: '0',
    },
  },
  {
    id: 'esp32-s2-mini',
    name: 'ESP32-S2 mini',
    platformioBoard: 'lolin_s2_mini',
    ...esp32,
    family: 'esp32-s2',
    pins: {
      data: '9',
      input: '7',
      analog: '5',
      serial: { rx: '16', tx: '18' },
      rs485: { ro: '18', di: '21', direction: ['9'] },
      i2c: { sda: '33', scl: '35' },
      trigger: '11',
      echo: '12',
      led: { pin: '15', on: 'HIGH' },
      relays: ['3', '7'],
      fan: '12',
      pump: '37',
      irrigation: ['3', '7', '5', '11', '12'],
      button: '0',
    },
  },
  {
    id: 'esp32-s3',
    name: 'ESP32-S3 DevKit',
    platformioBoard: 'esp32-s3-devkitc-1',
    ...esp32,
    family: 'esp32-s3',
    // Without it the library 1.0.8 calls the DAC, which this chip does not have.
    options: ['-DESP32S3'],
    pins: {
      data: '4',
      input: '7',
      analog: '5',
      serial: { rx: '18', tx: '17' },
      rs485: { ro: '18', di: '17', direction: ['16'] },
      i2c: { sda: '8', scl: '9' },
      trigger: '11',
      echo: '12',
      led: { pin: '2', on: 'HIGH' },
      relays: ['6', '7'],
      fan: '10',
      pump: '21',
      irrigation: ['6', '7', '10', '11', '12'],
      button: '0',
    },
  },
  {
    id: 'esp32-c3',
    name: 'ESP32-C3 DevKit',
    platformioBoard: 'esp32-c3-devkitm-1',
    ...esp32,
    family: 'esp32-c3',
    pins: {
      data: '3',
      input: '3',
      analog: '0',
      serial: { rx: '4', tx: '5' },
      rs485: { ro: '4', di: '5', direction: ['6'] },
      i2c: { sda: '0', scl: '1' },
      trigger: '6',
      echo: '7',
      led: { pin: '10', on: 'HIGH' },
      relays: ['6', '7'],
      fan: '7',
      pump: '10',
      irrigation: ['10', '0', '1', '3', '7'],
      button: '9',
    },
  },
];
