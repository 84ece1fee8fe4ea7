import { t } from '@lingui/core/macro';
import type { FlashPart } from './board-loader.ts';
import { type ImageFacts, type ImageKind, maxImageBytes } from './image-header.ts';
import { otaDataBytes, readOtaPlaces, usualOtaPlaces } from './partition-table.ts';

const sectorBytes = 0x1000;

/** A file that is to be flashed; `offsetText` is what stands in its field. */
export type ChosenImage = {
  id: number;
  fileName: string;
  bytes: Uint8Array;
  facts: ImageFacts;
  offsetText: string;
};

type Placed = { image: ChosenImage; offset: number; end: number };

/** What is known of the board at the moment. */
export type PlanBoard = { name: string; flashBytes: number | null };

export type FlashPlan = {
  /** In the order of their offsets; empty while there is a problem. */
  parts: FlashPart[];
  /** Where OTA data are erased, so that the new application starts and not one that came over the air; null: nowhere. */
  erasedOtaDataAt: number | null;
  /** What is wrong with an image's offset, by the image's id. */
  offsetErrors: ReadonlyMap<number, string>;
  /** What must be mended first; null: it can be flashed. */
  problem: string | null;
  /** What may well make the board not start. */
  warnings: string[];
};

export const kindLabels = (): Readonly<Record<ImageKind, string>> => ({
  application: t`Application`,
  merged: t`Merged image`,
  bootloader: t`Bootloader`,
  partitions: t`Partition table`,
  'ota-data': t`OTA data`,
  other: t`Data`,
});

/** The size of a flash memory, which counts in powers of two: `4 MB`. */
export const flashText = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${bytes / 1024} KB` : `${bytes / 1024 ** 2} MB`;

/** Writes an offset as everybody does: `0x10000`. */
export const offsetText = (offset: number): string => `0x${offset.toString(16)}`;

/** Reads `0x10000` or a decimal number; null when it is none. */
export function readOffset(text: string): number | null {
  const hex = /^\s*0x([\da-f]{1,8})\s*$/i.exec(text)?.[1];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null;
}

/** Checks what was chosen against itself and against the board, if there is one. */
export function planFlash(images: readonly ChosenImage[], board: PlanBoard | null, eraseAll: boolean): FlashPlan {
  const offsetErrors = new Map<number, string>();
  const placed: Placed[] = [];
  const flashBytes = board?.flashBytes ?? maxImageBytes;
  for (const image of images) {
    const offset = readOffset(image.offsetText);
    const error = offsetError(offset, image.bytes.length, flashBytes);
    if (error !== null) offsetErrors.set(image.id, error);
    else if (offset !== null) placed.push({ image, offset, end: offset + image.bytes.length });
  }
  placed.sort((one, other) => one.offset - other.offset);
  placed.forEach(({ image, offset }, index) => {
    const before = placed[index - 1];
    if (before && before.end > offset) {
      offsetErrors.set(
        image.id,
        t`Overlaps ${{ fileName: before.image.fileName }}, which ends at ${{ offset: offsetText(before.end) }}.`,
      );
    }
  });
  const problem =
    images.length === 0
      ? t`Choose a firmware file first.`
      : offsetErrors.size > 0
        ? t`Correct the offsets first.`
        : null;
  const erasedOtaDataAt = eraseAll ? null : findStaleOtaData(placed);
  const parts = placed.map(({ image, offset }) => ({ offset, bytes: image.bytes }));
  if (erasedOtaDataAt !== null) parts.push({ offset: erasedOtaDataAt, bytes: new Uint8Array(otaDataBytes).fill(0xff) });
  return {
    parts: problem === null ? parts.sort((one, other) => one.offset - other.offset) : [],
    erasedOtaDataAt,
    offsetErrors,
    problem,
    warnings: [...chipWarnings(images, board), ...startWarnings(images, eraseAll)],
  };
}

/** After an update over the air an ESP32 starts its second application, until its OTA data are erased. */
function findStaleOtaData(placed: readonly Placed[]): number | null {
  const table = placed.find(({ image }) => image.facts.kind === 'partitions');
  const places = table ? readOtaPlaces(table.image.bytes) : usualOtaPlaces;
  if (!places) return null;
  const { otaDataAt, applicationAt } = places;
  const isWritten = placed.some(({ offset, end }) => offset < otaDataAt + otaDataBytes && end > otaDataAt);
  const isFirst = placed.some(
    ({ image: { facts }, offset }) =>
      facts.kind === 'application' && facts.chip?.family !== 'esp8266' && offset === applicationAt,
  );
  return isFirst && !isWritten ? otaDataAt : null;
}

function offsetError(offset: number | null, bytes: number, flashBytes: number): string | null {
  if (offset === null) return t`Enter an offset such as 0x10000.`;
  if (offset % sectorBytes !== 0) return t`Enter a multiple of 0x1000.`;
  if (offset + bytes > flashBytes)
    return t`Does not fit: the flash memory ends at ${{ offset: offsetText(flashBytes) }} (${{ size: flashText(flashBytes) }}).`;
  return null;
}

function chipWarnings(images: readonly ChosenImage[], board: PlanBoard | null): string[] {
  if (!board) return [];
  return images.flatMap(({ fileName, facts }) => {
    if (facts.chip && facts.chip.name !== board.name) {
      return [
        t`${fileName} is for ${{ chip: facts.chip.name }}, but the board is ${{ board: board.name }}. It would not start.`,
      ];
    }
    if (facts.flashBytes !== null && board.flashBytes !== null && facts.flashBytes > board.flashBytes) {
      return [
        t`${fileName} needs ${{ needed: flashText(facts.flashBytes) }} of flash memory, but the board has ${{ available: flashText(board.flashBytes) }}.`,
      ];
    }
    return [];
  });
}

/** An ESP32 needs its boot loader and partition table besides the application. */
function startWarnings(images: readonly ChosenImage[], eraseAll: boolean): string[] {
  const kinds = new Set(images.map(({ facts }) => facts.kind));
  const needsMore = images.some(({ facts }) => facts.kind === 'application' && facts.chip?.family !== 'esp8266');
  if (!eraseAll || !needsMore || kinds.has('merged') || (kinds.has('bootloader') && kinds.has('partitions'))) return [];
  return [
    t`An application alone does not start after erasing. Add the bootloader and the partition table, or use the merged image.`,
  ];
}
