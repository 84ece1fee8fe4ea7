import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8:1:2::7]:4711', '2001:db8:1:2'],
  ['[2001:db8:1:2::7]', '2001:db8:1:2'],
  ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the network of %s is %s', (address, expected) => {
  expect(clientNetwork(address)).toBe(expected);
});
