import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { createMetrics } from '../metrics/index.ts';
import { createCounter } from '../throttle/index.ts';
import { createHttp, type Http } from './index.ts';

const token = 'a-token-of-the-operator';
const tries = 5;
const stranger = '192.168.1.66';

let db: TestDatabase;
const servers: Http[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await db.drop();
});

/** A server as it is after a start. */
async function start(): Promise<Http> {
  const server = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    authenticate: async () => null,
    metricsToken: token,
    metricsTries: createCounter(db.database, { name: 'metrics_from', points: tries, windowSeconds: 900 }),
  });
  servers.push(server);
  return server;
}

const request = async (server: Http, given: string, remoteAddress: string) =>
  (await server.inject({ url: '/metrics', remoteAddress, headers: { authorization: `Bearer ${given}` } })).statusCode;

test('who guesses the token waits, also after a restart and with the right one; others do not', async () => {
  const first = await start();
  for (let n = 0; n < tries; n += 1) expect(await request(first, `guess-${n}`, stranger)).toBe(404);
  expect(await request(first, 'one-more', stranger)).toBe(429);
  const second = await start();
  expect(await request(second, token, stranger)).toBe(429);
  expect(await request(second, token, '192.168.2.20')).toBe(200);
});

test('the right token is no guess, however often it is used', async () => {
  const server = await start();
  for (let n = 0; n < tries * 2; n += 1) expect(await request(server, token, '192.168.3.20')).toBe(200);
});
