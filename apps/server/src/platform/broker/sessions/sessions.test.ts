import { createServer, type Server, type Socket } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LoopShares } from '../../work-budget/index.ts';
import { createBrokerCounts } from '../broker-metrics.ts';
import { Connection } from '../connections/connection.ts';
import { maxPieceMs, shareLimits } from '../limits.ts';
import { RawClient } from '../test/raw-client.ts';
import { SessionRegistry } from './session-registry.ts';
import { Sessions } from './sessions.ts';

const counts = createBrokerCounts(new Registry());
const registry = new SessionRegistry();
const log = () => undefined;
const sessions = new Sessions({
  registry,
  counts,
  log,
  clock: { now: () => 0 },
  hooks: {
    authenticate: async () => ({ allow: false, returnCode: 5 }),
    maxPacketBytes: () => 512,
    boardConnected: log,
    boardSubscribed: log,
    boardDisconnected: log,
    boardMessage: log,
    boardHeldOff: log,
    boardMessageIgnored: log,
    appMessage: log,
    mayRead: () => true,
    sharedReaders: () => [],
    sharedRead: log,
  },
});
let server: Server;
let peer: RawClient;
let connection: Connection;

beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  peer = await RawClient.open((server.address() as { port: number }).port);
  connection = new Connection(await accepted, '127.0.0.1', {
    counts,
    log,
    shares: new LoopShares(shareLimits, maxPieceMs),
  });
});
afterEach(() => {
  peer.end();
  connection.close('shutdown');
  server.close();
});

test('a board that waits to be accepted uses the share of its network, not that of the account it names', () => {
  expect(connection.owner()).toBe('network 127.0.0.1');
  sessions.open(connection, 'board', { kind: 'board', accountId: 7, espid: 'board', deviceId: null });
  expect(connection.owner()).toBe('network 127.0.0.1');
  const session = registry.findBoard('board')?.session;
  if (session) session.deviceId = 1;
  expect(connection.owner()).toBe('account 7');
});

test('an app uses the share of its account', () => {
  sessions.open(connection, 'panel', { kind: 'app', accountId: 7, tokenId: 1, scope: 'read' });
  expect(connection.owner()).toBe('account 7');
});
