export const pingResponse = Buffer.from([0xd0, 0]);

/** CONNACK (3.2). Session present is always 0: no session outlives its connection. */
export const connack = (returnCode: 0 | 1 | 2 | 3 | 4 | 5): Buffer => Buffer.from([0x20, 2, 0, returnCode]);

/** CONNACK of MQTT 5 (3.2): reason code 0x84, "unsupported protocol version", and no properties. */
export const connackUnsupportedVersion5 = Buffer.from([0x20, 3, 0, 0x84, 0]);

const withMessageId = (header: number, messageId: number): Buffer =>
  Buffer.from([header, 2, messageId >> 8, messageId & 0xff]);

export const puback = (messageId: number): Buffer => withMessageId(0x40, messageId);
export const pubrec = (messageId: number): Buffer => withMessageId(0x50, messageId);
export const pubrel = (messageId: number): Buffer => withMessageId(0x62, messageId);
export const pubcomp = (messageId: number): Buffer => withMessageId(0x70, messageId);
export const unsuback = (messageId: number): Buffer => withMessageId(0xb0, messageId);

/** SUBACK (3.9): one code for each filter, the granted QoS or 0x80. */
export function suback(messageId: number, codes: readonly number[]): Buffer {
  const packet = Buffer.allocUnsafe(1 + lengthBytes(2 + codes.length) + 2 + codes.length);
  let at = writeHeader(packet, 0x90, 2 + codes.length);
  at = packet.writeUInt16BE(messageId, at);
  packet.set(codes, at);
  return packet;
}

/** PUBLISH (3.3) with QoS 0 and without flags. */
export function publishQos0(topic: Buffer, payload: Buffer): Buffer {
  const rest = 2 + topic.length + payload.length;
  const packet = Buffer.allocUnsafe(1 + lengthBytes(rest) + rest);
  let at = writeHeader(packet, 0x30, rest);
  at = packet.writeUInt16BE(topic.length, at);
  packet.set(topic, at);
  packet.set(payload, at + topic.length);
  return packet;
}

/** PUBLISH with QoS 1 or 2. */
export function publishWithId(publication: { topic: Buffer; payload: Buffer }, qos: 1 | 2, messageId: number): Buffer {
  const { topic, payload } = publication;
  const rest = 2 + topic.length + 2 + payload.length;
  const packet = Buffer.allocUnsafe(1 + lengthBytes(rest) + rest);
  let at = writeHeader(packet, 0x30 | (qos << 1), rest);
  at = packet.writeUInt16BE(topic.length, at);
  packet.set(topic, at);
  at = packet.writeUInt16BE(messageId, at + topic.length);
  packet.set(payload, at);
  return packet;
}

/** Bytes of the length field (2.2.3) for what follows it. */
function lengthBytes(rest: number): number {
  if (rest < 128) return 1;
  if (rest < 16_384) return 2;
  return rest < 2_097_152 ? 3 : 4;
}

function writeHeader(packet: Buffer, header: number, rest: number): number {
  packet[0] = header;
  let at = 1;
  let left = rest;
  while (left >= 128) {
    packet[at] = (left & 0x7f) | 0x80;
    left >>= 7;
    at += 1;
  }
  packet[at] = left;
  return at + 1;
}
