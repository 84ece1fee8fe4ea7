/** Reads what a `ByteWriter` wrote. Throws a RangeError beyond the end. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.bytes(1)[0] ?? 0;
  }

  unsigned(): number {
    let value = 0;
    let weight = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
      weight *= 0x80;
    }
  }

  /** The next so many bytes, not copied. */
  bytes(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('A packed hour ends too early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
