import { beforeEach, expect, test, vi } from 'vitest';
import type { BoardMessage, BoardSession } from '../../../../platform/broker/index.ts';
import type { DeviceRecord } from '../devices.directory.ts';
import { ConnectSequence } from './connect-sequence.ts';

const session: BoardSession = {
  kind: 'board',
  accountId: 1,
  espid: 'A',
  deviceId: 7,
  remoteAddress: '::1',
  connectedAt: 0,
};
const info: BoardMessage = { subtopic: 'info', payload: Buffer.from('1,2'), qos: 0, receivedAt: 0 };
const device = { id: 7, espid: 'A', accountId: 1 } as DeviceRecord;

let arrivals: string[];
/** For how long nothing may be sent to the board. */
let restMs: number;
let sequence: ConnectSequence;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  arrivals = [];
  restMs = 0;
  const last = {
    messages(_: DeviceRecord, arrival: string) {
      arrivals.push(arrival);
      return [];
    },
  };
  sequence = new ConnectSequence({ find: () => device, last });
  sequence.sendBy({ restMs: () => restMs, send: () => undefined });
  sequence.connected(session);
  sequence.subscribed(session, true);
});

/** What has arrived is read; then what is due is done. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(0);
}

test('a board whose report came while the process stood still is one that was only away', async () => {
  vi.advanceTimersByTime(1_500);
  sequence.message(session, info);
  await turn();
  expect(arrivals).toEqual(['back']);
});

test('one that reports nothing has firmware that does not', async () => {
  vi.advanceTimersByTime(1_500);
  await turn();
  expect(arrivals).toEqual(['unknown']);
});

test('one that is gone gets nothing', async () => {
  vi.advanceTimersByTime(1_500);
  sequence.disconnected(session);
  await turn();
  expect(arrivals).toEqual([]);
});

test('what a board is to be comes no closer than 300 ms to a command that was sent when its turn came', async () => {
  sequence.message(session, { ...info, subtopic: 'get/init' });
  restMs = 300;
  vi.advanceTimersByTime(0);
  expect(arrivals).toEqual([]);
  restMs = 0;
  vi.advanceTimersByTime(299);
  expect(arrivals).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(arrivals).toEqual(['booted']);
});
