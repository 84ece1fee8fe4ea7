import { isIPv6 } from 'node:net';

/**
 * What counts as one visitor for limits: an IPv4 address, or the first 64 bits of an IPv6 address, because that is what one
 * customer gets and may choose addresses within. A client that has left already has none. Some proxies name the port as well; it is ignored.
 */
export function clientNetwork(from: string | undefined): string {
  if (from === undefined) return '';
  const address = withoutPort(from);
  const mapped = /^(?:::|(?:0+:){5})ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const plain = address.split('%')[0] ?? address;
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** `192.0.2.7:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]` without what is no address. */
function withoutPort(from: string): string {
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(from)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(from)?.[1] ?? from;
}
