import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { gzipped } from './compress.ts';

const long = { text: 'ทดสอบ '.repeat(2_000) };
const app = fastify();
app.get('/long', { onSend: gzipped }, async () => long);
app.get('/short', { onSend: gzipped }, async () => ({ text: 'x' }));

test('a long response is compressed for anyone who takes it', async () => {
  const answer = await app.inject({ url: '/long', headers: { 'accept-encoding': 'br, gzip;q=0.8' } });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  expect(answer.rawPayload.length).toBeLessThan(2_000);
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(long);
});

test.each(['', 'br', 'gzip;q=0', 'gzip;q=0.0', 'xgzip'])('and not for %j', async (encoding) => {
  const answer = await app.inject({ url: '/long', headers: { 'accept-encoding': encoding } });
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.json()).toEqual(long);
});

test('a short response stays as it is', async () => {
  const answer = await app.inject({ url: '/short', headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers).not.toHaveProperty('content-encoding');
});
