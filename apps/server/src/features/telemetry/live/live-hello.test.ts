import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { holdTime } from '../../../../test/held-time.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { joinServer } from '../../../../test/server.ts';

test('a live connection whose browser says nothing is closed after five seconds', async () => {
  const server = await joinServer();
  const time = holdTime(Date.now(), { date: true });
  onTestFinished(() => time.release());
  const late = new LiveSocket(server.http);
  await once(late.socket, 'open');
  await time.pass(4_999);
  expect(late.socket.readyState).toBe(late.socket.OPEN);
  await time.pass(1);
  expect(await late.whenClosed()).toBe(4408);
});
