import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { serveHttp2 } from '../../../../test/http2.ts';
import { silentLogger } from '../../../../test/log.ts';
import { createMetrics } from '../../metrics/index.ts';
import { createHttp } from '../index.ts';

test('a file that is made for a client of HTTP/2 that has left is closed', async () => {
  const app = await createHttp({ log: silentLogger, metrics: createMetrics(), authenticate: async () => null });
  const requested = Promise.withResolvers<void>();
  const made = Promise.withResolvers<Readable>();
  app.get('/file', { config: { access: 'public' } }, async (_request, reply) => {
    requested.resolve();
    return reply.send(await made.promise);
  });
  await app.ready();
  const { client, abort, stop } = await serveHttp2(app);
  const stream = client.request({ ':path': '/file' });
  await requested.promise;
  await abort([stream]);
  const file = Readable.from(['a'.repeat(100_000), 'b'.repeat(100_000)]);
  const closed = once(file, 'close');
  made.resolve(file);
  await closed;
  expect(file.destroyed).toBe(true);
  stop();
  await app.close();
});
