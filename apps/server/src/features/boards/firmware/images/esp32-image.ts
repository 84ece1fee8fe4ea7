import type { BoardFamily } from '@cyno/contract';
import { sha256 } from './digests.ts';
import type { ImageFacts } from './image-facts.ts';
import { damaged, ImageProblem, imageMagic, readSegments, truncated } from './image-segments.ts';

const headerBytes = 24;
const hashBytes = 32;
/** `esp_chip_id_t` of ESP-IDF's `esp_app_format.h`; newer chips than these are `other`. */
const families: Record<number, BoardFamily> = { 0: 'esp32', 2: 'esp32-s2', 5: 'esp32-c3', 9: 'esp32-s3' };
/** `esp_app_desc_t` of ESP-IDF, at the beginning of the first segment of every application; its version is 16 bytes further. */
const descriptionAt = headerBytes + 8;
const descriptionMagic = 0xabcd5432;
const versionAt = descriptionAt + 16;
const versionBytes = 32;
/** What may stand behind an image: Secure Boot fills it up to 64 KB and adds a block of 4 KB. */
const maxTrailingBytes = 68 * 1024;
const partitionTableAt = 0x8000;
const bootLoaderAt = 0x1000;

/** Reads an application image of the ESP32 family. Throws an ImageProblem. */
export async function readEsp32Image(file: Buffer): Promise<ImageFacts> {
  if (file.length < headerBytes) throw truncated();
  const { end, checksumIsRight } = readSegments(file, 0, headerBytes);
  if (!checksumIsRight) throw damaged();
  if (file.length <= versionAt + versionBytes || file.readUInt32LE(descriptionAt) !== descriptionMagic) {
    throw new ImageProblem(
      'image_no_sketch',
      'This is no application: it may be the boot loader. Upload the sketch itself, named <sketch>.ino.bin by the Arduino IDE and firmware.bin by PlatformIO.',
    );
  }
  const wholeEnd = await checkHash(file, end);
  if (file.length - wholeEnd > maxTrailingBytes) {
    throw new ImageProblem(
      'image_too_long',
      'The file continues after the end of the image. Upload the file as the build made it.',
    );
  }
  return {
    family: families[file.readUInt16LE(12)] ?? 'other',
    flashBytes: flashBytes(file.readUInt8(3) >> 4),
    version: versionOf(file),
  };
}

/** Byte 23 of the header holds whether the SHA-256 of all that is before it follows the image. Returns where all of it ends. */
async function checkHash(file: Buffer, end: number): Promise<number> {
  if (file.readUInt8(23) !== 1) return end;
  const hash = file.subarray(end, end + hashBytes);
  if (hash.length < hashBytes) throw truncated();
  if ((await sha256(file.subarray(0, end))) !== hash.toString('hex')) throw damaged();
  return end + hashBytes;
}

/** The nibble counts doublings of 1 MB; above 128 MB it means nothing. */
const flashBytes = (nibble: number): number | null => (nibble <= 7 ? 1024 ** 2 * 2 ** nibble : null);

function versionOf(file: Buffer): string {
  const text = file.subarray(versionAt, versionAt + versionBytes).toString('latin1');
  return /^[\x21-\x7e][\x20-\x7e]*/.exec(text)?.[0].trim() ?? '';
}

/**
 * Whether the file is a whole flash memory: boot loader, partition table at 0x8000 and application in one. Entries of the
 * table are 32 bytes: magic AA 50, type, subtype, offset, size, name (`esp_partition_info_t` of ESP-IDF).
 */
export function isMergedImage(file: Buffer): boolean {
  if (file.length < partitionTableAt + 32) return false;
  const startsAsOne = file.readUInt8(0) === imageMagic || file.readUInt8(bootLoaderAt) === imageMagic;
  return startsAsOne && isPartitionTable(file.subarray(partitionTableAt));
}

/** Whether the bytes begin with a partition table. */
export function isPartitionTable(bytes: Buffer): boolean {
  if (bytes.length < 32 || bytes.readUInt16LE(0) !== 0x50aa) return false;
  const [offset, size] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
  return offset % 0x1000 === 0 && size > 0 && /^[\w.-]+\0*$/.test(bytes.subarray(12, 28).toString('latin1'));
}
