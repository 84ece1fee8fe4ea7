import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { espidOf } from '../devices/device-rows.ts';
import type { LoadRequest } from '../load-generator.ts';
import { connectPacket } from '../mqtt-wire.ts';

export type ReturningBoards = Pick<LoadRequest, 'port' | 'username' | 'password'> & { readonly boards: number };

const atOnce = 50;
/** Of the CynoIOT library 1.0.8: between the beginnings of two attempts, and until the response to a CONNECT. */
const retryMs = 15_000;
const responseMs = 1_000;
const pingEveryMs = 10_000;

/**
 * Boards of `insertDevices` over TLS 1.2 that connect again as their library does: at once, or 15 s after they last tried. Prints a line when all are connected,
 * and after each time that all were lost one when half of them are back and one when all are.
 */
const { port, boards, username, password } = JSON.parse(process.argv[2] ?? '{}') as ReturningBoards;
let connected = 0;
/** What is reported next. */
let next: 'half' | 'all' | 'nothing' = 'all';

async function live(index: number): Promise<void> {
  for (;;) {
    const begun = performance.now();
    const wasConnected = await stayConnected(index);
    if (wasConnected) {
      connected -= 1;
      if (connected === 0) next = 'half';
    }
    await pause(Math.max(0, retryMs - (performance.now() - begun)));
  }
}

/** Resolves when the connection is lost, or was not made: false. */
async function stayConnected(index: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => undefined).once('close', () => resolve());
  });
  const ended = closed.then(() => 'closed' as const);
  const opened = once(socket, 'secureConnect').then(
    () => 'open' as const,
    () => 'closed' as const,
  );
  if ((await Promise.race([ended, opened])) === 'closed') return false;
  const late = setTimeout(() => socket.destroy(), responseMs);
  socket.write(connectPacket(espidOf(index + 1), username, password));
  const response = await Promise.race([ended, once(socket, 'data').catch(() => 'closed' as const)]);
  clearTimeout(late);
  if (response === 'closed') return false;
  if ((response[0] as Buffer)[3] !== 0) throw new Error(`A board was refused with code ${(response[0] as Buffer)[3]}`);
  socket.resume();
  const pings = setInterval(() => socket.write(Buffer.from([0xc0, 0])), pingEveryMs);
  count();
  await closed;
  clearInterval(pings);
  return true;
}

function count(): void {
  connected += 1;
  if (next === 'nothing' || connected < (next === 'half' ? boards / 2 : boards)) return;
  process.stdout.write(`${JSON.stringify({ connected })}\n`);
  next = next === 'half' ? 'all' : 'nothing';
}

for (let first = 0; first < boards; first += atOnce) {
  for (let index = first; index < Math.min(boards, first + atOnce); index++) void live(index);
  await pause(200);
}
