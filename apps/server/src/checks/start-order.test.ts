import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../test/server.ts';
import { DeliveryLoop } from '../features/automation/notifications/delivery-loop.ts';
import { Shares } from '../features/dashboards/sharing/shares.ts';

test('nothing is delivered before the server knows what is shared with whom', async () => {
  const shares = vi.spyOn(Shares.prototype, 'start');
  const loop = vi.spyOn(DeliveryLoop.prototype, 'start');
  const stop = vi.spyOn(DeliveryLoop.prototype, 'stop');
  const server = await startTestServer();
  await server.stop();
  // The loop of the server that other tests share may start again meanwhile.
  const begun = loop.mock.contexts.indexOf(stop.mock.contexts[0] as DeliveryLoop);
  expect(loop.mock.invocationCallOrder[begun]).toBeGreaterThan(shares.mock.invocationCallOrder[0] ?? Infinity);
});
