import type { KitVariable } from '@cyno/contract';
import type { Kit } from '../kit.ts';
import { bme280Libraries, dhtLibraries, ds18b20Libraries } from '../libraries.ts';

const celsius = { label: 'Temperature', unit: '°C', min: -40, max: 80, decimals: 1 };
const percent = { label: 'Humidity', unit: '%', min: 0, max: 100, decimals: 1 };
const temp: KitVariable = { key: 'temp', ...celsius };
const humid: KitVariable = { key: 'humid', ...percent };

/** DHT22, DHT21 or DHT11. */
export const dht: Kit = {
  id: 'dht',
  name: 'DHT22 climate',
  group: 'climate',
  summary: 'Temperature and humidity of the air with a DHT22, or a DHT11 or DHT21 after changing one word.',
  sensor: 'DHT22, DHT21 or DHT11',
  template: { name: 'dht', version: 1 },
  variables: [
    { key: 't', ...celsius },
    { key: 'h', ...percent },
  ],
  libraries: dhtLibraries,
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [`DHT22: data to ${pins.data}, plus to 3V3, minus to GND.`],
    pins: [pins.data],
    includes: ['DHT.h'],
    globals: `DHT dht(${pins.data}, DHT22); // write DHT11 for the blue one, DHT21 for the AM2301`,
    setup: 'dht.begin();',
    measure: `addValue("t", dht.readTemperature(), 1);
addValue("h", dht.readHumidity(), 1);`,
  }),
};

export const dht11: Kit = {
  id: 'sensor_dht',
  name: 'DHT11 sensor',
  group: 'climate',
  summary: 'The plain example for a DHT11: temperature and humidity under the names temp and humid.',
  sensor: 'DHT11',
  variables: [humid, temp],
  libraries: dhtLibraries,
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [`DHT11: data to ${pins.data}, plus to 3V3, minus to GND.`],
    pins: [pins.data],
    includes: ['DHT.h'],
    globals: `DHT dht(${pins.data}, DHT11); // write DHT22 for the white one`,
    setup: 'dht.begin();',
    measure: `addValue("humid", dht.readHumidity(), 1);
addValue("temp", dht.readTemperature(), 1);`,
  }),
};

export const bme280: Kit = {
  id: 'bme280',
  name: 'BME280 climate',
  group: 'climate',
  summary: 'Temperature, humidity and air pressure with a BME280 on the I2C bus.',
  sensor: 'BME280',
  variables: [temp, humid, { key: 'pressure', label: 'Pressure', unit: 'hPa', min: 300, max: 1100, decimals: 1 }],
  libraries: bme280Libraries,
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [`BME280: SDA to ${pins.i2c.sda}, SCL to ${pins.i2c.scl}, VCC to 3V3, GND to GND.`],
    pins: [pins.i2c.sda, pins.i2c.scl],
    includes: ['Wire.h', 'Adafruit_BME280.h'],
    globals: `Adafruit_BME280 bme;
static bool found = false;`,
    setup: `Wire.begin(${pins.i2c.sda}, ${pins.i2c.scl});
found = bme.begin(0x76) || bme.begin(0x77); // the two addresses that it can have
if (!found) Serial.println("No BME280 found, check the wires");`,
    measure: `if (!found) return;
addValue("temp", bme.readTemperature(), 1);
addValue("humid", bme.readHumidity(), 1);
addValue("pressure", bme.readPressure() / 100.0F, 1);`,
  }),
};

export const ds18b20: Kit = {
  id: 'ds18b20',
  name: 'DS18B20 temperature',
  group: 'climate',
  summary: 'One waterproof temperature probe, for tanks, soil or a cold room.',
  sensor: 'DS18B20',
  variables: [{ ...temp, min: -55, max: 125, decimals: 2 }],
  libraries: ds18b20Libraries,
  intervalS: 5,
  parts: ({ pins }) => ({
    wiring: [`DS18B20: data to ${pins.data}, with 4.7 kOhm from data to 3V3.`],
    pins: [pins.data],
    includes: ['OneWire.h', 'DallasTemperature.h'],
    globals: `OneWire wire(${pins.data});
DallasTemperature probe(&wire);`,
    setup: `probe.begin();
probe.setWaitForConversion(false);
probe.requestTemperatures();`,
    measure: `float temp = probe.getTempCByIndex(0);
probe.requestTemperatures(); // ready before the next turn
if (temp > -100 && temp != 85) addValue("temp", temp, 2); // -127: no probe, 85: not measured yet`,
  }),
};
