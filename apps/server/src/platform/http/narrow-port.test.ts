import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { joinedEnds } from '../../../test/joined-ends.ts';
import { silentLogger } from '../../../test/log.ts';
import { loadTlsCertificate, type TlsCertificate } from '../broker/index.ts';
import { createMetrics } from '../metrics/index.ts';
import { createHttp } from './http.ts';
import { narrowLimits, openNarrowPort } from './narrow-port.ts';

let directory: string;
let certificate: TlsCertificate;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'narrow-port-'));
  certificate = await loadTlsCertificate({ certPath: undefined, keyPath: undefined, dataDirectory: directory });
});

afterAll(() => rm(directory, { recursive: true }));

/** A port that a test brings clients of another server to. */
async function openPort() {
  const http = await createHttp({ log: silentLogger, metrics: createMetrics(), authenticate: async () => null });
  http.get('/firmware/:name', { config: { access: 'public' } }, () => 'an image');
  await http.ready();
  const at = { host: '127.0.0.1', port: 0, setting: 'OTA_PORT', certificate, path: /^\/firmware\// };
  const { port, accept, stop } = await openNarrowPort(http, at);
  onTestFinished(async () => {
    await stop();
    await http.close();
  });
  const ends = joinedEnds();
  return {
    port,
    stop,
    async bring() {
      const { near, far } = ends.open();
      const relayed = await far;
      accept(relayed);
      return { near, relayed };
    },
  };
}

test('a client of another server gets one response, of what the port serves', async () => {
  const { bring } = await openPort();
  const responses = ['/firmware/1', '/api/session'].map(async (path) => {
    const { near } = await bring();
    near.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return String(await buffer(near));
  });
  expect(await Promise.all(responses)).toEqual([
    expect.stringMatching(/^HTTP\/1.1 200 .*connection: close.*an image/is),
    expect.stringMatching(/^HTTP\/1.1 404 .*connection: close/is),
  ]);
});

test('silent connections of one address leave the port to others', async () => {
  const { port } = await openPort();
  const silent = Array.from({ length: narrowLimits.inAll }, () =>
    connect({ host: '127.0.0.1', port, localAddress: '127.0.0.2' }),
  );
  onTestFinished(() => {
    for (const socket of silent) socket.destroy();
  });
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  await vi.waitFor(() =>
    expect(silent.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(narrowLimits.ofNetwork),
  );
  const other = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.3' });
  const board = connectTls({ socket: other, rejectUnauthorized: false });
  board.write('GET /firmware/1 HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String(await buffer(board))).toMatch(/an image/);
});

test('other servers bring no more clients than the port itself takes', async () => {
  const { bring } = await openPort();
  const brought = await Promise.all(Array.from({ length: narrowLimits.inAll + 1 }, bring));
  expect(brought.filter(({ relayed }) => relayed.destroyed)).toHaveLength(1);
  brought[0]?.near.destroy();
  await vi.waitFor(() => expect(brought[0]?.relayed.closed).toBe(true));
  expect((await bring()).relayed.destroyed).toBe(false);
});

test('a port that stops closes the connections of other servers, too', async () => {
  const { bring, stop } = await openPort();
  const { near, relayed } = await bring();
  near.write('GET /firmware/1 HTTP/1.1\r\n');
  await vi.waitFor(() => expect(relayed.bytesRead).toBeGreaterThan(0));
  await stop();
  await vi.waitFor(() => expect(relayed.closed).toBe(true));
});
