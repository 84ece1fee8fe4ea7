import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { connectPacket } from '../mqtt-wire.ts';
import type { IdleRequest } from './idle.ts';

const atOnce = 50;
const pingEveryMs = 20_000;

/** Connects boards over TLS 1.2, as real ones do, and keeps them there with a ping now and then. Prints a line when all are connected. */
const { port, boards, username, password } = JSON.parse(process.argv[2] ?? '{}') as IdleRequest;
const sockets: TLSSocket[] = [];

async function connectBoard(index: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
  await once(socket, 'secureConnect');
  socket.write(
    connectPacket(
      `ESP8266-${1_000_000 + index}_A0${(0x1000000000 + index).toString(16).toUpperCase()}`,
      username,
      password,
    ),
  );
  const [connack] = (await once(socket, 'data')) as [Buffer];
  if (connack[3] !== 0) throw new Error(`A board was refused with code ${connack[3]}`);
  socket.resume();
  sockets.push(socket);
}

const startedAt = performance.now();
for (let first = 0; first < boards; first += atOnce) {
  const count = Math.min(atOnce, boards - first);
  await Promise.all(Array.from({ length: count }, (_, index) => connectBoard(first + index)));
}
process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - startedAt) / 1000 })}\n`);
const ping = Buffer.from([0xc0, 0]);
setInterval(() => {
  for (const socket of sockets) socket.write(ping);
}, pingEveryMs);
