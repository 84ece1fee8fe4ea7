import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections, any of which could take it until the program opens it. */
const range = { from: 20_000, to: 32_000 };

/** A port of 127.0.0.1 that is free now, for a program that has to be given one; no two calls return the same. */
export async function freePort(): Promise<number> {
  const port = randomInt(range.from, range.to);
  if (given.has(port) || !(await isFree(port))) return freePort();
  given.add(port);
  return port;
}

const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
