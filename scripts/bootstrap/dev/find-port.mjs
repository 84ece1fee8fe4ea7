import { once } from 'node:events';
import { createServer } from 'node:net';

/** The preferred port if nothing listens there on this machine, else any free one. */
export async function findPort(preferred) {
  return (await tryPort(preferred)) ?? (await tryPort(0));
}

async function tryPort(port) {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return probe.address().port;
  } catch {
    return undefined;
  } finally {
    probe.close();
  }
}
