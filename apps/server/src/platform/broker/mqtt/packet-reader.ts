import { ProtocolError } from './protocol-error.ts';

/** A whole MQTT packet: its first byte, and where what follows the length field lies. The object is used again by `next`. */
export interface Packet {
  header: number;
  buffer: Buffer;
  start: number;
  end: number;
}

const nothing = Buffer.alloc(0);

/** MQTT 3.1.1, 2.2.2: the flags of every packet that a client may send; PUBLISH has flags of its own. */
const headers = new Set([0x10, 0x40, 0x50, 0x62, 0x70, 0x82, 0xa2, 0xc0, 0xe0]);
for (const qos of [0, 1, 2]) {
  for (const retain of [0, 1]) {
    headers.add(0x30 | (qos << 1) | retain);
    // [MQTT-3.3.1-2] DUP is 0 with QoS 0.
    if (qos > 0) headers.add(0x38 | (qos << 1) | retain);
  }
}

/** Cuts the bytes of one socket into packets. Holds less than two packets of `maxBytes`, in whatever pieces they come. */
export class PacketReader {
  readonly #maxBytes: number;
  readonly #packet: Packet = { header: 0, buffer: nothing, start: 0, end: 0 };
  #buffer: Buffer = nothing;
  #position = 0;
  #end = 0;
  /** The buffer is ours to append to, and not a chunk of the socket. */
  #growable = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that came and were not handed out. */
  get unreadBytes(): number {
    return this.#end - this.#position;
  }

  push(chunk: Buffer): void {
    const rest = this.#end - this.#position;
    if (rest === 0) {
      this.#buffer = chunk;
      this.#position = 0;
      this.#end = chunk.length;
      this.#growable = false;
      return;
    }
    if (!this.#growable || this.#end + chunk.length > this.#buffer.length) {
      // Doubling keeps a peer that sends single bytes cheap in time, and never more than twice as large as what it sent.
      const grown = Buffer.allocUnsafeSlow(Math.max(64, 2 * (rest + chunk.length)));
      this.#buffer.copy(grown, 0, this.#position, this.#end);
      this.#buffer = grown;
      this.#position = 0;
      this.#end = rest;
      this.#growable = true;
    }
    chunk.copy(this.#buffer, this.#end);
    this.#end += chunk.length;
  }

  /** The next whole packet, or undefined when more bytes are needed. Throws a ProtocolError as early as the bytes show it. */
  next(): Packet | undefined {
    if (this.#position === this.#end) {
      // An idle connection must not keep the last chunk of its socket.
      this.#buffer = nothing;
      this.#packet.buffer = nothing;
      this.#position = 0;
      this.#end = 0;
      return undefined;
    }
    const header = this.#buffer[this.#position] ?? 0;
    if (!headers.has(header)) throw new ProtocolError('no packet of a client starts like this');
    let length = 0;
    let at = this.#position + 1;
    for (let shift = 0; ; shift += 7) {
      if (shift > 21) throw new ProtocolError('the length field is longer than four bytes');
      if (at >= this.#end) return undefined;
      const digit = this.#buffer[at] ?? 0;
      at += 1;
      length |= (digit & 0x7f) << shift;
      if (digit < 0x80) break;
    }
    const end = at + length;
    if (end - this.#position > this.#maxBytes)
      throw new ProtocolError(`the packet is larger than ${this.#maxBytes} bytes`);
    if (end > this.#end) return undefined;
    const packet = this.#packet;
    packet.header = header;
    packet.buffer = this.#buffer;
    packet.start = at;
    packet.end = end;
    this.#position = end;
    return packet;
  }
}
