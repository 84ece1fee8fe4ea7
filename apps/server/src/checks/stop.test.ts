import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestServer } from '../../test/server.ts';

test('a server that begins to stop takes no board any more', async () => {
  const server = await startTestServer();
  const stopped = server.stop();
  const socket = connect(server.tlsPort, '127.0.0.1');
  await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  socket.destroy();
  await stopped;
});
