/** What is wrong with a file, as a sentence for the person who uploads it, and its reason for other languages. */
export class ImageProblem extends Error {
  readonly reason: ImageReason;

  constructor(reason: ImageReason, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.reason = reason;
  }
}

type ImageReason =
  | 'image_compressed'
  | 'image_cut_off'
  | 'image_damaged'
  | 'image_merged'
  | 'image_no_sketch'
  | 'image_partitions'
  | 'image_too_long'
  | 'image_unknown'
  | 'image_unpackable';

export const imageMagic = 0xe9;
/** https://docs.espressif.com/projects/esptool/en/latest/esp32/advanced-topics/firmware-image-format.html: at most 16 of them. */
const maxSegments = 16;
const segmentHeaderBytes = 8;
const checksumSeed = 0xef;
const checksumAlignment = 16;

export interface Segments {
  /** Where each is loaded to. */
  readonly addresses: readonly number[];
  /** Behind the checksum, which ends a block of 16 bytes. */
  readonly end: number;
  /** Whether the XOR of all data is the checksum byte of the file. */
  readonly checksumIsRight: boolean;
}

export const truncated = (): ImageProblem =>
  new ImageProblem('image_cut_off', 'The file is cut off: it ends before the image does. Build or download it again.');

export const damaged = (): ImageProblem =>
  new ImageProblem(
    'image_damaged',
    'The file is damaged: its checksum does not fit its content. Build or download it again.',
  );

/** Walks the segments of the image that begins at `start`; its first one is at `first`. Throws an ImageProblem. */
export function readSegments(file: Buffer, start: number, first: number): Segments {
  if (file.length < first) throw truncated();
  const count = file.readUInt8(start + 1);
  if (count === 0 || count > maxSegments) {
    throw new ImageProblem('image_damaged', 'The header of the file is damaged: an image has 1 to 16 segments.');
  }
  const addresses: number[] = [];
  let checksum = checksumSeed;
  let at = first;
  for (let index = 0; index < count; index += 1) {
    if (at + segmentHeaderBytes > file.length) throw truncated();
    addresses.push(file.readUInt32LE(at));
    const dataAt = at + segmentHeaderBytes;
    at = dataAt + file.readUInt32LE(at + 4);
    if (at > file.length) throw truncated();
    checksum ^= xorOf(file, dataAt, at);
  }
  // The alignment counts from the beginning of this image, not of the file.
  const end = at + checksumAlignment - ((at - start) % checksumAlignment);
  if (end > file.length) throw truncated();
  return { addresses, end, checksumIsRight: file.readUInt8(end - 1) === checksum };
}

const uint32Bytes = 4;

/**
 * The XOR of bytes, four at a time and by index: an iterator takes a hundred times as long, in which no board would get a response. In 32
 * bits each byte meets only those of the same place, so the four places of the sum are joined at the end.
 */
function xorOf(bytes: Buffer, from: number, to: number): number {
  const firstUint32 = Math.min(to, from + ((uint32Bytes - ((bytes.byteOffset + from) % uint32Bytes)) % uint32Bytes));
  const uint32s = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset + firstUint32,
    Math.floor((to - firstUint32) / uint32Bytes),
  );
  let sum = 0;
  for (let index = 0; index < uint32s.length; index += 1) sum ^= uint32s[index] ?? 0;
  let xor = (sum ^ (sum >>> 8) ^ (sum >>> 16) ^ (sum >>> 24)) & 0xff;
  for (let at = from; at < firstUint32; at += 1) xor ^= bytes[at] ?? 0;
  for (let at = firstUint32 + uint32s.byteLength; at < to; at += 1) xor ^= bytes[at] ?? 0;
  return xor;
}
