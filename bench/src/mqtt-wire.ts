import { generate } from 'mqtt-packet';

const publishQos1 = 0x32;

/** The bytes of a CONNECT as a board sends it. */
export function connectPacket(clientId: string, username: string, password: string): Buffer {
  return generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    clientId,
    username,
    password: Buffer.from(password),
  });
}

/** The bytes of a PUBLISH at QoS 1, and where its packet id stands in them. */
export function publishPacket(topic: string, payload: string): { bytes: Buffer; idAt: number } {
  const bytes = generate({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false, messageId: 1 });
  if (bytes[0] !== publishQos1) throw new Error('The packet is not a PUBLISH at QoS 1');
  return { bytes, idAt: bytes.length - Buffer.byteLength(payload) - 2 };
}

/** Finds the packets in a stream of bytes; keeps nothing but what a chunk cut off. */
export class PacketScanner {
  #rest: Buffer | undefined;

  /** Calls `found` with the first byte of each packet and the place of its body in `bytes`. */
  scan(chunk: Buffer, found: (type: number, bytes: Buffer, bodyAt: number) => void): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = undefined;
    let at = 0;
    while (at < bytes.length) {
      let length = 0;
      let bodyAt = at + 1;
      let shift = 0;
      let digit = 0x80;
      while (digit >= 0x80 && bodyAt < bytes.length) {
        digit = bytes[bodyAt++] ?? 0;
        length += (digit & 0x7f) * 2 ** shift;
        shift += 7;
      }
      if (digit >= 0x80 || bodyAt + length > bytes.length) break;
      found(bytes[at] ?? 0, bytes, bodyAt);
      at = bodyAt + length;
    }
    if (at < bytes.length) this.#rest = Buffer.from(bytes.subarray(at));
  }
}
