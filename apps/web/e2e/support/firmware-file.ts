import { createHash } from 'node:crypto';

/** Espressif's image format: header, segments of address, length and bytes, checksum, SHA-256 of all of it. */
export function esp32Firmware({
  chip = 0,
  version,
  padding = 0,
}: {
  chip?: number;
  version: string;
  padding?: number;
}): Buffer {
  const header = Buffer.alloc(24);
  header.set([0xe9, 1, 2, 0x20, 0, 4, 8, 0x40, 0xee]);
  header.writeUInt16LE(chip, 12);
  header.writeUInt8(1, 23);
  const data = Buffer.alloc(256 + padding, 0x5a);
  data.fill(0, 0, 256);
  data.writeUInt32LE(0xabcd5432);
  data.write(version, 16);
  const segment = Buffer.alloc(8);
  segment.writeUInt32LE(0x3f400020);
  segment.writeUInt32LE(data.length, 4);
  const bytes = Buffer.concat([header, segment, data]);
  const checksum = data.reduce((sum, byte) => sum ^ byte, 0xef);
  const whole = Buffer.concat([bytes, Buffer.alloc(15 - (bytes.length % 16)), Buffer.from([checksum])]);
  return Buffer.concat([whole, createHash('sha256').update(whole).digest()]);
}
