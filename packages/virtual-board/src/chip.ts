import type { BoardFamily } from '@cyno/device-protocol';

/** What is in a board's flash memory, as far as an update reports to the server. */
export interface Firmware {
  sizeBytes: number;
  md5: string;
}

/** Places of the usual 4 MB layouts: an image fits into this much. */
const freeBytes = { esp8266: 1_622_016, esp32: 1_310_720 };
const flashBytes = 4 * 1024 ** 2;

/** Room for an image of an update, in bytes. */
export const freeSpace = (family: BoardFamily): number => freeBytes[family === 'esp8266' ? 'esp8266' : 'esp32'];

/** The six bytes of the station's MAC address: an ESP8266 has them in its espid, an ESP32 the last four. */
export function macAddress(espid: string, family: BoardFamily): string {
  const suffix = espid.slice(espid.lastIndexOf('_') + 1).replace(/[^\dA-F]/gi, '');
  // An ESP32's espid leaves out the vendor, so one of Espressif's takes its place.
  const hex = family === 'esp8266' ? suffix.padStart(12, '0').slice(-12) : `246f${suffix.padStart(8, '0').slice(-8)}`;
  return (hex.toUpperCase().match(/../g) ?? []).join(':');
}

/** The headers with which the updaters of the Arduino cores request an image. */
export function updateHeaders(espid: string, family: BoardFamily, running: Firmware): Record<string, string> {
  const mac = macAddress(espid, family);
  const [first = '00', ...rest] = mac.split(':');
  const space = {
    'free-space': String(freeSpace(family)),
    'sketch-size': String(running.sizeBytes),
    'sketch-md5': running.md5,
    'chip-size': String(flashBytes),
    mode: 'sketch',
  };
  if (family === 'esp8266') {
    const softAp = [(Number.parseInt(first, 16) | 2).toString(16).toUpperCase().padStart(2, '0'), ...rest].join(':');
    const chipId = String(Number.parseInt(mac.replaceAll(':', '').slice(-6), 16));
    return prefixed('ESP8266', {
      'Chip-ID': chipId,
      'STA-MAC': mac,
      'AP-MAC': softAp,
      ...space,
      'sdk-version': '2.2.2-dev(38a443e)',
    });
  }
  const next = (Number.parseInt(rest.at(-1) ?? '0', 16) + 1) & 0xff;
  const softAp = [first, ...rest.slice(0, -1), next.toString(16).toUpperCase().padStart(2, '0')].join(':');
  return prefixed('ESP32', {
    'BASE-MAC': mac,
    'STA-MAC': mac,
    'AP-MAC': softAp,
    ...space,
    'sketch-sha256': running.md5.toUpperCase().repeat(2),
    'sdk-version': 'v5.1.4',
  });
}

function prefixed(chip: 'ESP8266' | 'ESP32', headers: Record<string, string>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [`x-${chip}-${name}`, value]);
  const cache = chip === 'ESP32' ? { 'Cache-Control': 'no-cache' } : {};
  return { ...cache, 'User-Agent': `${chip}-http-Update`, ...Object.fromEntries(named) };
}
