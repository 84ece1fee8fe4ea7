import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { gzipped } from './compress.ts';

const long = { text: 'ทดสอบ '.repeat(2_000) };
const app = fastify();
app.get('/long', { onSend: gzipped }, async () => long);
app.get('/short', { onSend: gzipped }, async () => ({ text: 'x' }));

test('a long response is compressed for anyone who takes it', async () => {
  const response = await app.inject({ url: '/long', headers: { 'accept-encoding': 'br, gzip;q=0.8' } });
  expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
  expect(response.rawPayload.length).toBeLessThan(2_000);
  expect(JSON.parse(gunzipSync(response.rawPayload).toString())).toEqual(long);
});

test.each(['', 'br', 'gzip;q=0', 'gzip;q=0.0', 'xgzip'])('and not for %j', async (encoding) => {
  const response = await app.inject({ url: '/long', headers: { 'accept-encoding': encoding } });
  expect(response.headers).not.toHaveProperty('content-encoding');
  expect(response.json()).toEqual(long);
});

test('a short response stays as it is', async () => {
  const response = await app.inject({ url: '/short', headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers).not.toHaveProperty('content-encoding');
});
