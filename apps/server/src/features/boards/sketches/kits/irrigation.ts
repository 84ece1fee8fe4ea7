import type { Board } from '../boards.ts';
import { choiceEvent, momentaryEvent, numberEvent, sliderEvent, switchEvent } from '../events.ts';
import type { Kit, SketchParts } from '../kit.ts';
import { modbusLibrary } from '../libraries.ts';
import { type SoilProbe, soilParts, soilVariables } from '../soil-probe.ts';

const percent = { min: 0, max: 100, step: 1, unit: '%' };

const sequenceEvents = [
  momentaryEvent('SQ', 'Water now'),
  momentaryEvent('P', 'Pump'),
  ...[1, 2, 3, 4].map((valve) => momentaryEvent(`c${valve}`, `Valve ${valve}`)),
  numberEvent('In', 'Time for each valve', { min: 10, max: 3600, step: 10, initial: 600, unit: 's' }),
  switchEvent('Pu', 'Use the pump', '0'),
  sliderEvent('Cu', 'Number of valves', { min: 0, max: 4, step: 1, initial: 1, unit: '' }),
];
const moistureEvents = [
  choiceEvent('M', 'Watering', { off: 'By hand', auto: 'Automatic' }),
  sliderEvent('Hl', 'Starts below', { ...percent, initial: 10 }),
  sliderEvent('Hh', 'Ends above', { ...percent, initial: 40 }),
];

/** What a sketch of these kits does as text, for those who read it. */
const globals = (
  pins: readonly string[],
  probe: SoilProbe | null,
) => `static const uint8_t relayOn = LOW; // most relay modules switch on at LOW
static const uint8_t relays[] = {${pins.join(', ')}}; // the pump, then the valves 1 to 4
static const char *const relayEvents[] = {"P", "c1", "c2", "c3", "c4"};
static bool isOn[5];

// Settings that the dashboard changes; it sends them again after every start.
static uint32_t valveSeconds = 600;
static bool usePump = false;
static uint8_t valveCount = 1;
${
  probe === null
    ? ''
    : `static bool automatic = false;
static float startsBelow = 10; // % moisture
static float endsAbove = 40;   // % moisture
static float moisture = NAN;
`
}
static uint8_t step = 0; // the valve whose turn it is, 0 = no watering
static uint32_t stepAt = 0;
${
  probe === null
    ? ''
    : `static uint32_t endedAt = 0;
static const uint32_t soakMs = 15 * 60000; // the water sinks in before the next automatic watering
`
}
// Switches a relay and tells the dashboard.
static void setRelay(uint8_t index, bool on) {
  if (isOn[index] == on) return;
  isOn[index] = on;
  digitalWrite(relays[index], on ? relayOn : !relayOn);
  iot.eventUpdate(relayEvents[index], on ? 1 : 0);
}

static uint8_t lastStep() {
  return valveCount == 0 ? 1 : valveCount;
}

static void startStep(uint8_t number) {
  step = number;
  stepAt = millis();
  if (number <= valveCount) setRelay(number, true);
  for (uint8_t valve = 1; valve <= 4; valve++) {
    if (valve != number) setRelay(valve, false);
  }
  setRelay(0, usePump);
}

static bool canWater() {
  return valveCount > 0 || usePump;
}

static void startWatering() {
  if (step == 0 && canWater()) startStep(1);
  if (step == 0) iot.eventUpdate("SQ", 0); // there is nothing to open
}

static void endWatering() {
  for (uint8_t index = 0; index < 5; index++) setRelay(index, false); // the pump first
  step = 0;${probe === null ? '' : '\n  endedAt = millis();'}
  iot.eventUpdate("SQ", 0);
}

// Seconds until the watering ends.
static uint32_t secondsLeft() {
  if (step == 0) return 0;
  uint32_t valves = step < lastStep() ? lastStep() - step + 1 : 1;
  uint32_t total = valves * valveSeconds;
  uint32_t passed = (millis() - stepAt) / 1000;
  return passed < total ? total - passed : 0;
}

static void waterInTurn() {
  ${
    probe === null
      ? 'if (step == 0) return;'
      : `if (step == 0) {
    bool soaked = endedAt == 0 || millis() - endedAt > soakMs;
    if (automatic && soaked && canWater() && moisture < startsBelow) startWatering();
    return;
  }`
  }
  ${probe === null ? '' : 'if (automatic && moisture > endsAbove) return endWatering();\n  '}if (millis() - stepAt < valveSeconds * 1000) return;
  if (step < lastStep()) startStep(step + 1);
  else endWatering();
}

// A pump or valve by hand; during a watering the dashboard is told what they really are.
static void setByHand(uint8_t index, bool on) {
  if (step == 0) setRelay(index, on);
  else iot.eventUpdate(relayEvents[index], isOn[index] ? 1 : 0);
}`;

const setup = `for (uint8_t index = 0; index < 5; index++) {
  digitalWrite(relays[index], !relayOn); // before it becomes an output, so that no valve opens for a moment
  pinMode(relays[index], OUTPUT);
}`;

const onEvent = (probe: SoilProbe | null) => `if (name == "SQ") {
  if (text == "1") startWatering();
  else if (step > 0) endWatering();
}
for (uint8_t index = 0; index < 5; index++) {
  if (name == relayEvents[index]) setByHand(index, text == "1");
}
if (name == "In" && text.toInt() > 0) valveSeconds = text.toInt();
if (name == "Pu") usePump = text == "1";
if (name == "Cu") valveCount = constrain(text.toInt(), 0, 4);${
  probe === null
    ? ''
    : `
if (name == "M") automatic = text == "auto";
if (name == "Hl") startsBelow = text.toFloat();
if (name == "Hh") endsAbove = text.toFloat();`
}`;

function parts(board: Board, probe: SoilProbe | null): SketchParts {
  const { irrigation } = board.pins;
  const bus: SketchParts =
    probe === null
      ? { wiring: [], pins: [], includes: [], globals: '', setup: '', measure: '' }
      : soilParts(board, probe, 'moisture');
  return {
    ...bus,
    wiring: [
      ...bus.wiring,
      `Relay module: pump to ${irrigation[0]}, valves 1 to 4 to ${irrigation.slice(1).join(', ')}.`,
      'Pump and valves have their own supply.',
    ],
    pins: [...bus.pins, ...irrigation],
    globals: [bus.globals, globals(irrigation, probe)].filter((text) => text !== '').join('\n\n'),
    setup: [setup, bus.setup].filter((text) => text !== '').join('\n'),
    always: 'waterInTurn();',
    measure: `addValue("on", secondsLeft(), 0);${bus.measure === '' ? '' : `\n${bus.measure}`}`,
    onEvent: onEvent(probe),
  };
}

interface Model {
  readonly id: string;
  readonly name: string;
  readonly probe: SoilProbe | null;
  readonly summary: string;
}

const irrigationKit = ({ id, name, probe, summary }: Model): Kit => ({
  id,
  name,
  group: 'farm',
  summary,
  sensor: probe === null ? 'Pump and up to four valves' : 'RS485 soil probe, pump and up to four valves',
  template: { name: id, version: 1 },
  variables: [
    { key: 'on', label: 'Watering ends in', unit: 's', min: 0, max: 14_400, decimals: 0 },
    ...(probe === null ? [] : soilVariables(probe)),
  ],
  events: probe === null ? sequenceEvents : [...sequenceEvents, ...moistureEvents],
  libraries: probe === null ? [] : [modbusLibrary],
  intervalS: 5,
  parts: (board) => parts(board, probe),
});

const waters = 'Waters up to four beds in turn, by hand or by itself when the soil is dry';

/** Irrigation, one kit for each soil probe. There is no display, so pump and valves collide with nothing on the ESP8266. */
export const irrigationKits: readonly Kit[] = [
  {
    id: 'smart_farm_7in1',
    name: 'Irrigation with soil probe, 7 in 1',
    probe: 7 as const,
    summary: `${waters}, and measures everything the 7-in-1 probe has.`,
  },
  {
    id: 'smart_farm_temp_humid_ec',
    name: 'Irrigation with soil probe, 3 in 1',
    probe: 3 as const,
    summary: `${waters}, with moisture, temperature and conductivity.`,
  },
  {
    id: 'smart_farm_temp_humid',
    name: 'Irrigation with soil probe, 2 in 1',
    probe: 2 as const,
    summary: `${waters}, with moisture and temperature.`,
  },
  {
    id: 'smart_farm_humid',
    name: 'Irrigation with moisture probe',
    probe: 1 as const,
    summary: `${waters}. The moisture is the real one, which the public kit sends as 0 with this probe.`,
  },
  {
    id: 'smart_farm_nosensor',
    name: 'Irrigation without a probe',
    probe: null,
    summary: 'Waters up to four beds in turn, when you or an automation say so.',
  },
].map(irrigationKit);
