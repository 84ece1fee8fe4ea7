import { expect, test } from 'vitest';
import { ProtocolError } from '../mqtt/protocol-error.ts';
import { readProxyHeader } from './proxy-header.ts';

const rest = Buffer.from([0x16, 0x03, 0x01]);
const signature = '0d0a0d0a000d0a515549540a';
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

const headers: [string, Buffer, string | undefined][] = [
  ['1, IPv4', Buffer.from('PROXY TCP4 192.0.2.7 198.51.100.1 51000 7458\r\n'), '192.0.2.7'],
  ['1, IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 51000 7458\r\n'), '2001:db8::7'],
  ['1, of the proxy itself', Buffer.from('PROXY UNKNOWN\r\n'), undefined],
  ['1, of a family that is not named', Buffer.from('PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n'), undefined],
  ['2, IPv4', hex(`${signature} 21 11 000c c0000207 c6336401 c738 1d22`), '192.0.2.7'],
  [
    '2, IPv6',
    hex(`${signature} 21 21 0024 20010db8000000000000000000000007 20010db8000000000000000000000001 c738 1d22`),
    '2001:db8:0:0:0:0:0:7',
  ],
  [
    '2, IPv4 as IPv6',
    hex(`${signature} 21 21 0024 00000000000000000000ffffcb007107 00000000000000000000ffffc6336401 c738 1d22`),
    '203.0.113.7',
  ],
  ['2, with what a proxy adds', hex(`${signature} 21 11 0011 c0000207 c6336401 c738 1d22 04 0002 abcd`), '192.0.2.7'],
  ['2, of the proxy itself', hex(`${signature} 20 00 0000`), undefined],
  ['2, of the proxy itself with addresses', hex(`${signature} 20 11 000c 7f000001 7f000001 c738 1d22`), undefined],
];

test.each(headers)('version %s', (_, header, address) => {
  expect(readProxyHeader(Buffer.concat([header, rest]))).toEqual({ bytes: header.length, address });
});

test.each(headers)('version %s that comes byte by byte is waited for', (_, header) => {
  for (let length = 1; length < header.length; length += 1) {
    expect(readProxyHeader(header.subarray(0, length)), `${length} bytes`).toBeUndefined();
  }
});

test.each([
  ['TLS', rest],
  ['MQTT', hex('100c00044d515454')],
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\n')],
  ['a name in the place of an address', Buffer.from('PROXY TCP4 localhost 127.0.0.1 1 2\r\n')],
  ['an address of the other family', Buffer.from('PROXY TCP4 ::1 ::1 1 2\r\n')],
  ['an unknown family', Buffer.from('PROXY UDP4 192.0.2.7 192.0.2.1 1 2\r\n')],
  ['nothing', Buffer.from('PROXY \r\n')],
  ['a line without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
  ['version 3', hex(`${signature} 31 11 000c c0000207 c6336401 c738 1d22`)],
  ['an unknown command', hex(`${signature} 22 11 000c c0000207 c6336401 c738 1d22`)],
  ['a Unix socket', hex(`${signature} 21 31 00d8 ${'00'.repeat(216)}`)],
  ['addresses that are cut', hex(`${signature} 21 11 0004 c0000207`)],
  ['a length that is not to be waited for', hex(`${signature} 21 11 ffff`)],
])('%s is refused', (_, bytes) => {
  expect(() => readProxyHeader(bytes)).toThrow(ProtocolError);
});
