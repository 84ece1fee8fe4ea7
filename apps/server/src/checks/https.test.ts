import { readFile } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request as requestHttps } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { freePort } from '../../test/free-port.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { startAcmeAuthority } from '../../test/stand-ins/acme-authority.ts';
import { describeCertificates, storedCertificates } from '../composition/stored-certificates.ts';
import { loadConfig } from '../config.ts';
import { closeCodes } from '../platform/web-socket/index.ts';

const name = 'iot.example.com';
let authority: Awaited<ReturnType<typeof startAcmeAuthority>>;
let settings: Record<string, string>;
let server: TestServer;
const local = { host: '127.0.0.1', servername: name, rejectUnauthorized: false } as const;

beforeAll(async () => {
  authority = await startAcmeAuthority();
  settings = {
    PUBLIC_URL: `https://${name}`,
    HTTPS: 'acme',
    HTTP_PORT: String(authority.httpPort),
    HTTPS_PORT: String(authority.tlsPort),
    ACME_DIRECTORY: authority.directory,
    ACME_CA: authority.caPath,
  };
  server = await startTestServer(settings);
  // Not `expect.poll`, which hooks cannot use.
  await vi.waitFor(async () => expect(await issuerAt()).toMatch(/^Pebble/), { timeout: 180_000 });
});
afterAll(async () => {
  await server.stop();
  await authority.stop();
});

/** Who vouches for the server at a port, as one who names it so sees it. */
const issuerAt = (port = authority.tlsPort, servername = name) =>
  new Promise<string>((resolve, reject) => {
    const socket = connectTls({ ...local, port, servername });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      resolve(String(socket.getPeerCertificate().issuer.CN));
      socket.destroy();
    });
  });

async function overHttp2(path: string, headers: Record<string, string> = {}, body = '') {
  const client = connectHttp2(`https://${name}:${authority.tlsPort}`, local);
  const stream = client.request({ ':path': path, ':authority': name, ...headers });
  stream.setEncoding('utf8');
  if (body !== '') stream.end(body);
  const [response, text] = await Promise.all([
    new Promise<Record<string, unknown>>((resolve, reject) => stream.once('response', resolve).once('error', reject)),
    new Promise<string>((resolve) => {
      let all = '';
      stream.on('data', (piece) => {
        all += piece;
      });
      stream.on('end', () => resolve(all));
    }),
  ]);
  client.close();
  return { status: response[':status'], headers: response, text };
}

const plain = (port: number, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const request = requestHttp({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve([response.statusCode, response.headers.location]));
    });
    request.once('error', reject).end();
  });

test('everything is served over HTTP/2, browsers are told to stay, and HTTP/1.1 is spoken too', async () => {
  const config = await overHttp2('/api/config');
  expect([config.status, JSON.parse(config.text).setupNeeded]).toEqual([200, true]);
  expect(config.headers['strict-transport-security']).toBe('max-age=86400');
  const body = JSON.stringify({ email: 'ann@example.com', password: 'wrong-Passphrase-1' });
  const login = (origin: string) =>
    overHttp2('/api/auth/login', { ':method': 'POST', 'content-type': 'application/json', origin }, body);
  expect((await login(`https://${name}`)).status).toBe(401);
  expect((await login('https://evil.example.com')).status).toBe(403);
  const old = await new Promise((resolve, reject) =>
    requestHttps({ ...local, port: authority.tlsPort, path: '/healthz', agent: false }, (response) =>
      resolve([response.statusCode, response.httpVersion]),
    )
      .once('error', reject)
      .end(),
  );
  expect(old).toEqual([200, '1.1']);
});

test('the live connection opens over TLS, from the pages of this server only', async () => {
  const closedWith = (origin: string) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`wss://127.0.0.1:${authority.tlsPort}/api/live`, { ...local, origin });
      socket.once('open', () => socket.send('no hello'));
      socket.once('close', resolve);
      socket.once('error', reject);
    });
  expect(await closedWith('https://evil.example.com')).toBe(closeCodes.otherOrigin);
  expect(await closedWith(`https://${name}`)).toBe(closeCodes.badMessage);
});

test('without encryption a page is led to the one configured address, whatever host it names', async () => {
  const port = authority.httpPort;
  const to = (path: string) => [308, `https://${name}${path}`];
  expect(await plain(port, '/device?x=1', { host: 'evil.example.com' })).toEqual(to('/device?x=1'));
  expect(await plain(port, '//evil.example.com/')).toEqual(to('//evil.example.com/'));
  expect(await plain(port, 'http://evil.example.com/')).toEqual([403, undefined]);
  expect(await plain(port, '/api/auth/login', {}, 'POST')).toEqual([403, undefined]);
  for (const path of ['/.well-known/acme-challenge/', '/.well-known/acme-challenge/../../tls/acme/account.json'])
    expect(await plain(port, path)).toEqual([404, undefined]);
  // At PORT too, but for what a proxy passes on, and for the network at home.
  const web = server.httpPort;
  const page = { accept: 'text/html', host: name };
  expect(await plain(web, '/device', page)).toEqual([307, `https://${name}/device`]);
  expect((await plain(web, '/device', { ...page, 'x-forwarded-for': '192.0.2.1' }))[0]).not.toBe(307);
  expect((await plain(web, '/device', { ...page, host: '192.168.1.5:3000' }))[0]).not.toBe(307);
  expect(await plain(web, '/healthz', { host: name })).toEqual([200, undefined]);
});

test('boards that name the server so get its certificate; all others keep the pair that never changes', async () => {
  expect(await issuerAt(server.tlsPort)).toMatch(/^Pebble/);
  expect(await issuerAt(server.tlsPort, 'cynoiot.com')).toBe('cyno');
});

test('nobody learns a challenge, or makes the server ask for another name', async () => {
  const offer = (servername: string) =>
    new Promise<string>((resolve) => {
      const socket = connectTls({ ...local, servername, port: authority.tlsPort, ALPNProtocols: ['acme-tls/1'] });
      socket.once('secureConnect', () => resolve('connected'));
      socket.once('error', (error) => resolve(error.message));
    });
  expect(await offer(name)).toContain('no application protocol');
  expect(await offer('evil.example.com')).toContain('no application protocol');
  const progress = JSON.parse(await readFile(`${server.directory}/tls/acme/progress.json`, 'utf8'));
  expect(progress).toMatchObject({ name, issued: 1 });
});

test('only port 443 is enough, a restart keeps the certificate, and the terminal lists it', async () => {
  const own = await startAcmeAuthority();
  const alone = await startTestServer({
    ...settings,
    HTTP_PORT: '0',
    HTTPS_PORT: String(own.tlsPort),
    ACME_DIRECTORY: own.directory,
    ACME_CA: own.caPath,
  });
  await expect.poll(() => issuerAt(own.tlsPort)).toMatch(/^Pebble/);
  await alone.restart();
  expect(await issuerAt(own.tlsPort)).toMatch(/^Pebble/);
  const config = loadConfig({ ...settings, ACME_DIRECTORY: own.directory, DATA_DIR: alone.directory }, alone.directory);
  expect(describeCertificates(await storedCertificates(config))).toMatch(
    /^Web server\n {2}names {5}iot\.example\.com\n {2}issuer {4}Pebble.*\n {2}valid .*\n {2}renewal .*\n {2}SHA-256 .*\n\nBoards \(MQTT\)\n {2}names {5}localhost, 127\.0\.0\.1/,
  );
  await alone.stop();
  await own.stop();
});

test('administrators are told of an authority that gives no certificate, with the name and not the reason', async () => {
  const refused = await startTestServer({
    ...settings,
    HTTP_PORT: '0',
    HTTPS_PORT: String(await freePort()),
    ACME_DIRECTORY: `https://localhost:${await freePort()}/dir`,
  });
  const admin = await refused.signup('ann@example.com');
  const problems = async () => (await admin.api('GET', '/api/admin/server')).body.problems;
  await expect.poll(problems).toMatchObject([
    {
      part: 'certificate',
      severity: 'warning',
      urgent: true,
      reason: 'certificate_refused',
      values: { name, held: 0 },
    },
  ]);
  await refused.stop();
});
