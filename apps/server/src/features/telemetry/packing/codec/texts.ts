import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { readIntegers, writeIntegers } from './integers.ts';

/** Writes texts: each different one once, then which it is. */
export function writeTexts(writer: ByteWriter, texts: readonly string[]): void {
  const places = new Map<string, number>();
  for (const text of texts) if (!places.has(text)) places.set(text, places.size);
  writer.unsigned(places.size);
  for (const text of places.keys()) {
    const bytes = Buffer.from(text);
    writer.unsigned(bytes.length);
    writer.bytes(bytes);
  }
  writeIntegers(
    writer,
    Float64Array.from(texts, (text) => places.get(text) ?? 0),
  );
}

/** Reads so many texts as `writeTexts` wrote them. */
export function readTexts(reader: ByteReader, length: number): string[] {
  const different = Array.from({ length: reader.unsigned() }, () => reader.bytes(reader.unsigned()).toString());
  return Array.from(readIntegers(reader, length), (place) => different[place] ?? '');
}
