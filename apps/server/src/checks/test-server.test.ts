import { dirname } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { type JoinedServer, joinServer } from '../../test/server.ts';

let server: JoinedServer;
afterAll(() => server.stop());

test('the server that files share, which nobody stops, writes where the run of tests removes it', async () => {
  server = await joinServer();
  expect(dirname(server.directory)).toBe(inject('serversDirectory'));
});
