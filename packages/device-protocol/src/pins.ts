import type { BoardFamily } from './board-family.ts';

/** How the library drives a pin: level, pulse width (0 to 255), or analogue level (0 to 255). */
export type OutputMode = 'digit' | 'pwm' | 'DAC';

/** A pin that a board brings out. `pin` is its name on the wire. */
export interface BoardPin {
  readonly pin: string;
  readonly gpio: number;
  /** Empty: it cannot drive anything. */
  readonly modes: readonly OutputMode[];
  /** What to know before using it; null: nothing. */
  readonly note: string | null;
}

const boot = 'Boot pin: avoid loads.';
const usb = 'Used by the USB port.';
const serial = 'Used by the serial port for uploads.';
const inputOnly = 'Input only.';

const esp8266Gpios = [16, 5, 4, 0, 2, 14, 12, 13, 15];
const esp8266Notes: Record<number, string> = {
  16: 'Wakes the chip from deep sleep.',
  5: 'Usually the I²C clock (SCL).',
  4: 'Usually the I²C data line (SDA).',
  0: `${boot} Also the flash button.`,
  2: `${boot} Also the built-in LED, on while the pin is low.`,
  15: `${boot} Must be low at the start.`,
};

interface ChipPins {
  readonly usable: readonly number[];
  readonly dac: readonly number[];
  readonly notes: Readonly<Record<number, string>>;
  readonly inputs: readonly number[];
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const noteAll = (gpios: readonly number[], note: string) => Object.fromEntries(gpios.map((gpio) => [gpio, note]));

/** Which pins can drive something, and which had better not: the public library's limits and the chips' boot pins. */
const chips: Record<Exclude<BoardFamily, 'esp8266' | 'other'>, ChipPins> = {
  esp32: {
    usable: [0, 1, 2, 3, 4, 5, ...range(12, 19), ...range(21, 23), ...range(25, 27), 32, 33],
    dac: [25, 26],
    notes: { ...noteAll([0, 2, 5, 12, 15], boot), ...noteAll([1, 3], serial) },
    inputs: [34, 35, 36, 39],
  },
  'esp32-s2': {
    usable: [...range(0, 21), ...range(33, 42), 45],
    dac: [17, 18],
    notes: { ...noteAll([0, 45], boot), ...noteAll([19, 20], usb) },
    inputs: [46],
  },
  'esp32-s3': {
    usable: [...range(0, 21), ...range(38, 42), 45, 46, 47, 48],
    dac: [],
    notes: { ...noteAll([0, 3, 45, 46], boot), ...noteAll([19, 20], usb) },
    inputs: [],
  },
  'esp32-c3': {
    usable: [...range(0, 10), ...range(18, 21)],
    dac: [],
    notes: { ...noteAll([2, 8, 9], boot), ...noteAll([18, 19], usb), ...noteAll([20, 21], serial) },
    inputs: [],
  },
};

/** The pins of a family in the order of their numbers; none for a board that is no ESP of a known kind. */
export function pinsOf(family: BoardFamily): readonly BoardPin[] {
  return allPins[family];
}

/** Finds a pin by its name on the wire: `D1` on an ESP8266, `4` on an ESP32. */
export function findPin(family: BoardFamily, pin: string): BoardPin | undefined {
  return allPins[family].find((candidate) => candidate.pin === pin);
}

/** Finds the pin that a board reported: firmware 1.0.2 and 1.0.3 on an ESP8266 sends `5` for what everybody else calls `D1`. */
export function findReportedPin(family: BoardFamily, pin: string): BoardPin | undefined {
  const named = findPin(family, pin);
  if (named || family !== 'esp8266') return named;
  return allPins.esp8266.find(({ gpio }) => String(gpio) === pin);
}

function describeChip({ usable, dac, notes, inputs }: ChipPins): BoardPin[] {
  const drivable = usable.map((gpio): BoardPin => {
    const modes: OutputMode[] = dac.includes(gpio) ? ['digit', 'pwm', 'DAC'] : ['digit', 'pwm'];
    return { pin: String(gpio), gpio, modes, note: notes[gpio] ?? null };
  });
  const readable = inputs.map((gpio): BoardPin => ({ pin: String(gpio), gpio, modes: [], note: inputOnly }));
  return [...drivable, ...readable].sort((a, b) => a.gpio - b.gpio);
}

const allPins: Record<BoardFamily, readonly BoardPin[]> = {
  esp8266: esp8266Gpios.map((gpio, index) => ({
    pin: `D${index}`,
    gpio,
    modes: ['digit', 'pwm'],
    note: esp8266Notes[gpio] ?? null,
  })),
  esp32: describeChip(chips.esp32),
  'esp32-s2': describeChip(chips['esp32-s2']),
  'esp32-s3': describeChip(chips['esp32-s3']),
  'esp32-c3': describeChip(chips['esp32-c3']),
  other: [],
};
