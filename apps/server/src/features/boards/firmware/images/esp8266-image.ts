import { setImmediate as turn } from 'node:timers/promises';
import type { ImageFacts } from './image-facts.ts';
import { damaged, ImageProblem, imageMagic, readSegments } from './image-segments.ts';

const headerBytes = 8;
/**
 * A file of the Arduino core for the ESP8266 is two images: the boot loader `eboot`, filled up to 4 KB, and the sketch
 * (`tools/elf2bin.py` of that core). The board writes it to the beginning of its flash memory, so both must be there.
 */
const sketchAt = 0x1000;
/** The sketch's first segment begins with the length of the file and its CRC, written after the checksum was computed. */
const lengthAt = sketchAt + 16;
const crcAt = lengthAt + 4;
/** So much is computed in some milliseconds. */
const pieceBytes = 1024 * 1024;
/** A signed sketch has hash, signature and their length behind its end. */
const maxTrailingBytes = 4096;
/** By the nibble of the header: https://docs.espressif.com/projects/esptool/en/latest/esp8266/advanced-topics/firmware-image-format.html */
const flashKilobytes: Record<number, number> = {
  0: 512,
  1: 256,
  2: 1024,
  3: 2048,
  4: 4096,
  5: 2048,
  6: 4096,
  8: 8192,
  9: 16_384,
};

/**
 * Whether the first segment is loaded to where an ESP8266 has memory: data, code, or flash memory that is mapped. In an image of
 * the ESP32 family the same bytes are the settings of flash pins.
 */
export function isEsp8266Image(file: Buffer): boolean {
  if (file.length < headerBytes + 8) return false;
  const address = file.readUInt32LE(headerBytes);
  return [
    [0x3ffe_8000, 0x4000_0000],
    [0x4010_0000, 0x4011_0000],
    [0x4020_0000, 0x4030_0000],
  ].some(([from = 0, to = 0]) => address >= from && address < to);
}

/** Reads a file of the Arduino core for the ESP8266. Throws an ImageProblem. */
export async function readEsp8266Image(file: Buffer): Promise<ImageFacts> {
  const bootLoader = readSegments(file, 0, headerBytes);
  if (!bootLoader.checksumIsRight) throw damaged();
  if (bootLoader.end > sketchAt || file.length <= sketchAt || file.readUInt8(sketchAt) !== imageMagic) {
    throw new ImageProblem(
      'image_no_sketch',
      'This is no sketch of the Arduino core: boot loader or program is missing. Upload the file named <sketch>.ino.bin by the Arduino IDE or firmware.bin by PlatformIO.',
    );
  }
  const sketch = readSegments(file, sketchAt, sketchAt + headerBytes);
  if (file.length - sketch.end > maxTrailingBytes) {
    throw new ImageProblem(
      'image_too_long',
      'The file continues after the end of the image. Upload the file as the build made it.',
    );
  }
  if (!sketch.checksumIsRight && !(await hasRightCrc(file))) throw damaged();
  const kilobytes = flashKilobytes[file.readUInt8(3) >> 4];
  return { family: 'esp8266', flashBytes: kilobytes === undefined ? null : kilobytes * 1024, version: '' };
}

/** Cores before 2.7 write no CRC: then the checksum of the sketch is right. */
async function hasRightCrc(file: Buffer): Promise<boolean> {
  const length = file.readUInt32LE(lengthAt);
  if (length <= crcAt + 4 || length > file.length) return false;
  let crc = crcOfEboot(file.subarray(0, lengthAt));
  crc = crcOfEboot(Buffer.alloc(crcAt + 4 - lengthAt), crc);
  for (let at = crcAt + 4; at < length; at += pieceBytes) {
    crc = crcOfEboot(file.subarray(at, Math.min(at + pieceBytes, length)), crc);
    await turn();
  }
  return crc === file.readUInt32LE(crcAt);
}

const polynomial = 0x04c1_1db7;
const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ polynomial : crc << 1;
  return crc;
});

/** What `eboot` computes: CRC-32 with the highest bit first and nothing inverted at the end. `before`: of the bytes before these. */
export function crcOfEboot(bytes: Buffer, before = 0xffff_ffff): number {
  let crc = before;
  for (let at = 0; at < bytes.length; at += 1) {
    crc = (crc << 8) ^ (crcTable[((crc >>> 24) ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return crc >>> 0;
}
