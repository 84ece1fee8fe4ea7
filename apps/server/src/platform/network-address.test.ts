import { expect, test } from 'vitest';
import { localAddress } from './network-address.ts';

test.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['192.168.1.5', 'http://192.168.1.5:3000'],
  ['fd00::5', 'http://[fd00::5]:3000'],
])('a server that listens on %s is reached from its machine at %s', (host, address) => {
  expect(localAddress(host, 3000)).toBe(address);
});
