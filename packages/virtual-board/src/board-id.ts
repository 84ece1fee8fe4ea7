import type { BoardFamily } from '@cyno/device-protocol';

const models: Record<Exclude<BoardFamily, 'esp8266' | 'other'>, string> = {
  esp32: 'ESP32-D0WDQ6-100',
  'esp32-s2': 'ESP32-S2-0',
  'esp32-s3': 'ESP32-S3-2',
  'esp32-c3': 'ESP32-C3-4',
};

/** The espid that the library would derive from a chip with the given last four bytes of its MAC address. */
export function boardId(family: Exclude<BoardFamily, 'other'>, mac: number): string {
  const low = mac >>> 0;
  if (family !== 'esp8266') return `${models[family]}_${low.toString(16)}`;
  // The chip id is the last three bytes; the vendor prefix EC:FA is one of Espressif's.
  const hex = low.toString(16).toUpperCase().padStart(8, '0');
  return `ESP8266-${low & 0xffffff}_ECFA${hex}`;
}
