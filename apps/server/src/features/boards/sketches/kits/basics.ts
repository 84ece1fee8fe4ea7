import type { KitVariable } from '@cyno/contract';
import { switchEvent } from '../events.ts';
import type { Kit } from '../kit.ts';

const madeUp: KitVariable[] = [
  { key: 'humid', label: 'Humidity', unit: '%', min: 0, max: 100, decimals: 1 },
  { key: 'temp', label: 'Temperature', unit: '°C', min: 0, max: 50, decimals: 1 },
];
const measureMadeUp = `// Put your own readings here: a short name without blanks, a number, and how many decimals of it count.
addValue("humid", random(700, 800) / 10.0F, 1);
addValue("temp", random(200, 300) / 10.0F, 1);`;

const onOff = { unit: '', min: 0, max: 1, decimals: 0 };

export const relays: Kit = {
  id: 'relay_2ch',
  name: 'Two relays',
  group: 'basics',
  summary: 'Switches a charger and a fridge from the Control tab, and reports once a minute whether they are on.',
  sensor: 'Relay module with two channels',
  variables: [
    { key: 'charger', label: 'Charger', ...onOff },
    { key: 'fridge', label: 'Fridge', ...onOff },
  ],
  libraries: [],
  intervalS: 60,
  parts: ({ pins: { relays: pair } }) => ({
    wiring: [
      `Relay module that switches on at HIGH: IN1 to ${pair[0]}, IN2 to ${pair[1]}, VCC to 5V, GND to GND.`,
      'Mains voltage belongs in the hands of somebody qualified.',
    ],
    pins: pair,
    outputs: [
      { pin: pair[0], name: 'Charger', mode: 'digit' },
      { pin: pair[1], name: 'Fridge', mode: 'digit' },
    ],
    includes: [],
    globals: '// The library itself switches the pins when the Control tab says so.',
    setup: `pinMode(${pair[0]}, OUTPUT);
pinMode(${pair[1]}, OUTPUT);`,
    measure: `addValue("charger", digitalRead(${pair[0]}), 0);
addValue("fridge", digitalRead(${pair[1]}), 0);`,
  }),
};

export const ledEvent: Kit = {
  id: 'led_event',
  name: 'LED with an event',
  group: 'basics',
  summary:
    'The smallest thing that can be operated: the event "led" switches a light, and so does the button of the board.',
  sensor: 'The LED and the button of the board; the values are made up',
  variables: madeUp,
  events: [switchEvent('led', 'Light', '0')],
  libraries: [],
  intervalS: 5,
  parts: ({ pins: { led, button } }) => ({
    wiring: [`Light: the LED on pin ${led.pin}, or your own one with 330 Ohm to GND.`],
    pins: [led.pin, button],
    button,
    includes: [],
    globals: `static bool light = false;

static void setLight(bool on) {
  light = on;
  digitalWrite(${led.pin}, on ? ${led.on} : ${led.on === 'LOW' ? 'HIGH' : 'LOW'});
}

${pressedFunction(button)}`,
    setup: `pinMode(${led.pin}, OUTPUT);
pinMode(${button}, INPUT_PULLUP);
setLight(false);`,
    always: `if (pressed()) {
  setLight(!light);
  iot.eventUpdate("led", light ? 1 : 0); // tells the dashboard what happened here
}`,
    measure: measureMadeUp,
    onEvent: `if (name == "led") setLight(text == "1");`,
  }),
};

export const gpioControl: Kit = {
  id: 'gpio_control',
  name: 'LED as an output',
  group: 'basics',
  summary:
    'A pin that the Control tab switches and the button of the board as well; each learns of what the other did.',
  sensor: 'The LED and the button of the board; the values are made up',
  variables: madeUp,
  libraries: [],
  intervalS: 5,
  parts: ({ pins: { led, button } }) => ({
    wiring: [`Light: the LED on pin ${led.pin}${led.on === 'LOW' ? ', which shines while the pin is low' : ''}.`],
    pins: [led.pin, button],
    button,
    outputs: [{ pin: led.pin, name: 'LED', mode: 'digit' }],
    includes: [],
    globals: `// The library itself switches the pin when the Control tab says so.

${pressedFunction(button)}`,
    setup: `pinMode(${led.pin}, OUTPUT);
pinMode(${button}, INPUT_PULLUP);`,
    always: `if (pressed()) {
  int level = digitalRead(${led.pin}) == HIGH ? 0 : 1;
  digitalWrite(${led.pin}, level);
  iot.gpioUpdate(${led.pin}, level); // tells the Control tab what happened here
}`,
    measure: measureMadeUp,
  }),
};

/** The function `pressed`: true once each time that the button goes down. */
function pressedFunction(button: string): string {
  return `// True once each time the button of the board is pressed.
static bool pressed() {
  static bool wasDown = false;
  static uint32_t changedAt = 0;
  bool isDown = digitalRead(${button}) == LOW;
  if (isDown == wasDown || millis() - changedAt < 30) return false; // a contact bounces for some milliseconds
  wasDown = isDown;
  changedAt = millis();
  return isDown;
}`;
}

export const motion: Kit = {
  id: 'motion',
  name: 'Motion',
  group: 'basics',
  summary: 'Tells whether somebody moves, with an HC-SR501.',
  sensor: 'HC-SR501',
  variables: [{ key: 'motion', label: 'Motion', ...onOff }],
  libraries: [],
  intervalS: 2,
  parts: ({ pins }) => ({
    wiring: [`HC-SR501: OUT to ${pins.input}, VCC to 5V, GND to GND.`],
    pins: [pins.input],
    includes: [],
    globals: 'static bool moved = false;',
    setup: `pinMode(${pins.input}, INPUT);`,
    always: `if (digitalRead(${pins.input}) == HIGH) moved = true;`,
    measure: `addValue("motion", moved ? 1 : 0, 0);
moved = false;`,
  }),
};

export const ownValues: Kit = {
  id: 'own_values',
  name: 'Your own values',
  group: 'basics',
  summary: 'No sensor: two made-up values to start from.',
  sensor: 'None: the values are made up',
  variables: madeUp,
  libraries: [],
  intervalS: 5,
  parts: () => ({
    wiring: ['Nothing to connect.'],
    pins: [],
    includes: [],
    globals: '',
    setup: '',
    measure: measureMadeUp,
  }),
};

export const debugText: Kit = {
  id: 'debug',
  name: 'Text for the Console',
  group: 'basics',
  summary: 'Sends a line of text to the Console tab every 5 seconds, and no values.',
  sensor: 'None',
  variables: [],
  libraries: [],
  intervalS: 5,
  parts: () => ({
    wiring: ['Nothing to connect.'],
    pins: [],
    includes: [],
    globals: '',
    setup: '',
    measure: `// At most 254 bytes; it appears on the Console tab of the device.
iot.debug("Running for " + String(millis() / 1000) + " s");`,
  }),
};
