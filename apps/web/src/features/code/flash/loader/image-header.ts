import type { BoardFamily } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { otaDataBytes, partitionMagic, usualOtaPlaces } from './partition-table.ts';

/** What a file is for; `other`: anything that belongs to an offset that only its builder knows. */
export type ImageKind = 'application' | 'merged' | 'bootloader' | 'partitions' | 'ota-data' | 'other';

/** The metadata of a file. */
export type ImageFacts = {
  kind: ImageKind;
  /** Null: the file does not name a chip. */
  chip: { family: BoardFamily; name: string } | null;
  /** The flash size that it was built for, in bytes; null: not known. */
  flashBytes: number | null;
  /** The version in the application's description. */
  version: string | null;
  /** Where such a file belongs; null: nobody but its builder knows. */
  offset: number | null;
};

/** Why a file cannot be flashed, as a sentence. */
export class ImageProblem extends Error {}

export const maxImageBytes = 16 * 1024 ** 2;

const imageMagic = 0xe9;
const partitionTableAt = 0x8000;
/** `esp_app_desc_t` of ESP-IDF stands behind the image's header and that of its first segment. */
const descriptionAt = 32;
const descriptionMagic = 0xabcd5432;

/** `esp_chip_id_t` of ESP-IDF's `esp_app_format.h`. */
const chips: Readonly<Record<number, { family: BoardFamily; name: string; bootloaderAt: number }>> = {
  0: { family: 'esp32', name: 'ESP32', bootloaderAt: 0x1000 },
  2: { family: 'esp32-s2', name: 'ESP32-S2', bootloaderAt: 0x1000 },
  5: { family: 'esp32-c3', name: 'ESP32-C3', bootloaderAt: 0 },
  9: { family: 'esp32-s3', name: 'ESP32-S3', bootloaderAt: 0 },
  12: { family: 'other', name: 'ESP32-C2', bootloaderAt: 0 },
  13: { family: 'other', name: 'ESP32-C6', bootloaderAt: 0 },
  16: { family: 'other', name: 'ESP32-H2', bootloaderAt: 0 },
};
const esp8266Sizes: Readonly<Record<number, number>> = { 0: 0.5, 1: 0.25, 2: 1, 3: 2, 4: 4, 5: 2, 6: 4, 8: 8, 9: 16 };

/**
 * Reads what a build made: an application, its boot loader, its partition table, or all of them merged. Throws an ImageProblem for
 * what no board can run. Format: Espressif, "Firmware image format".
 */
export function readImageHeader(bytes: Uint8Array): ImageFacts {
  if (bytes.length === 0) throw new ImageProblem(t`The file is empty.`);
  if (bytes.length > maxImageBytes) throw new ImageProblem(t`The file is larger than 16 MB.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isGzip(view)) {
    throw new ImageProblem(t`The file is compressed. Unpack it first.`);
  }
  if (hasPartitionsAt(view, partitionTableAt)) return readMerged(view);
  if (hasPartitionsAt(view, 0)) return factsOf('partitions', partitionTableAt);
  if (view.getUint8(0) === imageMagic && bytes.length >= 24) return readImage(view);
  if (isOtaData(view)) return factsOf('ota-data', usualOtaPlaces.otaDataAt);
  return factsOf('other', null);
}

const factsOf = (kind: ImageKind, offset: number | null): ImageFacts => ({
  kind,
  chip: null,
  flashBytes: null,
  version: null,
  offset,
});

const isGzip = (view: DataView): boolean => view.byteLength > 2 && view.getUint16(0) === 0x1f8b;

const hasPartitionsAt = (view: DataView, at: number): boolean =>
  view.byteLength >= at + 32 && view.getUint16(at, true) === partitionMagic;

/** Two entries, each in a sector of its own, that count which application runs (`esp_ota_select_entry_t`). */
const isOtaData = (view: DataView): boolean => view.byteLength === otaDataBytes && view.getUint32(0, true) < 0xffff;

/** Boot loader, partition table and application in one: the boot loader identifies the chip. */
function readMerged(view: DataView): ImageFacts {
  const at = [0, 0x1000].find((place) => view.getUint8(place) === imageMagic);
  if (at === undefined) return factsOf('merged', 0);
  const { chip, flashBytes } = readImage(new DataView(view.buffer, view.byteOffset + at));
  const { applicationAt } = usualOtaPlaces;
  const version = view.byteLength > applicationAt + 64 ? readVersion(view, applicationAt) : null;
  return { kind: 'merged', chip, flashBytes, version, offset: 0 };
}

function readImage(view: DataView): ImageFacts {
  const size = view.getUint8(3) >> 4;
  // Where an ESP32's image continues with its longer header, that of an ESP8266 has the address of its first segment.
  const address = view.getUint32(8, true);
  if (address >= 0x3ffe8000 && address < 0x40300000) {
    const megabytes = esp8266Sizes[size];
    return {
      kind: 'application',
      chip: { family: 'esp8266', name: 'ESP8266' },
      flashBytes: megabytes === undefined ? null : megabytes * 1024 ** 2,
      version: null,
      offset: 0,
    };
  }
  const known = chips[view.getUint16(12, true)];
  const isApplication =
    view.byteLength > descriptionAt + 64 && view.getUint32(descriptionAt, true) === descriptionMagic;
  return {
    kind: isApplication ? 'application' : 'bootloader',
    chip: known ? { family: known.family, name: known.name } : null,
    flashBytes: size <= 7 ? 1024 ** 2 * 2 ** size : null,
    version: isApplication ? readVersion(view, 0) : null,
    offset: isApplication ? usualOtaPlaces.applicationAt : (known?.bootloaderAt ?? 0),
  };
}

/** The text of 32 bytes behind the magic word and two reserved ones. */
function readVersion(view: DataView, imageAt: number): string | null {
  const at = imageAt + descriptionAt;
  if (view.getUint32(at, true) !== descriptionMagic) return null;
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 16, 32);
  const text = new TextDecoder('latin1').decode(bytes);
  return /^[\x21-\x7e][\x20-\x7e]*/.exec(text)?.[0] ?? null;
}
