import type { Board } from './boards.ts';
import type { SketchParts } from './kit.ts';
import { serialPort } from './serial-port.ts';

interface ModbusPart {
  /** What hangs on the bus, as the wiring notes call it. */
  readonly part: string;
  readonly baud?: 4800 | 9600;
  /** The pins that switch the MAX485, when not those of the board. */
  readonly direction?: readonly string[];
  readonly format?: '8N1' | '8N2';
  /** Functions that turn registers into numbers: `float` pairs or whole numbers of 32 bits. */
  readonly pairs?: 'float' | 'whole';
  /** Lines after the bus is up. */
  readonly setup?: string;
  readonly globals?: string;
  readonly measure: string;
  readonly measureRest?: string;
}

const pairFunctions = {
  float: `
// Two registers hold a number with a point (IEEE 754, high word first).
static float floatAt(uint8_t index) {
  uint32_t bits = ((uint32_t)bus.getResponseBuffer(index) << 16) | bus.getResponseBuffer(index + 1);
  float number;
  memcpy(&number, &bits, sizeof(number));
  return number;
}`,
  whole: `
// Two registers hold a whole number.
static uint32_t wholeOf(uint8_t high, uint8_t low) {
  return ((uint32_t)bus.getResponseBuffer(high) << 16) | bus.getResponseBuffer(low);
}`,
};

/** A part that speaks Modbus RTU through a MAX485, at address 1; the sketch checks whether it responded. */
export function modbusParts(board: Board, options: ModbusPart): SketchParts {
  const { ro, di } = board.pins.rs485;
  const direction = options.direction ?? board.pins.rs485.direction;
  const port = serialPort(board, { rx: ro, tx: di }, { baud: options.baud ?? 9600, format: options.format ?? '8N1' });
  const set = (level: string) => direction.map((pin) => `  digitalWrite(${pin}, ${level});`).join('\n');
  return {
    wiring: [
      `MAX485: RO to ${ro}, DI to ${di}, ${direction.length === 1 ? `RE and DE to ${direction[0]}` : `RE to ${direction[0]}, DE to ${direction[1]}`}.`,
      `${options.part}: A and B to the MAX485, Modbus address 1.`,
    ],
    pins: [ro, di, ...direction],
    includes: [...port.includes, 'ModbusMaster.h'],
    globals: `${port.globals}
ModbusMaster bus;

// The MAX485 sends while these pins are high and listens while they are low.
static void startSending() {
${set('HIGH')}
}
static void stopSending() {
${set('LOW')}
}
// While the answer is on its way the connection must go on.
static void whileWaiting() {
  iot.handle();
  yield();
}
static bool answered(uint8_t result) {
  if (result == bus.ku8MBSuccess) return true;
  iot.debug("No answer from the ${options.part}, error " + String(result, HEX));
  return false;
}${options.pairs ? `\n${pairFunctions[options.pairs]}` : ''}${options.globals ? `\n${options.globals}` : ''}`,
    setup: `${direction.map((pin) => `pinMode(${pin}, OUTPUT);`).join('\n')}
stopSending();
${port.setup}
bus.begin(1, port);
bus.preTransmission(startSending);
bus.postTransmission(stopSending);
bus.idle(whileWaiting);${options.setup ? `\n${options.setup}` : ''}`,
    measure: options.measure,
    ...(options.measureRest !== undefined && { measureRest: options.measureRest }),
  };
}
