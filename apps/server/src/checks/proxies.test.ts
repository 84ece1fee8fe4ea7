import { randomBytes } from 'node:crypto';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { esp32Image } from '../../test/boards/firmware-image.ts';
import { TestBoard } from '../../test/boards/test-board.ts';
import { freePort } from '../../test/free-port.ts';
import { LiveSocket } from '../../test/live-socket.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '../../test/server.ts';
import { proxyNames, startProxy } from '../../test/stand-ins/proxies.ts';
import { closeCodes } from '../platform/web-socket/index.ts';

const name = 'iot.example.com';
const origin = `https://${name}`;
let server: TestServer;
let below: TestServer;
let ann: TestUser;
let ben: TestUser;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' });
  ann = await server.signup('ann@example.com');
  below = await startTestServer({ PUBLIC_URL: `${origin}/cyno`, TRUST_PROXY: '127.0.0.1' });
  ben = await below.signup('ben@example.com');
});
afterAll(async () => {
  await server.stop();
  await below.stop();
});

describe.each(proxyNames)('%s in front', (proxyName) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    proxy = await startProxy(proxyName, server.httpPort);
  });
  afterAll(() => proxy.stop());

  // Another address than that of the proxy, which the server believes.
  const visitor = `127.0.0.${2 + proxyNames.indexOf(proxyName)}`;
  const encryption = { servername: name, rejectUnauthorized: false, localAddress: visitor } as const;

  /** A request of the visitor over HTTP/2; a body makes it a POST. */
  async function request(path: string, headers: Record<string, string>, content?: Buffer) {
    const client = connectHttp2(origin, {
      createConnection: () => connectTls({ ...encryption, host: '127.0.0.1', port: proxy.port, ALPNProtocols: ['h2'] }),
    });
    const stream = client.request({
      ':method': content ? 'POST' : 'GET',
      ':path': path,
      ':authority': name,
      origin,
      ...headers,
    });
    const response = new Promise<{ status: unknown; text: string }>((resolve, reject) => {
      let status: unknown;
      let text = '';
      stream.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      stream.once('response', (received) => {
        status = received[':status'];
      });
      stream.once('end', () => resolve({ status, text }));
      stream.once('error', reject);
      client.once('error', reject);
    });
    stream.end(content);
    const { status, text } = await response.finally(() => client.close());
    return { status, body: JSON.parse(text) };
  }

  test('one logs in over HTTP/2, and their session has their own address, whatever they claim', async () => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': proxyName,
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
    };
    const content = Buffer.from(JSON.stringify({ email: ann.email, password: testPassword }));
    const login = await request('/api/auth/login', headers, content);
    expect(login.status).toBe(200);
    const sessions = await request('/api/profile/sessions', { authorization: `Bearer ${login.body.access_token}` });
    expect(sessions.body.find(({ current }: { current: boolean }) => current)).toMatchObject({ ip: visitor });
  });

  test('the live connection opens, from the pages of this server only', async () => {
    const openedFrom = (from: string) =>
      new LiveSocket(`https://127.0.0.1:${proxy.port}`, { ...encryption, headers: { host: name }, origin: from });
    expect(await openedFrom('https://evil.example.com').whenClosed()).toBe(closeCodes.otherOrigin);
    const live = openedFrom(origin);
    await new Promise((resolve) => live.socket.once('open', resolve));
    live.send({ type: 'hello', token: ann.token });
    live.send({ type: 'watch', espids: '*' });
    await live.next('ready');
    live.socket.close();
    await live.whenClosed();
  });

  test('firmware of three megabytes arrives whole', async () => {
    const content = esp32Image({ content: randomBytes(3_000_000) });
    const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/octet-stream' };
    const { status, body } = await request(`/api/firmware/images?fileName=${proxyName}.bin`, headers, content);
    expect([status, body.image?.bytes]).toEqual([201, content.length]);
  });
});

describe.each(proxyNames)('%s in front of a server below a path', (proxyName) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    proxy = await startProxy(proxyName, below.httpPort, '/cyno');
  });
  afterAll(() => proxy.stop());

  test('the live connection opens there, and nothing of the host besides is Cyno’s', async () => {
    const encryption = { servername: name, rejectUnauthorized: false };
    const at = (path: string) =>
      new LiveSocket(`https://127.0.0.1:${proxy.port}${path}`, { ...encryption, headers: { host: name }, origin });
    const live = at('/cyno');
    await new Promise((resolve) => live.socket.once('open', resolve));
    live.send({ type: 'hello', token: ben.token });
    live.send({ type: 'watch', espids: '*' });
    await live.next('ready');
    live.socket.close();
    await live.whenClosed();
    const other = at('');
    await expect(
      new Promise((resolve, reject) => {
        other.socket.once('open', resolve);
        other.socket.once('unexpected-response', reject);
      }),
    ).rejects.toBeDefined();
  });
});

describe('HAProxy in front of boards', () => {
  let far: TestServer;
  let balancer: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    const port = await freePort();
    far = await startTestServer({ TRUST_PROXY: '127.0.0.1', MQTT_PROXY_PORT: String(port) });
    balancer = await startProxy('haproxy for boards', port);
  });
  afterAll(async () => {
    await balancer.stop();
    await far.stop();
  });

  test('a board keeps its own address', async () => {
    const user = await far.signup('cat@example.com');
    const username = `${user.email}/${await user.connectionKey()}`;
    const espid = 'ESP32-PROXY_1';
    const { board, returnCode } = await TestBoard.connect({ port: balancer.port, espid, username, from: '127.0.0.7' });
    expect(returnCode).toBe(0);
    await expect
      .poll(async () => JSON.stringify((await user.api('GET', `/api/device/${espid}/log`)).body))
      .toContain('127.0.0.7');
    await board.end();
  });
});
