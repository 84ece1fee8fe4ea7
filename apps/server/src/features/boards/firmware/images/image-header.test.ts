import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { esp32Image, esp8266Image } from '../../../../../test/boards/firmware-image.ts';
import { crcOfEboot } from './esp8266-image.ts';
import { readImage } from './image-header.ts';

/** The image with one byte changed. */
function changed(image: Buffer, at: number): Buffer {
  const copy = Buffer.from(image);
  copy.writeUInt8(copy.readUInt8(at) ^ 0x01, at);
  return copy;
}

/** Boot loader, partition table and application, as the build tools merge them. */
function merged(bootLoaderAt: number): Buffer {
  const flash = Buffer.alloc(0x10000, 0xff);
  esp32Image().copy(flash, bootLoaderAt);
  partitions().copy(flash, 0x8000);
  return Buffer.concat([flash, esp32Image()]);
}
function partitions(): Buffer {
  const entry = Buffer.alloc(0xc00, 0xff);
  Buffer.from([0xaa, 0x50, 1, 2, 0, 0x90, 0, 0, 0, 0x50, 0, 0]).copy(entry);
  entry.fill(0, 12, 32).write('nvs', 12);
  return entry;
}

describe('an image', () => {
  test.each([
    ['esp32', 'esp32'],
    ['esp32-s2', 'esp32-s2'],
    ['esp32-s3', 'esp32-s3'],
    ['esp32-c3', 'esp32-c3'],
    ['esp32-c6', 'other'],
  ] as const)('for %s tells its family, flash size and version', async (chip, family) => {
    expect(await readImage(esp32Image({ chip, version: '2.1-beta', flashSize: 3 }))).toEqual({
      family,
      flashBytes: 8 * 1024 ** 2,
      version: '2.1-beta',
    });
  });

  test('without an appended digest is as good', async () => {
    expect((await readImage(esp32Image({ withHash: false }))).family).toBe('esp32');
  });

  test('of an ESP8266 is recognised by where it is loaded to, also when it is compressed', async () => {
    const facts = { family: 'esp8266', flashBytes: 1024 ** 2, version: '' };
    expect(await readImage(esp8266Image({ flashSize: 2 }))).toEqual(facts);
    expect(await readImage(gzipSync(esp8266Image({ flashSize: 2 })))).toEqual(facts);
  });

  test('of an old core for the ESP8266 has a checksum in place of the CRC', async () => {
    const old = esp8266Image();
    // What stood there when the checksum was computed.
    old.writeUInt32LE(0xffff_ffff, 4112);
    old.writeUInt32LE(0xffff_ffff, 4116);
    expect((await readImage(old)).family).toBe('esp8266');
  });

  test.each([
    ['nothing', Buffer.alloc(0), /begins with the byte 0xE9/],
    ['one byte', Buffer.from([0xe9]), /cut off/],
    ['a picture', Buffer.from('\x89PNG\r\n'), /begins with the byte 0xE9/],
    ['nothing but magic bytes', Buffer.alloc(1000, 0xe9), /damaged|cut off/],
    ['no segments', Buffer.from([0xe9, ...Buffer.alloc(63)]), /damaged/],
    ['the first half', esp32Image().subarray(0, 200), /cut off/],
    ['all but the digest', esp32Image().subarray(0, -32), /cut off/],
    ['all but the last byte', esp32Image().subarray(0, -1), /cut off/],
    ['a wrong byte in the program', changed(esp32Image(), 310), /damaged/],
    ['a wrong byte in the header', changed(esp32Image(), 4), /damaged/],
    ['the first half for an ESP8266', esp8266Image().subarray(0, 4110), /cut off/],
    ['a wrong byte for an ESP8266', changed(esp8266Image(), 4125), /damaged/],
    ['a wrong byte in its boot loader', changed(esp8266Image(), 30), /damaged/],
    ['a boot loader without sketch', esp8266Image().subarray(0, 128), /boot loader or program is missing/],
    ['a sketch without boot loader', esp8266Image().subarray(4096), /damaged|boot loader or program is missing/],
    ['a boot loader of an ESP32', changed(esp32Image({ withHash: false }), 32), /boot loader|damaged/],
    ['a merged image', merged(0x1000), /merged/],
    ['a merged image of an S3', merged(0), /merged/],
    ['a partition table', partitions(), /partition table/],
    ['much behind its end', Buffer.concat([esp32Image(), Buffer.alloc(70_000)]), /continues after/],
    ['a compressed image for an ESP32', gzipSync(esp32Image()), /Only an ESP8266/],
    ['a compressed file that is cut off', gzipSync(esp8266Image()).subarray(0, 60), /damaged/],
    ['what unpacks to 20 MB', gzipSync(Buffer.alloc(20 * 1024 ** 2)), /larger than 16 MB/],
  ])('that is %s is refused with a sentence', async (_, file, sentence) => {
    await expect(readImage(Buffer.from(file))).rejects.toThrow(sentence);
  });

  test('of random bytes never breaks the reader', async () => {
    let seed = 7;
    const random = () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return seed >>> 16;
    };
    for (let round = 0; round < 500; round += 1) {
      const bytes = Buffer.from(Array.from({ length: round }, () => random() & 0xff));
      if (round > 0) bytes.writeUInt8(0xe9, 0);
      if (round > 12 && round % 2 === 0) bytes.writeUInt32LE(0x4010_f000, 8);
      await expect(readImage(bytes)).rejects.toThrow(/\.$/);
    }
  });
});

test('the CRC is that of the boot loader', () => {
  // CRC-32/MPEG-2 of the usual check text.
  expect(crcOfEboot(Buffer.from('123456789'))).toBe(0x0376_e6e7);
});

test('the CRC is the same in pieces', () => {
  const before = crcOfEboot(Buffer.from('1234'));
  expect(crcOfEboot(Buffer.from('56789'), before)).toBe(0x0376_e6e7);
});

test('a checksum is right where in memory the file lies', async () => {
  for (let shift = 0; shift < 4; shift += 1) {
    for (const image of [esp32Image(), esp32Image({ version: '2.1-beta' }), esp8266Image()]) {
      const shifted = Buffer.concat([Buffer.alloc(shift), image]).subarray(shift);
      await expect(readImage(shifted)).resolves.toMatchObject({ family: expect.any(String) });
      await expect(readImage(changed(shifted, shifted.length - 60))).rejects.toThrow();
    }
  }
});
