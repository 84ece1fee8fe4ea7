import { constants } from 'node:http2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveHttp2 } from '../../../../test/http2.ts';
import { silentLogger } from '../../../../test/log.ts';
import { badRequest } from '../../../platform/errors.ts';
import { createHttp, type Http } from '../../../platform/http/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { Downloads } from './downloads.ts';
import { firmwareRoutes } from './firmware.routes.ts';
import type { Job } from './rollouts.repository.ts';

const account = { id: 1, email: 'ann@example.com', member: 'user', timeZone: null } as const;
const session = { sessionId: 1, provedAt: 0, tokenScope: null };
const espid = 'ESP32-D0WDQ6-100_0a7c2c3d';
const image = { id: 1, bytes: 2, md5: 'x', family: 'esp32', flashBytes: null };
let app: Http;
let http2: Awaited<ReturnType<typeof serveHttp2>>;
/** How many requests wait for `gate`, which opens once. */
let waiting: number;
let gate: PromiseWithResolvers<void> | undefined;
let failed: string[];

async function pass(): Promise<void> {
  waiting += 1;
  await gate?.promise;
}

beforeEach(async () => {
  [waiting, failed, gate] = [0, [], undefined];
  app = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    async authenticate() {
      await pass();
      return { ...account, ...session };
    },
  });
  const downloads = new Downloads({
    log: silentLogger,
    clock: { now: () => 0 },
    repository: { findByToken: async () => ({ id: 1, accountId: 1, imageId: 1, state: 'offered' }) as Job },
    images: { find: async () => image, findByMd5: async () => undefined, readPiece: async () => Buffer.from('ab') },
    states: {
      move: async () => {
        await pass();
        return true;
      },
      fail: async (_job: Job, reason: string) => void failed.push(reason),
    },
    wrongTokens: { take: async () => undefined },
    findDevice: () => ({ espid, accountId: 1, paused: false }),
    mayBeUsed: () => true,
  } as never);
  const images = {
    add: async () => {
      throw badRequest('This is no image.');
    },
  };
  await firmwareRoutes(app, { downloads, images } as never);
  await app.ready();
  http2 = await serveHttp2(app);
});
afterEach(async () => {
  http2.stop();
  await app.close();
});

const headers = { authorization: 'Bearer 1', 'content-type': 'application/octet-stream' };
const url = '/api/firmware/images?fileName=a.bin';
const upload = async () => (await app.inject({ method: 'POST', url, headers, payload: 'abc' })).statusCode;

test('uploads over HTTP/2 whose clients left while their token was looked up take no place', async () => {
  expect(await upload()).toBe(400);
  waiting = 0;
  gate = Promise.withResolvers();
  const post = { [constants.HTTP2_HEADER_METHOD]: 'POST', [constants.HTTP2_HEADER_PATH]: url, ...headers };
  const aborted = [http2.client.request(post), http2.client.request(post)];
  await expect.poll(() => waiting).toBe(2);
  await http2.abort(aborted);
  gate.resolve();
  expect(await upload()).toBe(400);
});

test('a client of HTTP/2 that leaves while its download begins does not keep its place', async () => {
  gate = Promise.withResolvers();
  const get = http2.client.request({
    [constants.HTTP2_HEADER_PATH]: `/api/ota/${'A'.repeat(43)}/update`,
    'user-agent': 'ESP32-http-Update',
    'x-esp32-sta-mac': '24:6F:0A:7C:2C:3D',
  });
  await expect.poll(() => waiting).toBe(1);
  await http2.abort([get]);
  gate.resolve();
  await expect.poll(() => failed).toEqual([expect.stringContaining('connection broke')]);
});
