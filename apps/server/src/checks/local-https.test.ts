import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let ca: string;
/** Nothing is announced in the network of the one who runs the tests. */
beforeAll(async () => {
  server = await startTestServer({ HTTPS: 'local', HTTPS_PORT: '0', LOCAL_NAME: 'off' });
  ca = await plain('/api/trust/root.crt').then((response) => response.text());
});
afterAll(() => server.stop());

const plain = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${server.httpPort}${path}`, { headers, redirect: 'manual' });

/** What a client that trusts the root alone gets. */
const encrypted = (path: string) =>
  new Promise<{ status: number | undefined; strict: unknown; text: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.httpsPort, servername: 'localhost', path, ca, agent: false };
    request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.once('end', () =>
        resolve({ status: response.statusCode, strict: response.headers['strict-transport-security'], text }),
      );
    })
      .once('error', reject)
      .end();
  });

test('one who installed the root reaches the server with encryption, and nobody is made to', async () => {
  const { status, strict, text } = await encrypted('/api/trust');
  expect([status, strict]).toEqual([200, undefined]);
  const root = new X509Certificate(ca);
  expect(JSON.parse(text)).toMatchObject({ root: { fingerprint: root.fingerprint256 } });
  // It may be alone in its network.
  expect(JSON.parse(text).addresses).toEqual(expect.arrayContaining([expect.stringMatching(/^https:\/\/[^/]+:\d+$/)]));
  const page = await plain('/device', { accept: 'text/html', host: 'localhost' });
  expect(page.status).not.toBe(307);
  expect(page.headers.get('strict-transport-security')).toBe(null);
  expect(page.headers.get('content-security-policy')).toMatch(/connect-src 'self' https:\/\/\S+:\d+/);
});

test('phones get the root as a profile, and the key of it nobody', async () => {
  const profile = await plain('/api/trust/root.mobileconfig');
  expect(profile.headers.get('content-type')).toBe('application/x-apple-aspen-config');
  const text = await profile.text();
  const [, base64 = ''] = /<data>(.*)<\/data>/.exec(text) ?? [];
  expect(new X509Certificate(Buffer.from(base64, 'base64')).fingerprint256).toBe(
    new X509Certificate(ca).fingerprint256,
  );
  expect(ca + text).not.toContain('PRIVATE');
});

test('clients of MQTT that name the server so can check it; all others see the pair that never changes', async () => {
  const namedIn = async (servername: string, options: object) => {
    const client = mqtt.connect({
      protocol: 'mqtts',
      host: '127.0.0.1',
      port: server.tlsPort,
      servername,
      reconnectPeriod: 0,
      ...options,
    });
    const reason = await new Promise<string>((resolve) => {
      client.once('connect', () => resolve('connected'));
      client.once('error', (error) => resolve(error.message));
    });
    await client.endAsync(true);
    return reason;
  };
  expect(await namedIn('localhost', { ca })).toMatch(/[Nn]ot authorized|Bad [Uu]ser/);
  expect(await namedIn('cynoiot.com', { ca })).toMatch(/self-signed certificate/);
});

test('a server without it has nothing to install', async () => {
  const other = await startTestServer({ PUBLIC_URL: 'https://iot.example.com', TRUST_PROXY: '127.0.0.1' });
  const { body } = await other.api('GET', '/api/trust');
  expect(body).toEqual({ root: null, addresses: ['https://iot.example.com'] });
  expect((await other.api('GET', '/api/trust/root.crt')).status).toBe(404);
  await other.stop();
});
