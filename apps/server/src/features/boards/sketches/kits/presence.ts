import type { Board } from '../boards.ts';
import type { Kit } from '../kit.ts';
import { serialPort } from '../serial-port.ts';

/** On the ESP8266 as in the public example; elsewhere the second serial port. */
const radarPins = ({ chip, pins }: Board) => (chip === 'esp8266' ? { rx: 'D5', tx: 'D6' } : pins.serial);

export const presence: Kit = {
  id: 'ld2420',
  name: 'LD2420 presence',
  group: 'basics',
  summary: 'A radar that also sees who sits still, and a light that grows brighter the nearer somebody comes.',
  sensor: 'LD2420 radar and an LED',
  variables: [
    { key: 'state', label: 'Somebody is there', unit: '', min: 0, max: 1, decimals: 0 },
    { key: 'distance', label: 'Distance', unit: 'cm', min: 0, max: 800, decimals: 0 },
    { key: 'pmw', label: 'Brightness', unit: '', min: 0, max: 255, decimals: 0 },
  ],
  libraries: [],
  intervalS: 5,
  parts(board) {
    const radar = radarPins(board);
    const light = board.pins.fan;
    const port = serialPort(board, radar, { baud: 115200, format: '8N1' });
    return {
      wiring: [
        `LD2420: OT1 to ${radar.rx}, RX to ${radar.tx}, 3V3 to 3V3, GND to GND.`,
        `Light: an LED with 330 Ohm from ${light} to GND.`,
      ],
      pins: [radar.rx, radar.tx, light],
      includes: port.includes,
      globals: `${port.globals}

static const int nothing = 800; // the distance that stands for nobody, cm
static const uint32_t staysMs = 5000; // so long after the last sign somebody counts as there
static int distance = nothing;
static int brightness = 0;
static uint32_t seenAt = 0; // when the radar last saw somebody, 0 = never

// The radar writes lines such as "ON" and "Range 153" (cm), and "OFF" when nobody is there.
static void readRadar() {
  static String line;
  while (port.available() > 0) {
    char sign = port.read();
    if (sign != '\\n') {
      if (line.length() < 20) line += sign;
      continue;
    }
    line.trim();
    if (line.startsWith("Range ")) {
      distance = constrain(line.substring(6).toInt(), 0, nothing);
      seenAt = millis();
    }
    line = "";
  }
  if (distance != nothing && millis() - seenAt > staysMs) distance = nothing;
}

// One step towards the brightness that belongs to the distance, every 10 ms.
static void fade() {
  static uint32_t fadedAt = 0;
  if (millis() - fadedAt < 10) return;
  fadedAt = millis();
  int wanted = map(distance, 0, nothing, 255, 0);
  if (brightness == wanted) return;
  brightness += brightness < wanted ? 1 : -1;
  analogWrite(${light}, brightness);
}`,
      setup: `pinMode(${light}, OUTPUT);
${port.setup}`,
      always: `readRadar();
fade();`,
      measure: `addValue("state", distance == nothing ? 0 : 1, 0);
addValue("distance", distance, 0);
addValue("pmw", brightness, 0); // the public example spells it so`,
    };
  },
};
