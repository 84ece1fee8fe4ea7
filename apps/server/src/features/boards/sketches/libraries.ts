import type { Library } from './kit.ts';

/** What every sketch needs: the public library that speaks the protocol, and the MQTT client under it. */
export const cynoLibraries: readonly Library[] = [
  { arduino: 'CynoIOT', platformio: 'https://github.com/canusorn/CynoIOT.git#v1.0.8' },
  { arduino: 'MQTT (256dpi)', platformio: '256dpi/MQTT @ 2.5.2' },
];

const unifiedSensor: Library = {
  arduino: 'Adafruit Unified Sensor',
  platformio: 'adafruit/Adafruit Unified Sensor @ 1.1.14',
};

export const dhtLibraries: readonly Library[] = [
  { arduino: 'DHT sensor library (Adafruit)', platformio: 'adafruit/DHT sensor library @ 1.4.6' },
  unifiedSensor,
];

export const bme280Libraries: readonly Library[] = [
  { arduino: 'Adafruit BME280 Library', platformio: 'adafruit/Adafruit BME280 Library @ 2.2.4' },
  unifiedSensor,
];

export const displayLibraries: readonly Library[] = [
  { arduino: 'Adafruit SSD1306', platformio: 'adafruit/Adafruit SSD1306 @ 2.5.13' },
  { arduino: 'Adafruit GFX Library', platformio: 'adafruit/Adafruit GFX Library @ 1.11.11' },
];

export const pmsLibrary: Library = { arduino: 'PMS Library', platformio: 'fu-hsi/PMS Library @ 1.1.0' };
export const pzemLibrary: Library = { arduino: 'PZEM004Tv30', platformio: 'mandulaj/PZEM-004T-v30 @ 1.1.2' };
export const modbusLibrary: Library = { arduino: 'ModbusMaster', platformio: '4-20ma/ModbusMaster @ 2.0.1' };

export const ds18b20Libraries: readonly Library[] = [
  { arduino: 'OneWire', platformio: 'paulstoffregen/OneWire @ 2.3.8' },
  { arduino: 'DallasTemperature', platformio: 'milesburton/DallasTemperature @ 3.11.0' },
];
