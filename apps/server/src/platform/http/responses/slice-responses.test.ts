import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../../../../test/log.ts';
import { createMetrics } from '../../metrics/index.ts';
import { createHttp, type Http } from '../index.ts';

let app: Http;
afterEach(() => app.close());

const open = { config: { access: 'public' as const } };
const rows = Array.from({ length: 6_000 }, (_, id) => ({ id, secret: 'hidden' }));

test('a large response is what a small one would be: by its schema, as JSON, with its length', async () => {
  app = await createHttp({ log: silentLogger, metrics: createMetrics(), authenticate: async () => null });
  const response = { 200: z.object({ rows: z.array(z.object({ id: z.number() })) }) };
  app.get('/api/large', { ...open, schema: { response } }, () => ({ rows }));
  app.get('/api/small', { ...open, schema: { response } }, () => ({ rows: rows.slice(0, 2) }));
  app.get('/api/plain', { ...open, schema: { response }, serializerCompiler: () => JSON.stringify }, () => ({ rows }));
  app.get('/api/wrong', { ...open, schema: { response } }, () => ({ rows: [...rows, { id: 'x' }] }) as never);
  const [large, small, plain, wrong] = await Promise.all(
    ['large', 'small', 'plain', 'wrong'].map((name) => app.inject(`/api/${name}`)),
  );
  expect(large?.json()).toEqual({ rows: rows.map(({ id }) => ({ id })) });
  expect(large?.headers['content-type']).toBe(small?.headers['content-type']);
  expect(large?.headers['content-length']).toBe(String(large?.body.length));
  expect(plain?.json()).toEqual({ rows });
  expect([wrong?.statusCode, wrong?.json().code]).toEqual([500, 'internal']);
});
