import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { findPort } from './find-port.mjs';

const server = createServer();
afterEach(() => server.close());

test('the preferred port, unless something listens there', async () => {
  const port = await findPort(0);
  expect(await findPort(port)).toBe(port);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const other = await findPort(port);
  expect(other).not.toBe(port);
  expect(other).toBeGreaterThan(0);
});
