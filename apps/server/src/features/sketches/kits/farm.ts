import { type Kit, variable } from '../kit.ts';
import { ds18b20Libraries, modbusLibrary } from '../libraries.ts';
import { modbusParts } from '../modbus.ts';

export const soil7in1: Kit = {
  id: 'soil_7in1',
  name: 'Soil probe, 7 in 1',
  summary: 'Moisture, temperature, conductivity, pH and nutrients with an RS485 probe.',
  variables: [
    variable('humid', 'Moisture', '%', 5),
    variable('temp', 'Temperature', '°C', 5),
    variable('ec', 'Conductivity', 'µS/cm', 5),
    variable('ph', 'pH', '', 4),
    variable('n', 'Nitrogen', 'mg/kg', 4),
    variable('p', 'Phosphorus', 'mg/kg', 4),
    variable('k', 'Potassium', 'mg/kg', 4),
  ],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'soil probe',
      baud: 4800,
      measure: `if (!answered(bus.readHoldingRegisters(0, 7))) return;
addValue("humid", bus.getResponseBuffer(0) / 10.0F);
addValue("temp", (int16_t)bus.getResponseBuffer(1) / 10.0F);
addValue("ec", bus.getResponseBuffer(2));
addValue("ph", bus.getResponseBuffer(3) / 10.0F);
addValue("n", bus.getResponseBuffer(4));
addValue("p", bus.getResponseBuffer(5));
addValue("k", bus.getResponseBuffer(6));`,
    }),
};

export const soilHumid: Kit = {
  id: 'soil_humid',
  name: 'Soil probe, moisture only',
  summary: 'The simple RS485 probe that only knows how wet the soil is.',
  variables: [variable('humid', 'Moisture', '%', 5)],
  libraries: [modbusLibrary],
  intervalS: 5,
  parts: (board) =>
    modbusParts(board, {
      part: 'soil probe',
      baud: 4800,
      measure: 'if (answered(bus.readHoldingRegisters(0, 1))) addValue("humid", bus.getResponseBuffer(0) / 10.0F);',
    }),
};

export const soilAnalog: Kit = {
  id: 'soil_analog',
  name: 'Soil moisture, analog',
  summary: 'A capacitive moisture sensor on the analog pin.',
  variables: [variable('soil', 'Soil moisture', '%', 3)],
  libraries: [],
  intervalS: 5,
  parts: ({ pins, analogMax }) => ({
    wiring: [`Moisture sensor: AOUT to ${pins.analog}, VCC to 3V3, GND to GND.`],
    includes: [],
    globals: `// What the sensor gives in dry air and in water: look at the serial monitor and write your own numbers here.
static const int dry = ${analogMax === 1023 ? 780 : 3000};
static const int wet = ${analogMax === 1023 ? 380 : 1400};`,
    setup: '',
    measure: `int raw = analogRead(${pins.analog});
Serial.println("Moisture sensor: " + String(raw));
addValue("soil", constrain(map(raw, dry, wet, 0, 100), 0, 100));`,
  }),
};

const echoNote = 'ECHO gives 5 V: put 1 kOhm in its way and 2 kOhm from the pin to GND.';

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
  summary: 'How high the water stands, measured from above with an HC-SR04.',
  variables: [variable('level', 'Level', 'cm', 6)],
  libraries: [],
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [`HC-SR04: TRIG to ${pins.trigger}, ECHO to ${pins.echo}, VCC to 5V.`, echoNote],
    includes: [],
    globals: `static const float sensorHeight = 100; // cm from the bottom of the tank to the sensor

${distanceFunction(pins.trigger, pins.echo)}`,
    setup: `pinMode(${pins.trigger}, OUTPUT);
pinMode(${pins.echo}, INPUT);`,
    measure: 'addValue("level", sensorHeight - distanceCm());',
  }),
};

export const hydroponic: Kit = {
  id: 'hydroponic',
  name: 'Hydroponics',
  summary: 'Level, dissolved solids and temperature of the nutrient tank, with a switched pump.',
  variables: [
    variable('level', 'Level', 'cm', 8),
    variable('tds', 'Dissolved solids', 'ppm', 8),
    variable('ec', 'Conductivity', 'µS/cm', 8),
    variable('temp', 'Temperature', '°C', 7),
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
    measure: `addValue("level", -distanceCm());
float tds = dissolved();
addValue("tds", tds);
addValue("ec", tds * 2);
float temp = probe.getTempCByIndex(0);
probe.requestTemperatures(); // ready before the next turn
if (temp > -100 && temp != 85) addValue("temp", temp); // -127: no probe, 85: not measured yet`,
    onEvent: `if (name == "PUMP") digitalWrite(${pins.pump}, text == "1" ? HIGH : LOW);
if (name == "CAL" && text.toFloat() > 0) calibration = text.toFloat();`,
  }),
};
