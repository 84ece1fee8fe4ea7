import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isMergedImage, isPartitionTable, readEsp32Image } from './esp32-image.ts';
import { isEsp8266Image, readEsp8266Image } from './esp8266-image.ts';
import type { ImageFacts } from './image-facts.ts';
import { ImageProblem, imageMagic } from './image-segments.ts';

/** Also what a compressed image may unpack to. */
export const maxImageBytes = 16 * 1024 ** 2;
const gzipMagic = 0x1f8b;
const unpack = promisify(gunzip);

/**
 * Reads and checks a firmware image. A gzip file is unpacked to look inside: only the ESP8266 takes it as it is. Throws an
 * ImageProblem that names what to upload instead. Formats: Espressif, "Firmware image format", and the Arduino cores.
 */
export async function readImage(file: Buffer): Promise<ImageFacts> {
  if (file.length >= 2 && file.readUInt16BE(0) === gzipMagic) return readCompressed(file);
  return readPlain(file);
}

async function readCompressed(file: Buffer): Promise<ImageFacts> {
  const content = await unpack(file, { maxOutputLength: maxImageBytes }).catch((cause: unknown) => {
    throw new ImageProblem(
      'image_unpackable',
      'The compressed file is damaged, or larger than 16 MB when it is unpacked.',
      { cause },
    );
  });
  const facts = await readPlain(content);
  if (facts.family === 'esp8266') return facts;
  throw new ImageProblem(
    'image_compressed',
    'Only an ESP8266 can unpack a compressed image. Upload the .bin file itself.',
  );
}

async function readPlain(file: Buffer): Promise<ImageFacts> {
  if (isMergedImage(file)) {
    throw new ImageProblem(
      'image_merged',
      'This is a merged image of the whole flash memory, for the first flashing by cable. Over the air a board takes the sketch alone: upload the file without "merged" in its name, such as <sketch>.ino.bin or firmware.bin.',
    );
  }
  if (isPartitionTable(file)) {
    throw new ImageProblem(
      'image_partitions',
      'This is a partition table. Upload the sketch itself, such as <sketch>.ino.bin.',
    );
  }
  if (file.length === 0 || file.readUInt8(0) !== imageMagic) {
    throw new ImageProblem(
      'image_unknown',
      'This is no firmware of an ESP board: such a file begins with the byte 0xE9. Upload the .bin file that the build made.',
    );
  }
  return isEsp8266Image(file) ? readEsp8266Image(file) : readEsp32Image(file);
}
