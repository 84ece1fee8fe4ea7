import { networkInterfaces } from 'node:os';

/** This machine's address in its network (IPv4), as boards and phones reach it; `localhost` when it has none. */
export function networkAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost';
}

/** What others type for a host that is listened on. */
export const shownHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? networkAddress() : host);
