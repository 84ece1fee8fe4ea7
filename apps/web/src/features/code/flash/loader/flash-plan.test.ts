import { describe, expect, it } from 'vitest';
import { partitionTable } from '../../../../../test/firmware-images.ts';
import { type ChosenImage, planFlash, readOffset } from './flash-plan.ts';
import type { ImageFacts } from './image-header.ts';

const facts = (change: Partial<ImageFacts> = {}): ImageFacts => ({
  kind: 'application',
  chip: { family: 'esp32', name: 'ESP32' },
  flashBytes: 4 * 1024 ** 2,
  version: null,
  offset: 0x10000,
  ...change,
});
let id = 0;
const image = (offsetText: string, length = 100, change: Partial<ImageFacts> = {}): ChosenImage => ({
  id: ++id,
  fileName: `part-${offsetText}.bin`,
  bytes: new Uint8Array(length),
  facts: facts(change),
  offsetText,
});
const esp32 = { name: 'ESP32', flashBytes: 4 * 1024 ** 2 };
/** Settings, OTA data and two applications, each with its type, subtype and place. */
const customPartitions = [
  [1, 2, 0x9000],
  [1, 0, 0xf000],
  [0, 0x11, 0x200000],
  [0, 0x10, 0x20000],
] as const;
const other = { kind: 'other', chip: null, flashBytes: null } as const;

it.each([
  ['0x10000', 0x10000],
  [' 0X0 ', 0],
  ['4096', 4096],
  ['', null],
  ['x', null],
  ['-1', null],
  ['0x', null],
])('an offset %j is %s', (text, offset) => expect(readOffset(text)).toBe(offset));

describe('a plan', () => {
  it('has its parts in the order of their places', () => {
    const plan = planFlash([image('0x20000'), image('0x1000', 100, other)], esp32, false);
    expect(plan.parts.map(({ offset }) => offset)).toEqual([0x1000, 0x20000]);
    expect(plan).toMatchObject({ problem: null, warnings: [] });
  });

  it.each([
    ['no image', [], /Choose/],
    ['an offset that is none', [image('ten')], /offsets/],
    ['an offset within a sector', [image('0x10010')], /offsets/],
    ['too large an image', [image('0x3ff000', 0x2000)], /offsets/],
    ['images on top of each other', [image('0x8000', 0x9000), image('0x10000')], /offsets/],
  ])('with %s has a problem and no parts', (_, images, problem) => {
    const plan = planFlash(images, esp32, false);
    expect(plan.problem).toMatch(problem);
    expect(plan.parts).toEqual([]);
    expect(plan.offsetErrors.size).toBe(images.length > 0 ? 1 : 0);
  });

  it('takes a larger flash memory for granted until the board has reported its own', () => {
    expect(planFlash([image('0x400000')], null, false).problem).toBeNull();
    expect(planFlash([image('0x400000')], esp32, false).problem).not.toBeNull();
  });

  it('warns of an image for another chip, and of one for more flash memory', () => {
    const plan = planFlash([image('0x10000')], { name: 'ESP32-S3', flashBytes: 4 * 1024 ** 2 }, false);
    expect(plan.warnings).toEqual([expect.stringMatching(/for ESP32, but the board is ESP32-S3/)]);
    expect(planFlash([image('0x10000')], { name: 'ESP32', flashBytes: 2 * 1024 ** 2 }, false).warnings).toEqual([
      expect.stringMatching(/needs 4 MB/),
    ]);
    expect(planFlash([image('0x10000')], null, false).warnings).toEqual([]);
  });

  it('erases the OTA data, so that the application starts and not the one that came over the air', () => {
    const plan = planFlash([image('0x10000')], esp32, false);
    expect(plan.parts).toEqual([
      { offset: 0xe000, bytes: new Uint8Array(0x2000).fill(0xff) },
      { offset: 0x10000, bytes: new Uint8Array(100) },
    ]);
    expect(plan.erasedOtaDataAt).toBe(0xe000);
  });

  it('finds the OTA data and the first application where the chosen partition table has them', () => {
    const table = { ...image('0x8000', 0, { ...other, kind: 'partitions' }), bytes: partitionTable(customPartitions) };
    const plan = planFlash([table, image('0x20000')], esp32, false);
    expect(plan.parts.map(({ offset }) => offset)).toEqual([0x8000, 0xf000, 0x20000]);
    expect(planFlash([table, image('0x10000')], esp32, false).erasedOtaDataAt).toBeNull();
  });

  it.each([
    ['the OTA data are among the files', [image('0x10000'), image('0xe000', 0x2000, { ...other, kind: 'ota-data' })]],
    ['the image is merged', [image('0x0', 0x11000, { kind: 'merged' })]],
    ['another file lies there', [image('0x10000'), image('0xd000', 0x2000, other)]],
    ['the application goes elsewhere', [image('0x150000')]],
    ['it is for an ESP8266', [image('0x10000', 100, { chip: { family: 'esp8266', name: 'ESP8266' } })]],
    [
      'the partition table has none',
      [{ ...image('0x8000', 0, { ...other, kind: 'partitions' }), bytes: partitionTable() }, image('0x10000')],
    ],
  ])('leaves the OTA data alone when %s', (_, images) => {
    expect(planFlash(images, null, false)).toMatchObject({ problem: null, erasedOtaDataAt: null });
  });

  it('leaves the OTA data alone when everything is erased', () => {
    expect(planFlash([image('0x10000')], esp32, true).erasedOtaDataAt).toBeNull();
  });

  it('warns when erasing leaves an application alone', () => {
    const alone = [image('0x10000')];
    expect(planFlash(alone, esp32, true).warnings).toHaveLength(1);
    expect(planFlash(alone, esp32, false).warnings).toEqual([]);
    expect(planFlash([image('0x0', 100, { kind: 'merged' })], esp32, true).warnings).toEqual([]);
    const whole = [
      ...alone,
      image('0x1000', 100, { kind: 'bootloader' }),
      image('0x8000', 100, { ...other, kind: 'partitions' }),
    ];
    expect(planFlash(whole, esp32, true).warnings).toEqual([]);
    const esp8266 = image('0x0', 100, { chip: { family: 'esp8266', name: 'ESP8266' } });
    expect(planFlash([esp8266], { name: 'ESP8266', flashBytes: null }, true).warnings).toEqual([]);
  });
});
