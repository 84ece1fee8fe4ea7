import { isUtf8 } from 'node:buffer';
import type { Packet } from './packet-reader.ts';
import { ProtocolError } from './protocol-error.ts';
import { checkTopicName } from './topics.ts';

export interface Connect {
  readonly cleanSession: boolean;
  readonly keepAliveSeconds: number;
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

/** Where the parts of a PUBLISH lie in the packet's buffer; the topic's length field precedes `topicStart`. */
export interface Publish {
  readonly qos: 0 | 1 | 2;
  readonly messageId: number;
  readonly topicStart: number;
  readonly topicEnd: number;
  readonly payloadStart: number;
}

export interface FilterRequest {
  readonly filter: string;
  readonly qos: 0 | 1 | 2;
}

/**
 * Reads CONNECT (MQTT 3.1.1, 3.1); returns its level alone when the client speaks another version. A will is checked and forgotten:
 * it would be a publication by somebody who is gone.
 */
export function decodeConnect(packet: Packet): Connect | { readonly unsupportedLevel: number } {
  const cursor = new Cursor(packet);
  const protocol = cursor.string();
  const level = cursor.byte();
  if (protocol !== 'MQTT' && protocol !== 'MQIsdp') throw new ProtocolError('this is not MQTT');
  if (protocol !== 'MQTT' || level !== 4) return { unsupportedLevel: level };

  const flags = cursor.byte();
  checkConnectFlags(flags);
  const keepAliveSeconds = cursor.number();
  const clientId = cursor.string();
  if (flags & 0x04) {
    checkTopicName(cursor.string());
    cursor.bytes();
  }
  const username = flags & 0x80 ? cursor.string() : '';
  const password = flags & 0x40 ? cursor.bytes().toString() : '';
  cursor.finish();
  return { cleanSession: (flags & 0x02) !== 0, keepAliveSeconds, clientId, username, password };
}

function checkConnectFlags(flags: number): void {
  const will = (flags & 0x04) !== 0;
  const willQos = (flags >> 3) & 3;
  if (flags & 0x01) throw new ProtocolError('CONNECT: the reserved flag is set [MQTT-3.1.2-3]');
  if (willQos === 3) throw new ProtocolError('CONNECT: the will has QoS 3 [MQTT-3.1.2-14]');
  if (!will && (willQos || flags & 0x20)) throw new ProtocolError('CONNECT: will flags without a will [MQTT-3.1.2-13]');
  if (flags & 0x40 && !(flags & 0x80)) {
    throw new ProtocolError('CONNECT: a password without a user name [MQTT-3.1.2-22]');
  }
}

/** Reads PUBLISH (3.3); the topic's text is for the caller to read and check. */
export function decodePublish(packet: Packet): Publish {
  const { header, buffer, start, end } = packet;
  const qos = ((header >> 1) & 3) as 0 | 1 | 2;
  const topicStart = start + 2;
  const topicEnd = topicStart + (end >= topicStart ? buffer.readUInt16BE(start) : 0);
  const payloadStart = qos === 0 ? topicEnd : topicEnd + 2;
  if (topicStart > end || payloadStart > end) throw new ProtocolError('PUBLISH: too short');
  const messageId = qos === 0 ? 0 : buffer.readUInt16BE(topicEnd);
  if (qos !== 0 && messageId === 0) throw new ProtocolError('PUBLISH: packet identifier 0 [MQTT-2.3.1-1]');
  return { qos, messageId, topicStart, topicEnd, payloadStart };
}

/** Reads the packet identifier of PUBACK, PUBREC, PUBREL and PUBCOMP. */
export function decodeMessageId(packet: Packet): number {
  const cursor = new Cursor(packet);
  const messageId = cursor.messageId();
  cursor.finish();
  return messageId;
}

/** Reads SUBSCRIBE (3.8); the filters are well-formed text, their wildcards are not checked. Throws when there are more than `maxFilters`. */
export function decodeSubscribe(packet: Packet, maxFilters: number): { messageId: number; requests: FilterRequest[] } {
  const cursor = new Cursor(packet);
  const messageId = cursor.messageId();
  // Each filter is followed by its QoS.
  checkFilterCount(packet, { maxFilters, behindEach: 1 });
  const requests: FilterRequest[] = [];
  do {
    const filter = cursor.string();
    const qos = cursor.byte();
    if (qos > 2) throw new ProtocolError('SUBSCRIBE: not a QoS [MQTT-3.8.3-4]');
    requests.push({ filter, qos: qos as 0 | 1 | 2 });
  } while (!cursor.atEnd);
  return { messageId, requests };
}

/** Reads UNSUBSCRIBE (3.10). Throws when there are more than `maxFilters`. */
export function decodeUnsubscribe(packet: Packet, maxFilters: number): { messageId: number; filters: string[] } {
  const cursor = new Cursor(packet);
  const messageId = cursor.messageId();
  checkFilterCount(packet, { maxFilters, behindEach: 0 });
  const filters: string[] = [];
  do filters.push(cursor.string());
  while (!cursor.atEnd);
  return { messageId, filters };
}

/** Steps over the filters by their length fields alone: what is too much is refused before anything of it is read. */
function checkFilterCount(
  { buffer, start, end }: Packet,
  { maxFilters, behindEach }: { maxFilters: number; behindEach: number },
): void {
  let count = 0;
  // Behind the packet identifier; a length field that is cut off is for the decoder to find.
  for (let at = start + 2; at + 2 <= end; at += 2 + buffer.readUInt16BE(at) + behindEach) {
    count += 1;
    if (count > maxFilters) throw new ProtocolError(`more than ${maxFilters} topic filters in one packet`);
  }
}

/** PINGREQ and DISCONNECT have nothing behind their length field. */
export function checkEmpty(packet: Packet): void {
  new Cursor(packet).finish();
}

/** Text of MQTT: well-formed UTF-8 [MQTT-1.5.3-1] without U+0000 [MQTT-1.5.3-2] and without control characters. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ProtocolError('text that is not UTF-8');
  const text = bytes.toString();
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) throw new ProtocolError('a control character in a text');
  }
  return text;
}

/** Reads one packet from left to right; every method throws a ProtocolError at the packet's end. */
class Cursor {
  readonly #buffer: Buffer;
  readonly #end: number;
  #position: number;

  constructor(packet: Packet) {
    this.#buffer = packet.buffer;
    this.#position = packet.start;
    this.#end = packet.end;
  }

  get atEnd(): boolean {
    return this.#position === this.#end;
  }

  byte(): number {
    return this.#buffer[this.#advance(1)] ?? 0;
  }

  number(): number {
    return this.#buffer.readUInt16BE(this.#advance(2));
  }

  messageId(): number {
    const messageId = this.number();
    if (messageId === 0) throw new ProtocolError('packet identifier 0 [MQTT-2.3.1-1]');
    return messageId;
  }

  bytes(): Buffer {
    const length = this.number();
    const start = this.#advance(length);
    return this.#buffer.subarray(start, start + length);
  }

  string(): string {
    return decodeText(this.bytes());
  }

  finish(): void {
    if (!this.atEnd) throw new ProtocolError('bytes behind the end of the packet');
  }

  #advance(count: number): number {
    const start = this.#position;
    if (start + count > this.#end) throw new ProtocolError('the packet ends too early');
    this.#position = start + count;
    return start;
  }
}
