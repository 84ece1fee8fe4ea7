import type { IncomingHttpHeaders } from 'node:http';

/** What a board reports about itself when it requests an image (protocol 3.1); null: nothing, or nonsense. */
export interface BoardClaims {
  readonly family: 'esp8266' | 'esp32' | null;
  /** 12 hexadecimal digits in upper case. */
  readonly mac: string | null;
  /** Room for an image, in bytes. */
  readonly freeBytes: number | null;
  readonly flashBytes: number | null;
  /** Of what it runs, in lower case. */
  readonly sketchMd5: string | null;
  /** False when it requests something else than a program, such as a file system. */
  readonly wantsSketch: boolean;
}

/** Reads the headers of the Arduino cores' updaters; Node has folded their names already. */
export function readClaims(headers: IncomingHttpHeaders): BoardClaims {
  const family = familyOf(headers['user-agent']);
  const header = (name: string): string => {
    const value = family === null ? undefined : headers[`x-${family}-${name}`];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    family,
    // Only the newest ESP32 core reports the base address, from which the id is made; the station's is the same unless a sketch sets
    // it.
    mac: macOf(header('base-mac')) ?? macOf(header('sta-mac')),
    freeBytes: bytesOf(header('free-space')),
    flashBytes: bytesOf(header('chip-size')),
    sketchMd5: /^[0-9a-f]{32}$/i.test(header('sketch-md5')) ? header('sketch-md5').toLowerCase() : null,
    wantsSketch: ['', 'sketch'].includes(header('mode')),
  };
}

/** Whether the claims are those of this board: all of the MAC address for an ESP8266, its last four bytes for an ESP32. */
export function areOf(espid: string, { family, mac, wantsSketch }: BoardClaims): boolean {
  if (mac === null || !wantsSketch) return false;
  const suffix = espid.slice(espid.lastIndexOf('_') + 1);
  if (espid.startsWith('ESP8266-')) return family === 'esp8266' && suffix === mac;
  return family === 'esp32' && /^[0-9a-f]{1,8}$/.test(suffix) && suffix.toUpperCase().padStart(8, '0') === mac.slice(4);
}

function familyOf(agent = ''): BoardClaims['family'] {
  if (agent.startsWith('ESP8266-http-Update')) return 'esp8266';
  return agent.startsWith('ESP32-http-Update') ? 'esp32' : null;
}

function macOf(text: string): string | null {
  const digits = text.replaceAll(/[:-]/g, '').toUpperCase();
  return /^[0-9A-F]{12}$/.test(digits) ? digits : null;
}

const bytesOf = (text: string): number | null => (/^\d{1,10}$/.test(text) ? Number(text) : null);
