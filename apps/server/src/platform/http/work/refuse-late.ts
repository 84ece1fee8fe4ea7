import type { FastifyReply } from 'fastify';

const delayMs = 1_000;
/** Further refusals are sent at once: each that waits keeps its connection. */
const maxWaiting = 1_000;
let waiting = 0;

/** Calls `refuse` after a second, unless the client has left by then: a client that repeats a refused request at once would otherwise do so without end. */
export function refuseLate({ raw }: FastifyReply, refuse: () => void): void {
  if (waiting >= maxWaiting) {
    refuse();
    return;
  }
  waiting += 1;
  const left = () => {
    clearTimeout(timer);
    waiting -= 1;
  };
  const timer = setTimeout(() => {
    raw.off('close', left);
    waiting -= 1;
    refuse();
  }, delayMs);
  raw.once('close', left);
}
