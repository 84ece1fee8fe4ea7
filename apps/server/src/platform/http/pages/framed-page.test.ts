import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { createMetrics } from '../../metrics/index.ts';
import { createHttp, type Http } from '../index.ts';

const token = 'a'.repeat(43);
let app: Http;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-framed-'));
  await writeFile(join(directory, 'index.html'), '<title>the app</title>');
  app = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    authenticate: async () => null,
    web: { app: directory, docs: directory, framersOf: async () => ['https://club.example.com'] },
  });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const headersOf = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).headers;

test.each([`/view/${token}`, `/view/${token}?kiosk`])('%s may be framed by whom its owner named', async (url) => {
  const headers = await headersOf(url);
  expect(headers['content-security-policy']).toContain('frame-ancestors https://club.example.com');
  expect(headers).not.toHaveProperty('x-frame-options');
});

test.each([
  `/view/${token}/`,
  `/view/${token}/device`,
  `/view/${token}/..%2f..%2fdevice`,
  `/view/${token}/../../device`,
  `/view/${token}%2Fdevice`,
  `/view/${token};/device`,
  `/view/${token}a`,
  `/device?/view/${token}`,
])('%s may be framed by nobody', async (url) => {
  const headers = await headersOf(url);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
});
