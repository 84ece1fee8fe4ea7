import { createHash } from 'node:crypto';

/** Chip ids of ESP-IDF. */
const chipIds = { esp32: 0, 'esp32-s2': 2, 'esp32-c3': 5, 'esp32-s3': 9, 'esp32-c6': 13 } as const;

interface Esp32Options {
  readonly chip?: keyof typeof chipIds;
  readonly version?: string;
  /** Of the program; different bytes make a different image. */
  readonly content?: Buffer;
  /** Nibble of the header: doublings of 1 MB. */
  readonly flashSize?: number;
  readonly withHash?: boolean;
}

/** An application for a chip of the ESP32 family, valid to the last byte of its format. */
export function esp32Image(options: Esp32Options = {}): Buffer {
  const { chip = 'esp32', version = '1.0.0', content = Buffer.from('program'), withHash = true } = options;
  const header = Buffer.alloc(24);
  header.writeUInt8(0xe9, 0);
  header.writeUInt8(2, 1);
  header.writeUInt8(2, 2);
  header.writeUInt8((options.flashSize ?? 2) << 4, 3);
  header.writeUInt32LE(0x4008_0400, 4);
  header.writeUInt8(0xee, 8);
  header.writeUInt16LE(chipIds[chip], 12);
  header.writeUInt8(withHash ? 1 : 0, 23);
  const description = Buffer.alloc(256);
  description.writeUInt32LE(0xabcd_5432, 0);
  description.write(version, 16, 31, 'latin1');
  description.write('sketch', 48, 31, 'latin1');
  const image = withSegments(header, [
    { address: 0x3f40_0020, data: description },
    { address: 0x4008_0000, data: content },
  ]);
  return withHash ? Buffer.concat([image, createHash('sha256').update(image).digest()]) : image;
}

interface Esp8266Options {
  readonly content?: Buffer;
  /** Nibble of the header: 4 is 4 MB. */
  readonly flashSize?: number;
}

/** A file of the Arduino core for the ESP8266: boot loader, sketch, and the CRC over both. */
export function esp8266Image({ content = Buffer.from('program'), flashSize = 4 }: Esp8266Options = {}): Buffer {
  const header = Buffer.from([0xe9, 1, 2, flashSize << 4, 0, 0xf0, 0x10, 0x40]);
  const bootLoader = withSegments(header, [{ address: 0x4010_f000, data: Buffer.from('eboot'.repeat(20)) }]);
  const sketch = withSegments(Buffer.from([0xe9, 2, 2, flashSize << 4, 0, 0, 0x10, 0x40]), [
    { address: 0x4020_1010, data: Buffer.concat([Buffer.alloc(8, 0xff), content]) },
    { address: 0x4010_0000, data: Buffer.from('interrupts') },
  ]);
  const file = Buffer.concat([bootLoader, Buffer.alloc(4096 - bootLoader.length, 0xaa), sketch]);
  file.fill(0, 4112, 4120);
  const crc = crcMsbFirst(file);
  file.writeUInt32LE(file.length, 4112);
  file.writeUInt32LE(crc, 4116);
  return file;
}

function withSegments(header: Buffer, segments: readonly { address: number; data: Buffer }[]): Buffer {
  const parts = [header];
  let checksum = 0xef;
  for (const { address, data } of segments) {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(address, 0);
    head.writeUInt32LE(data.length, 4);
    parts.push(head, data);
    for (const byte of data) checksum ^= byte;
  }
  const bytes = Buffer.concat(parts);
  return Buffer.concat([bytes, Buffer.alloc(15 - (bytes.length % 16)), Buffer.from([checksum])]);
}

/** Bit by bit, as the core's own tool does it. */
function crcMsbFirst(bytes: Buffer): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    for (let mask = 0x80; mask > 0; mask >>= 1) {
      const flip = crc >>> 31 !== ((byte & mask) === 0 ? 0 : 1);
      crc = (crc << 1) >>> 0;
      if (flip) crc = (crc ^ 0x04c1_1db7) >>> 0;
    }
  }
  return crc;
}
