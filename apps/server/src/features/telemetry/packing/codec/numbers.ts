import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { integerLimit, readIntegers, writeIntegers } from './integers.ts';

/** Sensors send few digits after the point. */
const maxDecimals = 12;
/** How numbers are written: up to `maxDecimals` as whole numbers of so many decimals, or by their bits. */
const float32 = 30;
const float64 = 31;
const doubleBytes = 8;

/**
 * Writes finite numbers so that every bit comes back: as whole numbers where dividing them by a power of ten gives just these numbers
 * (the decimals of ALP, https://doi.org/10.1145/3626717), else by their bits, of single precision where that loses nothing.
 */
export function writeNumbers(writer: ByteWriter, numbers: Float64Array): void {
  const scaled = asDecimals(numbers);
  if (scaled) {
    writer.byte(scaled.decimals);
    writeIntegers(writer, scaled.integers);
  } else if (numbers.every((number) => Object.is(Math.fround(number), number))) {
    writer.byte(float32);
    writeIntegers(writer, Float64Array.from(new Uint32Array(Float32Array.from(numbers).buffer)));
  } else {
    writer.byte(float64);
    writeBits(writer, numbers);
  }
}

/** Reads so many numbers as `writeNumbers` wrote them. */
export function readNumbers(reader: ByteReader, length: number): Float64Array {
  const kind = reader.byte();
  if (kind === float64) return readBits(reader, length);
  const integers = readIntegers(reader, length);
  if (kind === float32) return Float64Array.from(new Float32Array(Uint32Array.from(integers).buffer));
  if (kind > maxDecimals) throw new RangeError(`A packed hour has numbers of an unknown kind, ${kind}`);
  const scale = 10 ** kind;
  if (scale !== 1) for (let index = 0; index < length; index++) integers[index] = (integers[index] ?? 0) / scale;
  return integers;
}

function asDecimals(numbers: Float64Array): { decimals: number; integers: Float64Array } | null {
  let decimals = 0;
  for (const number of numbers) {
    while (!isWhole(number, 10 ** decimals)) if (++decimals > maxDecimals) return null;
  }
  const scale = 10 ** decimals;
  if (!numbers.every((number) => isWhole(number, scale))) return null;
  return { decimals, integers: numbers.map((number) => Math.round(number * scale)) };
}

function isWhole(number: number, scale: number): boolean {
  const integer = Math.round(number * scale) + 0;
  return Math.abs(integer) < integerLimit && Object.is(integer / scale, number);
}

/** Each number's bits without those that are as in the number before (as in Gorilla), all bytes of the same weight together. */
function writeBits(writer: ByteWriter, numbers: Float64Array): void {
  const bytes = new Uint8Array(numbers.slice().buffer);
  const planes = writer.reserve(bytes.length);
  for (let index = 0; index < numbers.length; index++) {
    for (let plane = 0; plane < doubleBytes; plane++) {
      const at = index * doubleBytes + plane;
      planes[plane * numbers.length + index] = (bytes[at] ?? 0) ^ (bytes[at - doubleBytes] ?? 0);
    }
  }
}

function readBits(reader: ByteReader, length: number): Float64Array {
  const planes = reader.bytes(length * doubleBytes);
  const bytes = new Uint8Array(length * doubleBytes);
  for (let index = 0; index < length; index++) {
    for (let plane = 0; plane < doubleBytes; plane++) {
      const at = index * doubleBytes + plane;
      bytes[at] = (planes[plane * length + index] ?? 0) ^ (bytes[at - doubleBytes] ?? 0);
    }
  }
  return new Float64Array(bytes.buffer);
}
