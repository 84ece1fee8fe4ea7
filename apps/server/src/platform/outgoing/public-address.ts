import { isIPv4 } from 'node:net';
import { AddressList } from '../address-list.ts';

/** https://www.iana.org/assignments/iana-ipv4-special-registry, multicast, and what was never assigned. */
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  '224.0.0.0/3',
];
/** https://www.iana.org/assignments/iana-ipv6-unicast-address-assignments: what is outside of it, and the ways back to IPv4. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const global6 = '2000::/3';

const blocked = new AddressList([...special4, ...special6]);
const global = new AddressList([global6]);

/** Whether `address` (IPv4 or IPv6, without brackets) is one of the public internet, which reaches no machine nearby. */
export function isPublicAddress(address: string): boolean {
  return !blocked.has(address) && (isIPv4(address) || global.has(address));
}
