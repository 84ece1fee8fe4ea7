import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { readableLogger } from '../../../../test/log.ts';
import { startTestServer } from '../../../../test/server.ts';
import { NewestRelease } from './newest-release.ts';

const hourMs = 3_600_000;

test('a newer version is known after the first look, requested again a day later, and after a failure an hour later', async () => {
  let requests = 0;
  let body = '{"tag_name":"v0.10.0"}';
  const releases = createServer((_request, response) => {
    requests += 1;
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(releases, 'listening');
  const url = `http://127.0.0.1:${(releases.address() as AddressInfo).port}/latest`;
  let now = 0;
  const { log, texts } = readableLogger();
  const release = new NewestRelease({ url, version: '0.9.1', clock: { now: () => now }, log });
  expect(release.newer()).toBeNull();
  await expect.poll(() => release.newer()).toBe('0.10.0');
  now = 24 * hourMs - 1;
  release.newer();
  expect(requests).toBe(1);
  now += 1;
  body = '{"tag_name":"<script>"}';
  release.newer();
  await expect.poll(texts).toEqual(['The newest version could not be read from UPDATE_CHECK_URL']);
  expect([requests, release.newer()]).toEqual([2, '0.10.0']);
  now += hourMs;
  body = '{"tag_name":"v0.9.1"}';
  release.newer();
  await expect.poll(() => release.newer()).toBeNull();
  expect(requests).toBe(3);
  releases.close();
});

test('a server without the setting calls nobody, also when its administrator looks', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  const server = await startTestServer();
  const admin = await server.signup('ann@example.com');
  expect((await admin.api('GET', '/api/admin/system')).body.newerVersion).toBeNull();
  await server.stop();
  // Node gives its own calls one list of the options and the callback.
  const options = connect.mock.calls.map(
    ([first]) => [first].flat()[0] as { host?: string; port?: number; path?: string },
  );
  expect(options.length).toBeGreaterThan(0);
  const outside = options.filter(
    ({ host = 'localhost', path }) => !path && !/^(127\.0\.0\.1|localhost|::1)$/.test(host),
  );
  expect(outside).toEqual([]);
});
