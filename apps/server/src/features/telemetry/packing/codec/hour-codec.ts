import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { HourColumns } from '../hour-columns.ts';
import { DamagedHourError } from '../packing-errors.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { readIntegers, writeIntegers } from './integers.ts';
import { readNumbers, writeNumbers } from './numbers.ts';
import { readTexts, writeTexts } from './texts.ts';

export const hourMs = 3_600_000;
/** The start of the hour of an instant, ms since the epoch. */
export const hourOf = (at: number): number => at - (at % hourMs);

/** The first byte: what follows the checksum is as it is, or compressed (RFC 8878). */
const plain = 1;
const compressed = 2;
const headBytes = 1 + 4;
/** Fewer bytes become hardly less, and take longer. */
const leastCompressedBytes = 128;
/** Which kind of column: of numbers or texts; each message has one, or only those that a bitmap names. */
const ofTexts = 1;
const hasBitmap = 2;

/**
 * Packs messages of an hour (its start in ms since the epoch, a whole hour):
 *
 * - a byte for the kind, then the CRC-32 of the rest before it was compressed;
 * - how many messages, then their times within the hour;
 * - how many columns, and of each its slot, kind and length, a bitmap of the messages that have a value (the lowest bit first), and the
 *   values of those.
 */
export function encodeHour(hour: number, { times, numbers, texts }: HourColumns): Buffer {
  const writer = new ByteWriter();
  writer.unsigned(times.length);
  writeIntegers(
    writer,
    times.map((at) => at - hour),
  );
  writer.unsigned(numbers.size + texts.size);
  for (const [slot, column] of numbers) {
    const values = column.filter((value) => !Number.isNaN(value));
    const present =
      values.length === column.length ? null : bitmapOf(column.length, (row) => !Number.isNaN(column[row]));
    writeColumn(writer, { slot, kind: 0, present }, (part) => writeNumbers(part, values));
  }
  for (const [slot, column] of texts) {
    const values = column.filter((value) => value !== null);
    const present = values.length === column.length ? null : bitmapOf(column.length, (row) => column[row] !== null);
    writeColumn(writer, { slot, kind: ofTexts, present }, (part) => writeTexts(part, values));
  }
  const body = writer.written();
  const smaller = body.length < leastCompressedBytes ? body : zstdCompressSync(body);
  const isSmaller = smaller.length < body.length;
  const head = Buffer.alloc(headBytes);
  head[0] = isSmaller ? compressed : plain;
  head.writeUInt32LE(crc32(body), 1);
  return Buffer.concat([head, isSmaller ? smaller : body]);
}

/**
 * Unpacks an hour, all of it or some of its slots. Throws a DamagedHourError when it was damaged, or packed by a newer version.
 */
export function decodeHour(hour: number, packed: Buffer, slots?: ReadonlySet<number>): HourColumns {
  try {
    return decode(hour, packed, slots);
  } catch (cause) {
    throw new DamagedHourError('A packed hour cannot be read', { cause });
  }
}

function decode(hour: number, packed: Buffer, slots?: ReadonlySet<number>): HourColumns {
  const reader = new ByteReader(bodyOf(packed));
  const length = reader.unsigned();
  const times = readIntegers(reader, length);
  for (let index = 0; index < length; index++) times[index] = (times[index] ?? 0) + hour;
  const numbers = new Map<number, Float64Array>();
  const texts = new Map<number, (string | null)[]>();
  for (let columns = reader.unsigned(); columns > 0; columns--) {
    const slot = reader.unsigned();
    const kind = reader.byte();
    const part = new ByteReader(reader.bytes(reader.unsigned()));
    if (slots && !slots.has(slot)) continue;
    const present = kind & hasBitmap ? part.bytes(Math.ceil(length / 8)) : null;
    const count = present ? countBits(present) : length;
    const rows = present && rowsOf(present, count);
    if (kind & ofTexts) {
      const values = readTexts(part, count);
      const column = rows ? new Array<string | null>(length).fill(null) : values;
      for (const [index, row] of rows?.entries() ?? []) column[row] = values[index] ?? null;
      texts.set(slot, column);
    } else {
      const values = readNumbers(part, count);
      const column = rows ? new Float64Array(length).fill(Number.NaN) : values;
      for (const [index, row] of rows?.entries() ?? []) column[row] = values[index] ?? Number.NaN;
      numbers.set(slot, column);
    }
  }
  return { times, numbers, texts };
}

function bodyOf(packed: Buffer): Buffer {
  const kind = packed[0];
  if (kind !== plain && kind !== compressed) throw new RangeError(`A packed hour is of an unknown kind, ${kind}`);
  const rest = packed.subarray(headBytes);
  const body = kind === plain ? rest : zstdDecompressSync(rest);
  if (crc32(body) !== packed.readUInt32LE(1)) throw new RangeError('A packed hour is damaged: its checksum differs');
  return body;
}

interface ColumnHead {
  readonly slot: number;
  readonly kind: number;
  readonly present: Buffer | null;
}

function writeColumn(
  writer: ByteWriter,
  { slot, kind, present }: ColumnHead,
  values: (part: ByteWriter) => void,
): void {
  const part = new ByteWriter();
  if (present) part.bytes(present);
  values(part);
  writer.unsigned(slot);
  writer.byte(present ? kind | hasBitmap : kind);
  writer.unsigned(part.length);
  writer.bytes(part.written());
}

function bitmapOf(length: number, isPresent: (row: number) => boolean): Buffer {
  const bits = Buffer.alloc(Math.ceil(length / 8));
  for (let row = 0; row < length; row++) if (isPresent(row)) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

/** The rows of a bitmap's ones, of which there are `count`. */
function rowsOf(bits: Buffer, count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0, index = 0; index < count; row++) if ((bits[row >> 3] ?? 0) & (1 << (row & 7))) rows[index++] = row;
  return rows;
}

function countBits(bits: Buffer): number {
  let count = 0;
  for (const byte of bits) for (let rest = byte; rest > 0; rest &= rest - 1) count += 1;
  return count;
}
