import type { BoardFamily } from '@cyno/contract';
import { t } from '@lingui/core/macro';

/** The content of the first bytes of a file; the server looks at all of it. */
export type FileFacts = { family: BoardFamily | null; version: string };

const longestBytes = 16 * 1024 ** 2;
const headBytes = 96;
const families: Readonly<Record<number, BoardFamily>> = { 0: 'esp32', 2: 'esp32-s2', 5: 'esp32-c3', 9: 'esp32-s3' };

/** Reads the head of a firmware image (Espressif, "Firmware image format"); a text explains why the file is none. */
export async function readFileFacts(file: Blob): Promise<FileFacts | string> {
  if (file.size > longestBytes) return t`The file is larger than 16 MB.`;
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  // Compressed: only the ESP8266 takes such a file.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { family: 'esp8266', version: '' };
  if (bytes[0] !== 0xe9) {
    return t`This is not firmware for an ESP board. Choose the .bin file of your build.`;
  }
  if (bytes.length < headBytes) return t`The file is too short to be firmware.`;
  const view = new DataView(bytes.buffer);
  // An ESP8266 has its first segment here; other chips have settings of their flash memory.
  const address = view.getUint32(8, true);
  if (address >= 0x3ffe_8000 && address < 0x4030_0000) return { family: 'esp8266', version: '' };
  const isDescribed = view.getUint32(32, true) === 0xabcd_5432;
  const text = new TextDecoder('latin1').decode(bytes.subarray(48, 80));
  const version = isDescribed ? (/^[\x21-\x7e][\x20-\x7e]*/.exec(text)?.[0].trim() ?? '') : '';
  return { family: families[view.getUint16(12, true)] ?? 'other', version };
}
