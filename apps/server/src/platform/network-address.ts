import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** This machine's address in its network (IPv4), as boards and phones reach it; `localhost` when it has none. */
export function networkAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost';
}

/** What others type in an address for a host that is listened on: IPv6 addresses stand in brackets (RFC 3986, section 3.2.2). */
export function formatHost(host: string): string {
  if (isEverywhere(host)) return networkAddress();
  return isIPv6(host) ? `[${host}]` : host;
}

/** The address at which programs of this machine reach a web server that listens on a host, such as `http://127.0.0.1:3000`. */
export function localAddress(host: string, port: number): string {
  return `http://${isEverywhere(host) ? '127.0.0.1' : formatHost(host)}:${port}`;
}

/** Whether a server that listens on a host is reached at every address of its machine. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Stand in addresses for what a container does not know of its machine; people put them in. */
export const machineAddress = '<address of this machine>';
export const machinePort = '<published port>';
