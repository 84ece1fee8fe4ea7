import { type Kit, variable } from '../kit.ts';
import { bme280Libraries, dhtLibraries, ds18b20Libraries } from '../libraries.ts';

/** DHT22 or DHT11. */
export const dht: Kit = {
  id: 'dht',
  name: 'DHT22 climate',
  summary: 'Temperature and humidity of the air with a DHT22, or a DHT11 after changing one word.',
  template: { name: 'dht', version: 1 },
  variables: [variable('t', 'Temperature', '°C', 5), variable('h', 'Humidity', '%', 5)],
  libraries: dhtLibraries,
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [`DHT22: data to ${pins.data}, plus to 3V3, minus to GND.`],
    includes: ['DHT.h'],
    globals: `DHT dht(${pins.data}, DHT22); // write DHT11 for the blue one`,
    setup: 'dht.begin();',
    measure: `addValue("t", dht.readTemperature());
addValue("h", dht.readHumidity());`,
  }),
};

export const bme280: Kit = {
  id: 'bme280',
  name: 'BME280 climate',
  summary: 'Temperature, humidity and air pressure with a BME280 on the I2C bus.',
  variables: [
    variable('temp', 'Temperature', '°C', 6),
    variable('humid', 'Humidity', '%', 6),
    variable('pressure', 'Pressure', 'hPa', 8),
  ],
  libraries: bme280Libraries,
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [`BME280: SDA to ${pins.i2c.sda}, SCL to ${pins.i2c.scl}, VCC to 3V3, GND to GND.`],
    includes: ['Wire.h', 'Adafruit_BME280.h'],
    globals: `Adafruit_BME280 bme;
static bool found = false;`,
    setup: `Wire.begin(${pins.i2c.sda}, ${pins.i2c.scl});
found = bme.begin(0x76) || bme.begin(0x77); // the two addresses that it can have
if (!found) Serial.println("No BME280 found, check the wires");`,
    measure: `if (!found) return;
addValue("temp", bme.readTemperature());
addValue("humid", bme.readHumidity());
addValue("pressure", bme.readPressure() / 100.0F);`,
  }),
};

export const ds18b20: Kit = {
  id: 'ds18b20',
  name: 'DS18B20 temperature',
  summary: 'One waterproof temperature probe, for tanks, soil or a cold room.',
  variables: [variable('temp', 'Temperature', '°C', 7)],
  libraries: ds18b20Libraries,
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [`DS18B20: data to ${pins.data}, with 4.7 kOhm from data to 3V3.`],
    includes: ['OneWire.h', 'DallasTemperature.h'],
    globals: `OneWire wire(${pins.data});
DallasTemperature probe(&wire);`,
    setup: `probe.begin();
probe.setWaitForConversion(false);
probe.requestTemperatures();`,
    measure: `float temp = probe.getTempCByIndex(0);
probe.requestTemperatures(); // ready before the next turn
if (temp > -100 && temp != 85) addValue("temp", temp); // -127: no probe, 85: not measured yet`,
  }),
};
