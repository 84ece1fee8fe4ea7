import { describe, expect, it } from 'vitest';
import { type ImageFacts, ImageProblem, readImageHeader } from './image-header.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** The first bytes of an image of the ESP32 family; `version` makes it an application. */
function esp32Image(chipId: number, version?: string, size = 0x2f): Uint8Array {
  const bytes = new Uint8Array(200);
  bytes.set([0xe9, 6, 2, size, 0x00, 0x10, 0x08, 0x40, 0xee, 0, 0, 0, chipId, 0]);
  if (version !== undefined) {
    bytes.set([0x32, 0x54, 0xcd, 0xab], 32);
    bytes.set(ascii(version), 48);
  }
  return bytes;
}

function merged(bootloaderAt: number, chipId: number): Uint8Array {
  const bytes = new Uint8Array(0x10000 + 200).fill(0xff);
  bytes.set(esp32Image(chipId), bootloaderAt);
  bytes.set([0xaa, 0x50, 1, 2], 0x8000);
  bytes.set(esp32Image(chipId, '2.1.0'), 0x10000);
  return bytes;
}

function esp8266Image(size: number): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set([0xe9, 1, 2, size, 0xcc, 0xf2, 0x10, 0x40, 0x00, 0xf0, 0x10, 0x40]);
  return bytes;
}

const otaData = new Uint8Array(0x2000).fill(0xff);
otaData.set([1, 0, 0, 0]);
const partitions = new Uint8Array(0xc00).fill(0xff);
partitions.set([0xaa, 0x50, 1, 2]);

describe('the header of an image', () => {
  it.each<[string, Uint8Array, Partial<ImageFacts>]>([
    [
      'an application for the ESP32',
      esp32Image(0, '1.4.2'),
      { kind: 'application', chip: { family: 'esp32', name: 'ESP32' }, version: '1.4.2', offset: 0x10000 },
    ],
    ['its flash size', esp32Image(0, '1', 0x3f), { flashBytes: 8 * 1024 ** 2 }],
    ['no version', esp32Image(9, ''), { chip: { family: 'esp32-s3', name: 'ESP32-S3' }, version: null }],
    ['a boot loader of the ESP32', esp32Image(0), { kind: 'bootloader', offset: 0x1000 }],
    ['a boot loader of the ESP32-C3', esp32Image(5), { kind: 'bootloader', offset: 0 }],
    ['a chip nobody knows', esp32Image(77, '1'), { chip: null, kind: 'application' }],
    [
      'a merged image with its boot loader at 0x1000',
      merged(0x1000, 2),
      { kind: 'merged', chip: { family: 'esp32-s2', name: 'ESP32-S2' }, version: '2.1.0', offset: 0 },
    ],
    [
      'a merged image with its boot loader at the start',
      merged(0, 9),
      { kind: 'merged', chip: { family: 'esp32-s3', name: 'ESP32-S3' }, flashBytes: 4 * 1024 ** 2 },
    ],
    [
      'an ESP8266',
      esp8266Image(0x40),
      {
        kind: 'application',
        chip: { family: 'esp8266', name: 'ESP8266' },
        flashBytes: 4 * 1024 ** 2,
        offset: 0,
      },
    ],
    ['a partition table', partitions, { kind: 'partitions', offset: 0x8000 }],
    ['which application runs', otaData, { kind: 'ota-data', offset: 0xe000 }],
    ['anything else', new Uint8Array([1, 2, 3]), { kind: 'other', chip: null, offset: null }],
    ['an image that is cut off', new Uint8Array([0xe9, 1]), { kind: 'other' }],
  ])('tells %s', (_, bytes, facts) => expect(readImageHeader(bytes)).toMatchObject(facts));

  it.each([
    ['an empty file', new Uint8Array(0), 'empty'],
    ['a compressed file', new Uint8Array([0x1f, 0x8b, 8, 0]), 'compressed'],
    ['a file that no flash memory holds', new Uint8Array(16 * 1024 ** 2 + 1), '16 MB'],
  ])('is refused of %s', (_, bytes, text) => {
    expect(() => readImageHeader(bytes)).toThrow(ImageProblem);
    expect(() => readImageHeader(bytes)).toThrow(text);
  });

  it('is read where the file stands in a larger buffer', () => {
    const within = new Uint8Array(500);
    within.set(esp32Image(0, '3.0'), 40);
    expect(readImageHeader(within.subarray(40, 240))).toMatchObject({ kind: 'application', version: '3.0' });
  });
});
