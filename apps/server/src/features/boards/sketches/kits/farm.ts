import type { KitVariable } from '@cyno/contract';
import { numberEvent, switchEvent } from '../events.ts';
import type { Kit } from '../kit.ts';
import { ds18b20Libraries, modbusLibrary } from '../libraries.ts';
import { soilParts, soilVariables } from '../soil-probe.ts';

export const soil7in1: Kit = {
  id: 'soil_7in1',
  name: 'Soil probe, 7 in 1',
  group: 'farm',
  summary: 'Moisture, temperature, conductivity, pH and nutrients with an RS485 probe.',
  sensor: 'RS485 soil probe, 7 in 1',
  template: { name: 'soilsensor', version: 1 },
  variables: soilVariables(7),
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) => soilParts(board, 7),
};

export const soilHumid: Kit = {
  id: 'soil_humid',
  name: 'Soil probe, moisture only',
  group: 'farm',
  summary: 'The simple RS485 probe that only knows how wet the soil is.',
  sensor: 'RS485 soil probe, moisture only',
  variables: soilVariables(1),
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) => soilParts(board, 1),
};

export const soilAnalog: Kit = {
  id: 'soil_analog',
  name: 'Soil moisture, analog',
  group: 'farm',
  summary: 'A capacitive moisture sensor on the analog pin.',
  sensor: 'Capacitive moisture sensor',
  variables: [{ key: 'soil', label: 'Soil moisture', unit: '%', min: 0, max: 100, decimals: 0 }],
  libraries: [],
  intervalS: 5,
  parts: ({ pins, analogMax }) => ({
    wiring: [`Moisture sensor: AOUT to ${pins.analog}, VCC to 3V3, GND to GND.`],
    pins: [pins.analog],
    includes: [],
    globals: `// What the sensor gives in dry air and in water: look at the serial monitor and write your own numbers here.
static const int dry = ${analogMax === 1023 ? 780 : 3000};
static const int wet = ${analogMax === 1023 ? 380 : 1400};`,
    setup: '',
    measure: `int raw = analogRead(${pins.analog});
Serial.println("Moisture sensor: " + String(raw));
addValue("soil", constrain(map(raw, dry, wet, 0, 100), 0, 100), 0);`,
  }),
};

const echoNote = 'ECHO gives 5 V: put 1 kOhm in its way and 2 kOhm from the pin to GND.';
const levelVariable: KitVariable = { key: 'level', label: 'Level', unit: 'cm', min: 0, max: 400, decimals: 1 };

/** The function `distanceCm`: centimetres to the water or wall, nan when no echo came. */
const distanceFunction = (
  trigger: string,
  echo: string,
) => `// The distance in cm by the echo of a click; nothing within 4 m gives nan.
static float distanceCm() {
  digitalWrite(${trigger}, LOW);
  delayMicroseconds(3);
  digitalWrite(${trigger}, HIGH);
  delayMicroseconds(10);
  digitalWrite(${trigger}, LOW);
  uint32_t travel = pulseIn(${echo}, HIGH, 25000);
  return travel == 0 ? NAN : travel * 0.0343F / 2;
}`;

export const level: Kit = {
  id: 'level',
  name: 'Tank level, ultrasonic',
  group: 'farm',
  summary: 'How high the water stands, measured from above with an HC-SR04.',
  sensor: 'HC-SR04',
  variables: [levelVariable],
  libraries: [],
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [`HC-SR04: TRIG to ${pins.trigger}, ECHO to ${pins.echo}, VCC to 5V.`, echoNote],
    pins: [pins.trigger, pins.echo],
    includes: [],
    globals: `static const float sensorHeight = 100; // cm from the bottom of the tank to the sensor

${distanceFunction(pins.trigger, pins.echo)}`,
    setup: `pinMode(${pins.trigger}, OUTPUT);
pinMode(${pins.echo}, INPUT);`,
    measure: 'addValue("level", sensorHeight - distanceCm(), 1);',
  }),
};

export const hydroponic: Kit = {
  id: 'hydroponic',
  name: 'Hydroponics',
  group: 'farm',
  summary:
    'Level, dissolved solids and temperature of the nutrient tank, with a switched pump. On every board the pump has a pin that can switch it, which the public kit has on one chip only.',
  sensor: 'HC-SR04, analog TDS sensor and DS18B20',
  template: { name: 'hydroponic', version: 1 },
  variables: [
    { ...levelVariable, min: -400, max: 0 },
    { key: 'tds', label: 'Dissolved solids', unit: 'ppm', min: 0, max: 3000, decimals: 0 },
    { key: 'ec', label: 'Conductivity', unit: 'µS/cm', min: 0, max: 6000, decimals: 0 },
    { key: 'temp', label: 'Temperature', unit: '°C', min: -55, max: 125, decimals: 1 },
  ],
  events: [
    switchEvent('PUMP', 'Pump', '1'),
    numberEvent('CAL', 'Calibration of the TDS sensor', { min: 1, max: 50, step: 0.1, initial: 10, unit: '' }),
  ],
  libraries: ds18b20Libraries,
  intervalS: 10,
  parts: ({ pins, analogMax }) => ({
    wiring: [
      `HC-SR04: TRIG to ${pins.trigger}, ECHO to ${pins.echo}, VCC to 5V.`,
      echoNote,
      `TDS sensor: A to ${pins.analog}. DS18B20: data to ${pins.data}, with 4.7 kOhm to 3V3.`,
      `Pump: relay to ${pins.pump}.`,
    ],
    pins: [pins.trigger, pins.echo, pins.analog, pins.data, pins.pump],
    includes: ['OneWire.h', 'DallasTemperature.h'],
    globals: `OneWire wire(${pins.data});
DallasTemperature probe(&wire);
static float calibration = 10; // changed by the event CAL

${distanceFunction(pins.trigger, pins.echo)}

// Dissolved solids in ppm by the curve of the common analog sensor.
static float dissolved() {
  float volt = analogRead(${pins.analog}) * 3.3F / ${analogMax};
  return (133.42F * volt * volt * volt - 255.86F * volt * volt + 857.39F * volt) * calibration / 10;
}`,
    setup: `pinMode(${pins.trigger}, OUTPUT);
pinMode(${pins.echo}, INPUT);
pinMode(${pins.pump}, OUTPUT);
digitalWrite(${pins.pump}, HIGH); // the pump runs until it is switched off
probe.begin();
probe.setWaitForConversion(false);
probe.requestTemperatures();`,
    measure: `addValue("level", -distanceCm(), 1); // below the sensor, so negative
float tds = dissolved();
addValue("tds", tds, 0);
addValue("ec", tds * 2, 0);
float temp = probe.getTempCByIndex(0);
probe.requestTemperatures(); // ready before the next turn
if (temp > -100 && temp != 85) addValue("temp", temp, 1); // -127: no probe, 85: not measured yet
else iot.debug("The temperature probe does not answer");`,
    onEvent: `if (name == "PUMP") digitalWrite(${pins.pump}, text == "1" ? HIGH : LOW);
if (name == "CAL" && text.toFloat() > 0) calibration = text.toFloat();`,
  }),
};
