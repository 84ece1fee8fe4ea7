import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generate } from 'mqtt-packet';
import { Latencies } from '../latencies.ts';
import { connectPacket } from '../mqtt-wire.ts';
import type { NewBoardsRequest, NewBoardsResult } from './new-boards.ts';

/** Connects boards that the server does not know, all at once, and prints how long they waited. */
const { port, tls, boards, round, username } = JSON.parse(process.argv[2] ?? '{}') as NewBoardsRequest;
const connack = new Latencies();
const whole = new Latencies();
const sockets: Socket[] = [];
let refused = 0;

async function open(): Promise<Socket> {
  if (!tls) {
    const socket = connectPlain({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return socket;
  }
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
  await once(socket, 'secureConnect');
  return socket;
}

async function connectBoard(index: number): Promise<void> {
  const id = round * 100_000 + index;
  const espid = `ESP8266-${id}_B0${(0x1000000000 + id).toString(16).toUpperCase()}`;
  const startedAt = performance.now();
  const socket = await open();
  sockets.push(socket);
  const sentAt = performance.now();
  socket.write(connectPacket(espid, username, 'cynoiotbundle'));
  const [response] = (await once(socket, 'data')) as [Buffer];
  const now = performance.now();
  connack.add(now - sentAt);
  whole.add(now - startedAt);
  if (response[3] !== 0) refused += 1;
  socket.resume();
  // What every sketch does next.
  socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `/${espid}/#`, qos: 0 }] }));
}

await Promise.all(Array.from({ length: boards }, (_, index) => connectBoard(index)));
const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => connack.percentile(share)) as [number, number, number];
const result: NewBoardsResult = {
  connack: { p50, p99, worst },
  whole: { p50: whole.percentile(0.5), p99: whole.percentile(0.99) },
  refused,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.once('SIGTERM', () => {
  for (const socket of sockets) socket.destroy();
  process.exit(0);
});
