import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { AddressList } from '../../address-list.ts';

/** Domains that no public authority vouches for: RFC 6762, RFC 6761, RFC 8375, and what routers use. */
export const localDomains = ['local', 'localhost', 'home.arpa', 'internal', 'lan', 'home', 'intranet', 'fritz.box'];

/** Networks that are not of the internet: RFC 1918, RFC 3927, RFC 6598, RFC 4193 and this machine. */
export const localNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
];

/** What a machine with many bridges of containers has must still fit into a handshake. */
const maxAddresses = 40;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const networks = new AddressList(localNetworks);

/** True for a name below those domains, or an address of those networks. */
export function isLocalHost(host: string): boolean {
  if (isIP(host) !== 0) return networks.has(host);
  return localDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** One spelling for each address; brackets of an address in a URL go. */
export function plainHost(host: string): string {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return isIP(bare) === 6 ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare;
}

/** The name of this machine, without a domain; null: it has none that a certificate may hold. */
export function machineName(name = hostname()): string | null {
  const first = name.toLowerCase().split('.')[0] ?? '';
  return label.test(first) ? first : null;
}

/** Addresses of this machine that stay in its network, the ones for others first. */
export function localAddresses(interfaces = networkInterfaces()): string[] {
  const all = Object.values(interfaces).flatMap((list) => list ?? []);
  return all
    .toSorted((one, other) => Number(one.internal) - Number(other.internal))
    .map(({ address }) => plainHost(address))
    .filter((address) => isLocalHost(address))
    .slice(0, maxAddresses);
}
