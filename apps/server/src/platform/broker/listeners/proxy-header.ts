import { isIPv4, isIPv6 } from 'node:net';
import { ProtocolError } from '../mqtt/protocol-error.ts';

const signature1 = Buffer.from('PROXY ');
const signature2 = Buffer.from('\r\n\r\n\0\r\nQUIT\n');
/** Of version 1 with its line end. */
const maxBytes1 = 107;
/** Of version 2 before its addresses. */
const headBytes2 = 16;
/** Addresses take 36 bytes at most; the rest is what a proxy adds, such as the name of a certificate. */
const maxAddedBytes2 = 2_048;

export interface ProxyHeader {
  /** How many bytes it takes; what follows is what the client sent. */
  readonly bytes: number;
  /** The client's address; undefined: the proxy speaks for itself, as when it checks whether the server is there. */
  readonly address: string | undefined;
}

/**
 * Reads the header of the PROXY protocol, version 1 or 2, with which a connection begins: the client's address behind a TCP proxy
 * (https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt, section 2). Undefined: more bytes are needed, 2,064 at most. Throws a
 * ProtocolError where none begins.
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader | undefined {
  if (begins(bytes, signature2)) return bytes.length < headBytes2 ? undefined : readVersion2(bytes);
  if (begins(bytes, signature1)) return readVersion1(bytes);
  throw new ProtocolError('the connection of a proxy begins without a header of the PROXY protocol');
}

function begins(bytes: Buffer, signature: Buffer): boolean {
  const length = Math.min(bytes.length, signature.length);
  return bytes.compare(signature, 0, length, 0, length) === 0;
}

/** Section 2.1: `PROXY TCP4 192.0.2.7 192.0.2.1 51000 7458` or `PROXY UNKNOWN …`, and a line end. */
function readVersion1(bytes: Buffer): ProxyHeader | undefined {
  const end = bytes.subarray(0, maxBytes1).indexOf('\r\n');
  if (end < 0 && bytes.length < maxBytes1) return undefined;
  const [, family, source = ''] = bytes.toString('latin1', 0, Math.max(end, 0)).split(' ');
  const length = end + 2;
  if (end >= 0 && family === 'UNKNOWN') return { bytes: length, address: undefined };
  const isAddress = family === 'TCP4' ? isIPv4(source) : family === 'TCP6' && isIPv6(source);
  if (!isAddress) throw new ProtocolError('a header of the PROXY protocol has no address that can be read');
  return { bytes: length, address: source };
}

/** Section 2.2: signature, version and command, family and protocol, and the length of what follows. */
function readVersion2(bytes: Buffer): ProxyHeader | undefined {
  const [versionAndCommand, family] = [bytes.readUInt8(12), bytes.readUInt8(13)];
  const length = headBytes2 + bytes.readUInt16BE(14);
  if (versionAndCommand >> 4 !== 2 || (versionAndCommand & 0xf) > 1 || length > headBytes2 + maxAddedBytes2) {
    throw new ProtocolError('a header of the PROXY protocol is of another version, or too long');
  }
  if (bytes.length < length) return undefined;
  const isLocal = (versionAndCommand & 0xf) === 0;
  return { bytes: length, address: isLocal ? undefined : sourceOf(family >> 4, bytes.subarray(headBytes2, length)) };
}

/** What IPv4 addresses that are written as IPv6 begin with (RFC 4291, section 2.5.5.2): proxies that listen on `::` name them so. */
const mapped = Buffer.from('00000000000000000000ffff', 'hex');

/** The source stands first; of other families than IPv4 (1) and IPv6 (2) there is none for boards. */
function sourceOf(family: number, addresses: Buffer): string {
  if (family === 1 && addresses.length >= 12) return addresses.subarray(0, 4).join('.');
  if (family === 2 && addresses.length >= 36) {
    if (addresses.indexOf(mapped) === 0) return addresses.subarray(mapped.length, 16).join('.');
    const groups = Array.from({ length: 8 }, (_, group) => addresses.readUInt16BE(group * 2).toString(16));
    return groups.join(':');
  }
  throw new ProtocolError('a header of the PROXY protocol has no address that can be read');
}
