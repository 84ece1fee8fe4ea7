import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundBodies } from './bound-bodies.ts';

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = fastify({ forceCloseConnections: true });
  boundBodies(app);
  app.post('/hasty', { config: { bodySeconds: 0.3 } }, (request) => request.body);
  app.post('/patient', { config: { bodySeconds: 20 } }, (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

function begin(path: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`);
  socket.write('Content-Length: 9\r\n\r\n{"on":');
  return socket;
}

test('a body that does not come in its time ends the request with a 408', async () => {
  expect(await text(begin('/hasty'))).toMatch(/^HTTP\/1\.1 408 /);
});

test('a route for files waits longer', async () => {
  const [socket, other] = [begin('/patient'), begin('/hasty')];
  // When the hasty one was ended, the patient one has waited as long.
  await text(other);
  socket.write('12}');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"on":12\}$/);
});
