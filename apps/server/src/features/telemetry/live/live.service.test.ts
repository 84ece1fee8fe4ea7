import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import { holdTime } from '../../../../test/held-time.ts';
import { silentLogger } from '../../../../test/log.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { deviceListChanged } from '../../boards/devices/index.ts';
import { Live } from './live.service.ts';

/** A page of account 1 that is open; `types` are those of what it was sent. */
function openPage() {
  const time = holdTime(0);
  const bus = new EventBus({ log: silentLogger });
  const deps = { bus, sharedBy: () => [], clock: time, log: silentLogger, metrics: new Registry() };
  const live = new Live(deps as unknown as ConstructorParameters<typeof Live>[0]);
  live.start();
  onTestFinished(() => {
    live.stop();
    time.release();
  });
  const types: string[] = [];
  const socket = {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send: (text: string) => types.push(JSON.parse(text).type),
    close() {},
  };
  const caller = { id: 1, member: 'user', sessionId: null, tokenId: 1, tokenScope: 'read' } as const;
  live.join(socket as unknown as WebSocket, caller);
  types.length = 0;
  return { bus, time, types };
}

test('a page is notified of many changes of the list of devices once, within a second', async () => {
  const { bus, time, types } = openPage();
  for (let change = 0; change < 50; change++) bus.publish(deviceListChanged, { accountId: 1 });
  await time.pass(1_000);
  expect(types).toEqual(['devices']);
  await time.pass(2_000);
  expect(types).toEqual(['devices']);
});
