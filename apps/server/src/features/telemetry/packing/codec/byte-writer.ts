const msb = 0x80;

/** Writes bytes one after the other; it grows as needed. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(4_096);
  #end = 0;

  get length(): number {
    return this.#end;
  }

  byte(value: number): void {
    this.reserve(1)[0] = value;
  }

  /** A whole number from 0 to 2^53 in groups of seven bits, the lowest first (LEB128). */
  unsigned(value: number): void {
    let rest = value;
    for (; rest >= msb; rest = Math.floor(rest / msb)) this.byte((rest % msb) | msb);
    this.byte(rest);
  }

  bytes(values: Uint8Array): void {
    this.reserve(values.length).set(values);
  }

  /** So many bytes that the caller fills before it writes on. */
  reserve(length: number): Buffer {
    if (this.#end + length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + length));
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    this.#end += length;
    return this.#bytes.subarray(this.#end - length, this.#end);
  }

  /** What was written; writing on may change it. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }
}
