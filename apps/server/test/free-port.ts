import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port of 127.0.0.1 that is free now, for a program that has to be given one; no two calls return the same. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const isNew = !given.has(port);
  given.add(port);
  server.close();
  await once(server, 'close');
  return isNew ? port : freePort();
}

const given = new Set<number>();
