import { networkInterfaces } from 'node:os';

const everyInterface = new Set(['0.0.0.0', '::', '']);

/** The name by which a listener on `host` is reached from this machine. */
export function localName(host: string): string {
  if (everyInterface.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The name by which boards of the same network reach a listener on `host`; the first address of this machine that they can. */
export function networkName(host: string): string {
  if (!everyInterface.has(host)) return localName(host);
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return addresses.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? 'localhost';
}
