/** An MQTT 3.1.1 text: its length in two bytes, then UTF-8 (1.5.3). */
export function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

/** A control packet: the first byte, the remaining length in 7-bit groups (2.2.3), and the rest. */
export function packet(first: number, parts: readonly Buffer[]): Buffer {
  const rest = Buffer.concat(parts);
  const length: number[] = [];
  let left = rest.length;
  do {
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  } while (left > 0);
  return Buffer.concat([Buffer.from([first, ...length]), rest]);
}

/** Splits the rest of a PUBLISH; `flags` are the lower four bits of its first byte. */
export function readPublish(rest: Buffer, flags: number): { topic: string; payload: Buffer } {
  const topicEnd = 2 + rest.readUInt16BE(0);
  const packetId = (flags & 0b0110) === 0 ? 0 : 2;
  return { topic: rest.toString('utf8', 2, topicEnd), payload: rest.subarray(topicEnd + packetId) };
}

interface Packet {
  readonly type: number;
  readonly flags: number;
  readonly body: Buffer;
}

/** Cuts a stream of bytes into packets, as a board with a buffer of so many bytes reads them: a larger packet is an error. */
export class PacketStream {
  readonly #maxBytes: number;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Throws for what the library would close the connection for. */
  push(chunk: Buffer): Packet[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const packets: Packet[] = [];
    for (let next = this.#next(); next; next = this.#next()) packets.push(next);
    return packets;
  }

  #next(): Packet | undefined {
    const [first = 0, low = 0x80, high = 0x80] = this.#bytes;
    if (this.#bytes.length < 2 || (low > 0x7f && this.#bytes.length < 3)) return undefined;
    const headerBytes = low > 0x7f ? 3 : 2;
    const rest = low > 0x7f ? (low & 0x7f) + ((high & 0x7f) << 7) : low;
    const total = headerBytes + rest;
    if ((low > 0x7f && high > 0x7f) || total > this.#maxBytes) {
      throw new Error(`a packet of more than ${this.#maxBytes} bytes`);
    }
    if (this.#bytes.length < total) return undefined;
    const body = this.#bytes.subarray(headerBytes, total);
    this.#bytes = this.#bytes.subarray(total);
    return { type: first >> 4, flags: first & 0x0f, body };
  }
}
