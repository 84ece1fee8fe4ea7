import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RawClient } from '../test/raw-client.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

const proxy = '127.0.0.9';
const header = (client: string) => `PROXY TCP4 ${client} 127.0.0.1 51000 7458\r\n`;
let server: TestBroker;

beforeEach(async () => {
  server = await startTestBroker();
});
afterEach(() => server.stop());

function connectFrom(localAddress: string): Promise<Socket> {
  const socket = connectTcp({ port: server.proxiedPort, host: '127.0.0.1', localAddress, noDelay: true });
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
}

/** A board whose connection the proxy passes on, header first, piece by piece. */
async function boardBehind(pieces: readonly string[]): Promise<RawClient> {
  const socket = await connectFrom(proxy);
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise(setImmediate);
  }
  const encrypted = connectTls({ socket, rejectUnauthorized: false });
  await new Promise((resolve, reject) => encrypted.once('secureConnect', resolve).once('error', reject));
  return new RawClient(encrypted);
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.resume().once('close', () => resolve()));

test('a board behind a proxy has its own address, also when its header comes in pieces', async () => {
  const whole = header('192.0.2.7');
  for (const pieces of [[whole], [...whole]]) {
    const board = await boardBehind(pieces);
    board.connect({ clientId: boardId, username: '1' });
    expect(await board.next('connack')).toMatchObject({ returnCode: 0 });
    expect(server.requests.at(-1)?.remoteAddress).toBe('192.0.2.7');
    expect(server.broker.session(boardId)?.remoteAddress).toBe('192.0.2.7');
    board.end();
    await board.closed;
    await expect.poll(() => server.broker.session(boardId)).toBeUndefined();
  }
});

test('header and handshake that come in one piece are told apart', async () => {
  const socket = await connectFrom(proxy);
  socket.cork();
  socket.write(header('2.2.2.2'));
  const encrypted = connectTls({ socket, rejectUnauthorized: false });
  await new Promise(setImmediate);
  socket.uncork();
  await new Promise((resolve, reject) => encrypted.once('secureConnect', resolve).once('error', reject));
  const board = new RawClient(encrypted);
  board.connect({ clientId: boardId, username: '1' });
  await board.next('connack');
  expect(server.requests.at(-1)?.remoteAddress).toBe('2.2.2.2');
  board.end();
});

test('nobody but the proxy can name an address', async () => {
  const stranger = await connectFrom('127.0.0.1');
  stranger.write(header('192.0.2.7'));
  await closed(stranger);
  expect(server.logLines.map(({ msg }) => msg)).toEqual([
    'MQTT_PROXY_PORT is for the proxies of TRUST_PROXY: another address was refused.',
  ]);
  // The other ports take a header for what it is: no MQTT, and no TLS.
  for (const port of [server.plainPort, server.tlsPort]) {
    const direct = await RawClient.open(port, proxy);
    direct.send(Buffer.from(header('192.0.2.7').repeat(3)));
    await direct.closed;
  }
  expect(server.requests).toEqual([]);
});

test('a proxy that does not name its clients is refused, and said so', async () => {
  const socket = await connectFrom(proxy);
  connectTls({ socket, rejectUnauthorized: false }).on('error', () => undefined);
  await closed(socket);
  expect(server.logLines).toMatchObject([
    {
      msg: 'A proxy does not name its clients and is refused.',
      address: proxy,
      why: expect.stringMatching(/without a header/),
    },
  ]);
});

test('one that is silent, or leaves, is closed', async () => {
  const silent = await connectFrom(proxy);
  const gone = await connectFrom(proxy);
  gone.write('PROXY TCP4');
  gone.end();
  await Promise.all([closed(silent), closed(gone)]);
  expect(server.requests).toEqual([]);
});
