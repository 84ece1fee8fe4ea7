import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { createMetrics } from '../../metrics/index.ts';
import { createHttp } from '../index.ts';
import { maxBodyBytesTogether } from './body-bytes.ts';

const megabyte = 1024 ** 2;
const account = { id: 1, email: 'a@example.com', member: 'user', timeZone: null, sessionId: 1, provedAt: 0 } as const;

async function listen() {
  const app = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    authenticate: async () => ({ ...account, tokenScope: null }),
  });
  app.post('/api/piece', { bodyLimit: megabyte }, ({ body }) => ({ keys: Object.keys(body as object).length }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as { port: number };
  /** A request that announces a body, of which only the first bytes come. */
  const begin = (localAddress: string, size = `Content-Length: ${megabyte}`): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(`POST /api/piece HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token\r\nConnection: close\r\n`);
    socket.write(`Content-Type: application/json\r\n${size}\r\n\r\n`);
    return socket;
  };
  return { begin };
}

const perNetwork = maxBodyBytesTogether.ofNetwork / megabyte;

test.each([
  ['announce their length', `Content-Length: ${megabyte}`],
  ['come in chunks', 'Transfer-Encoding: chunked'],
])('bodies that %s take no more memory than the share of their network, until they end', async (_, size) => {
  const { begin } = await listen();
  const held = Array.from({ length: perNetwork }, () => begin('127.0.0.2', size));
  const refused = async () => text(begin('127.0.0.2', 'Content-Length: 20000'));
  await vi.waitFor(async () => expect(await refused()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 2/i));
  // Others, and small ones, are not concerned.
  const small = begin('127.0.0.2', 'Content-Length: 2');
  small.write('{}');
  expect(await text(small)).toMatch(/^HTTP\/1\.1 200 /);
  const other = begin('127.0.0.3', 'Content-Length: 20000');
  other.write(`{}${' '.repeat(19_998)}`);
  expect(await text(other)).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of held) socket.destroy();
  await vi.waitFor(async () => {
    const again = begin('127.0.0.2', 'Content-Length: 20000');
    again.write(`{}${' '.repeat(19_998)}`);
    expect(await text(again)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test('a route for more than 1 MB cannot be added without a bound of its own', async () => {
  const app = await createHttp({ log: silentLogger, metrics: createMetrics(), authenticate: async () => null });
  onTestFinished(() => app.close());
  const add = (more: object) => app.post('/api/large', { bodyLimit: megabyte + 1, ...more }, () => ({}));
  expect(() => add({})).toThrow('POST /api/large: a body of more than 1 MB needs a bound of its own');
  expect(() => add({ onRequest: async () => undefined })).not.toThrow();
});

test('who has much on its way leaves the second half to those who have nothing', async () => {
  const { begin } = await listen();
  const networks = maxBodyBytesTogether.inAll / 2 / maxBodyBytesTogether.ofNetwork;
  for (let network = 0; network < networks; network += 1)
    for (let body = 0; body < perNetwork; body += 1) begin(`127.0.1.${network + 1}`);
  const one = begin('127.0.2.1', 'Content-Length: 20000');
  const outcome = async () => {
    const second = begin('127.0.2.1', 'Content-Length: 20000');
    second.write(`{}${' '.repeat(19_998)}`);
    return text(second);
  };
  await vi.waitFor(async () => expect(await outcome()).toMatch(/^HTTP\/1\.1 503 /));
  one.write(`{}${' '.repeat(19_998)}`);
  expect(await text(one)).toMatch(/^HTTP\/1\.1 200 /);
});
