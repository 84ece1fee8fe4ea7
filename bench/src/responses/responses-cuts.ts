import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { connectPacket } from '../mqtt-wire.ts';
import type { BenchServer } from '../server.ts';

/** From the request that revokes something to the end of its connection, beside a plain request. Times in ms. */
export async function measureCuts(server: BenchServer, rounds: number) {
  const times = { request: [] as number[], session: [] as number[], token: [] as number[], device: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.request.push(await timed(() => call(server, 'GET', '/api/auth/session')));

    const { access_token: session } = await call(server, 'POST', '/api/auth/login', server.login);
    const page = await openLive(server, session);
    times.session.push(await timed(() => Promise.all([call(server, 'DELETE', '/api/profile/sessions'), page.closed])));

    const made = { name: `bench ${round}`, scope: 'read', expiresInDays: 1 };
    const { id, token } = await call(server, 'POST', '/api/access-tokens', made);
    const program = await openLive(server, token);
    const revoke = () => call(server, 'DELETE', `/api/access-tokens/${id}`);
    times.token.push(await timed(() => Promise.all([revoke(), program.closed])));

    const espid = `ESP32-D0WDQ6-100_${(0xd0000000 + round).toString(16)}`;
    const board = await openBoard(server, espid);
    const remove = () => call(server, 'DELETE', `/api/device/${espid}`);
    times.device.push(await timed(() => Promise.all([remove(), board.closed])));
  }
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function call({ http, token }: BenchServer, method: string, path: string, body?: object) {
  const response = await fetch(new URL(path, http), {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

async function openLive({ http }: BenchServer, token: string): Promise<{ closed: Promise<unknown> }> {
  const socket = new WebSocket(`${http.replace(/^http/, 'ws')}/api/live`);
  const closed = once(socket, 'close');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'hello', token }));
  await once(socket, 'message');
  return { closed };
}

async function openBoard({ plainPort, username }: BenchServer, espid: string): Promise<{ closed: Promise<unknown> }> {
  const socket = connect({ port: plainPort, host: '127.0.0.1', noDelay: true });
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(connectPacket(espid, username, 'cynoiotbundle'));
  const [connack] = (await once(socket, 'data')) as [Buffer];
  if (connack[3] !== 0) throw new Error(`The board was refused with code ${connack[3]}`);
  socket.resume();
  return { closed };
}
