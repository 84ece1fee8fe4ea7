import { expect, test } from 'vitest';
import type { BoardSession } from '../../platform/broker/index.ts';
import { WaitingConnections } from './waiting-connections.ts';

const session = (n: number, more: Partial<BoardSession> = {}): BoardSession => ({
  ...{ kind: 'board', accountId: n % 2 ? n : -n, espid: `ESP-${n}`, deviceId: null },
  ...{ remoteAddress: '192.0.2.1', connectedAt: 0, ...more },
});

function waitingConnections() {
  const closed: string[] = [];
  const disconnectBoard = (espid: string) => void closed.push(espid);
  return { closed, waiting: new WaitingConnections({ disconnectBoard }) };
}

test('a network that names ever more addresses has its oldest boards closed, with an account or without, and no other network’s', () => {
  const { closed, waiting } = waitingConnections();
  waiting.add(session(1_000, { remoteAddress: '198.51.100.1' }));
  for (let n = 1; n <= 63; n += 1) waiting.add(session(n));
  expect(closed).toEqual(['ESP-1', 'ESP-2', 'ESP-3']);
});

test('those that went, and those that became devices, are not closed', () => {
  const { closed, waiting } = waitingConnections();
  const sessions = Array.from({ length: 61 }, (_, n) => session(n));
  const [first, second] = sessions as [BoardSession, BoardSession];
  for (const one of sessions.slice(0, 60)) waiting.add(one);
  waiting.remove(first);
  waiting.add(session(60));
  second.deviceId = 7;
  waiting.add(session(61));
  expect(closed).toEqual([]);
});
