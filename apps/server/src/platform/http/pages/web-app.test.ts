import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { createMetrics } from '../../metrics/index.ts';
import { createHttp, type Http } from '../index.ts';

const script = 'console.log("hello")';
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let directory: string;
let app: Http;

const parts = { log: silentLogger, authenticate: async () => null };
const create = (web: { app: string; docs: string }) => createHttp({ ...parts, metrics: createMetrics(), web });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-web-'));
  await mkdir(join(directory, 'app/assets'), { recursive: true });
  await mkdir(join(directory, 'docs/guide'), { recursive: true });
  await writeFile(join(directory, 'docs/404.html'), '<title>not in the docs</title>');
  await mkdir(join(directory, 'docs/th'));
  await writeFile(join(directory, 'docs/th/404.html'), '<title>ไม่มีในคู่มือ</title>');
  await writeFile(join(directory, 'docs/guide/index.html'), '<title>the docs: guide</title>');
  await writeFile(join(directory, 'app/index.html'), '<title>the app</title>');
  await writeFile(join(directory, 'app/assets/main-1a2b.js'), script);
  await writeFile(join(directory, 'app/assets/main-1a2b.js.br'), brotliCompressSync(script));
  await writeFile(join(directory, 'app/service-worker.js'), script);
  await writeFile(join(directory, 'app/manifest.webmanifest'), '{"name":"Cyno"}');
  await writeFile(join(directory, 'docs/index.html'), '<title>the docs</title>');
  await writeFile(join(directory, 'secret.txt'), 'secret');
  app = await create({ app: join(directory, 'app'), docs: join(directory, 'docs') });
  app.get('/api/device/:espid', () => ({}));
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

test.each(['/', '/device', '/device/ESP32-1/Overview', '/auth/login?setup=AB', '/no/such/page'])(
  'the page %s is the app, requested again each time',
  async (url) => {
    const response = await app.inject({ url, headers: browser });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(response.body).toContain('the app');
  },
);

test('a file with a hash in its name is cached by the browser for good, and sent compressed', async () => {
  const response = await app.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
  });
  expect(brotliDecompressSync(response.rawPayload).toString()).toBe(script);
});

test.each([
  ['/service-worker.js', /javascript/],
  ['/manifest.webmanifest', /^application\/manifest\+json/],
])('%s is requested again each time, so that a new version is found', async (url, type) => {
  const { statusCode, headers } = await app.inject(url);
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(headers['content-type']).toMatch(type);
  const policy = String(headers['content-security-policy']).split(';');
  // Both are covered by these: https://www.w3.org/TR/CSP3/#directive-fallback-list
  expect(policy).toEqual(expect.arrayContaining(["script-src 'self'", "default-src 'self'", "connect-src 'self'"]));
  expect(headers).not.toHaveProperty('service-worker-allowed');
});

test.each([
  ['/assets/gone-9z.js', browser],
  ['/service-worker-that-is-missing.js', { accept: '*/*' }],
  ['/api/nothing', browser],
  ['/favicon-that-is-missing.ico', { accept: 'image/*' }],
])('%s is a 404 that says so as JSON', async (url, headers) => {
  const response = await app.inject({ url, headers });
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
});

test.each(['/../secret.txt', '/assets/..%2f..%2fsecret.txt', '/docs/../../secret.txt', '/docs/..%2f..%2fsecret.txt'])(
  '%s leads to nothing outside of what is served',
  async (url) => {
    const response = await app.inject({ url, headers: { accept: '*/*' } });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.body).not.toContain('secret');
  },
);

test('the documentation is served where it is built', async () => {
  for (const url of ['/docs/', '/docs/guide/', '/docs/guide/index.html']) {
    expect((await app.inject({ url, headers: browser })).body).toContain('the docs');
  }
  const missing = await app.inject({ url: '/docs/no/such/page/', headers: browser });
  expect([missing.statusCode, missing.body]).toEqual([404, '<title>not in the docs</title>']);
  const inThai = await app.inject({ url: '/docs/th/no/such/page/', headers: browser });
  expect([inThai.statusCode, inThai.body]).toEqual([404, '<title>ไม่มีในคู่มือ</title>']);
  const folder = await app.inject({ url: '/docs', headers: browser });
  expect([folder.statusCode, folder.headers.location]).toEqual([308, '/docs/']);
});

test('without a built web app the API still responds', async () => {
  const bare = await create({ app: join(directory, 'none'), docs: join(directory, 'none') });
  const [page, health] = await Promise.all([bare.inject({ url: '/', headers: browser }), bare.inject('/healthz')]);
  expect([page.statusCode, health.statusCode]).toEqual([404, 200]);
  await bare.close();
});

describe('every response', () => {
  test.each(['/', '/api/nothing', '/healthz', '/assets/main-1a2b.js'])(
    '%s forbids what we do not serve',
    async (url) => {
      const { headers } = await app.inject({ url, headers: browser });
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self'",
          "style-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "form-action 'self'",
          "require-trusted-types-for 'script'",
        ]),
      );
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(headers['permissions-policy']).toMatch(/serial=\(self\).*camera=\(\)/);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
      expect(headers).not.toHaveProperty('strict-transport-security');
    },
  );

  test('admits the hosts of analytics exactly when there are analytics', async () => {
    const policyOf = async (http: Http) => String((await http.inject('/')).headers['content-security-policy']);
    expect(await policyOf(app)).not.toContain('https:');
    const measured = await createHttp({ ...parts, metrics: createMetrics(), analytics: true });
    const policy = (await policyOf(measured)).split(';');
    await measured.close();
    expect(policy.filter((directive) => directive.includes('https:'))).toEqual([
      "script-src 'self' https://www.googletagmanager.com/gtag/js",
      "img-src 'self' data: blob: https://*.google-analytics.com https://*.googletagmanager.com",
      "connect-src 'self' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
    ]);
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  test('admits pictures of maps from the one server that the operator named', async () => {
    const mapped = await createHttp({
      ...parts,
      metrics: createMetrics(),
      mapTilesOrigin: 'https://tiles.example.com',
    });
    const policy = String((await mapped.inject('/')).headers['content-security-policy']).split(';');
    await mapped.close();
    expect(policy.filter((directive) => directive.includes('https:'))).toEqual([
      "img-src 'self' data: blob: https://tiles.example.com",
    ]);
  });

  test('admits pages and pictures from the origins that the operator named', async () => {
    const open = await createHttp({
      ...parts,
      metrics: createMetrics(),
      embedOrigins: ['https://grafana.example.com', 'http://192.168.1.20'],
    });
    const policyOf = async (http: Http) =>
      String((await http.inject('/')).headers['content-security-policy']).split(';');
    const policy = await policyOf(open);
    await open.close();
    expect(policy.filter((directive) => directive.includes('http'))).toEqual([
      "img-src 'self' data: blob: https://grafana.example.com http://192.168.1.20",
      'frame-src https://grafana.example.com http://192.168.1.20',
    ]);
    expect(await policyOf(app)).toContain("frame-src 'none'");
  });

  test('of the API stays out of caches', async () => {
    const { headers } = await app.inject('/api/device/x');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('the description of the API', () => {
  test('names the routes of features, and nothing else', async () => {
    const response = await app.inject('/api/openapi.json');
    const { paths } = response.json();
    expect(Object.keys(paths)).toEqual(['/api/device/{espid}']);
    expect(paths['/api/device/{espid}'].get.tags).toEqual(['device']);
  });

  test('is shown as a page that loads nothing from elsewhere', async () => {
    const { statusCode, headers } = await app.inject('/api/docs');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    // `upgrade-insecure-requests` would break the page in a network without TLS.
    expect(policy).not.toMatch(/https:|upgrade|unsafe|swagger\.io/);
  });
});
