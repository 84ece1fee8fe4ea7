import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { boundBodies } from './bound-bodies.ts';

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = fastify({ forceCloseConnections: true });
  boundBodies(app);
  app.post('/hasty', { config: { bodySeconds: 0.3 } }, (request) => request.body);
  app.post('/patient', { config: { bodySeconds: 20 } }, (request) => request.body);
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, parsed) =>
    parsed(null, body),
  );
  app.post('/file', { config: { bodySeconds: 600 } }, ({ body }) => ({ bytes: (body as Buffer).length }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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

test('what arrived while this process stood still is read before the time of its body is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const requested = once(app.server, 'request');
  const socket = begin('/hasty');
  await requested;
  await new Promise(setImmediate);
  socket.write('12}');
  vi.advanceTimersByTime(300);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"on":12\}$/);
});

/** An upload of 300 KB that has begun: the server has read its first bytes. */
async function beginFile() {
  const reading = new Promise<Socket>((resolve) => app.server.once('connection', resolve));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const response = text(socket);
  socket.write('POST /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/octet-stream\r\n');
  socket.write('Content-Length: 300000\r\n\r\n');
  const server = await reading;
  let sent = 0;
  const send = async (bytes: number) => {
    const before = server.bytesRead;
    socket.write(Buffer.alloc(bytes));
    sent += bytes;
    await expect.poll(() => server.bytesRead).toBeGreaterThanOrEqual(before + bytes);
  };
  return { response, send, left: () => 300_000 - sent };
}

test('a file that trickles is ended after a quarter of a minute, though it may take ten', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const upload = await beginFile();
  await upload.send(130_000);
  vi.advanceTimersByTime(15_000);
  await upload.send(50_000);
  vi.advanceTimersByTime(15_000);
  expect(await upload.response).toMatch(/^HTTP\/1\.1 408 /);
});

test('a file over a slow line comes whole', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const upload = await beginFile();
  for (const bytes of [130_000, 130_000]) {
    await upload.send(bytes);
    vi.advanceTimersByTime(15_000);
  }
  await upload.send(upload.left());
  expect(await upload.response).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"bytes":300000\}$/);
});

test('a file of which nothing was read because this process stood still is not ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let steadyMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => steadyMs);
  const upload = await beginFile();
  await upload.send(130_000);
  steadyMs += 15_000;
  vi.advanceTimersByTime(15_000);
  steadyMs += 30_000;
  vi.advanceTimersByTime(15_000);
  await upload.send(upload.left());
  expect(await upload.response).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"bytes":300000\}$/);
});
