import { type Kit, variable } from '../kit.ts';

export const relays: Kit = {
  id: 'relay_2ch',
  name: 'Two relays',
  summary: 'Switches two things from the Control page and reports whether they are on.',
  variables: [variable('relay1', 'Relay 1', '', 2), variable('relay2', 'Relay 2', '', 2)],
  libraries: [],
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [
      `Relay module: IN1 to ${pins.relays[0]}, IN2 to ${pins.relays[1]}, VCC to 5V, GND to GND.`,
      'Mains voltage belongs in the hands of somebody qualified.',
    ],
    includes: [],
    globals: '// The library itself switches the pins when the Control page says so.',
    setup: `pinMode(${pins.relays[0]}, OUTPUT);
pinMode(${pins.relays[1]}, OUTPUT);`,
    measure: `addValue("relay1", digitalRead(${pins.relays[0]}));
addValue("relay2", digitalRead(${pins.relays[1]}));`,
  }),
};

export const ledEvent: Kit = {
  id: 'led_event',
  name: 'LED with an event',
  summary: 'The smallest thing that can be operated: the event "led" switches a light.',
  variables: [variable('led', 'Light', '', 2)],
  libraries: [],
  intervalS: 5,
  parts: ({ pins }) => {
    const off = pins.led.on === 'LOW' ? 'HIGH' : 'LOW';
    return {
      wiring: [`Light: the LED on pin ${pins.led.pin}, or your own one with 330 Ohm to GND.`],
      includes: [],
      globals: `static bool light = false;

static void setLight(bool on) {
  light = on;
  digitalWrite(${pins.led.pin}, on ? ${pins.led.on} : ${off});
}`,
      setup: `pinMode(${pins.led.pin}, OUTPUT);
setLight(false);`,
      measure: 'addValue("led", light ? 1 : 0);',
      onEvent: `if (name == "led") setLight(text == "1");`,
    };
  },
};

export const motion: Kit = {
  id: 'motion',
  name: 'Motion',
  summary: 'Tells whether somebody moves, with an HC-SR501.',
  variables: [variable('motion', 'Motion', '', 2)],
  libraries: [],
  intervalS: 2,
  parts: ({ pins }) => ({
    wiring: [`HC-SR501: OUT to ${pins.input}, VCC to 5V, GND to GND.`],
    includes: [],
    globals: 'static bool moved = false;',
    setup: `pinMode(${pins.input}, INPUT);`,
    always: `if (digitalRead(${pins.input}) == HIGH) moved = true;`,
    measure: `addValue("motion", moved ? 1 : 0);
moved = false;`,
  }),
};

export const ownValues: Kit = {
  id: 'own_values',
  name: 'Your own values',
  summary: 'No sensor: two made-up values to start from.',
  variables: [variable('humid', 'Humidity', '%', 6), variable('temp', 'Temperature', '°C', 6)],
  libraries: [],
  intervalS: 5,
  parts: () => ({
    wiring: ['Nothing to connect.'],
    includes: [],
    globals: '',
    setup: '',
    measure: `// Put your own readings here: a short name without blanks, and a number.
addValue("humid", random(700, 800) / 10.0F);
addValue("temp", random(200, 300) / 10.0F);`,
  }),
};
