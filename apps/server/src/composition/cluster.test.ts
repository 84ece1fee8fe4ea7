import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../test/log.ts';
import { systemClock } from '../platform/clock.ts';
import { Front } from '../platform/cluster/index.ts';
import { Cluster } from './cluster.ts';

type Listener = (message: Buffer, respond: (content: object) => void) => void;

/** NATS within this process. */
class MemoryNats {
  isConnected = true;
  lostAt: number | null = null;
  connectedAt = 0;
  readonly #listeners = new Map<string, Listener>();

  publish(subject: string, message: Buffer): void {
    setImmediate(() => this.#listeners.get(subject)?.(message, () => undefined));
  }

  subscribe(subject: string, listener: Listener): () => void {
    this.#listeners.set(subject, listener);
    return () => this.#listeners.delete(subject);
  }

  request(subject: string, content: object): Promise<unknown> {
    return new Promise((resolve) => {
      this.#listeners.get(subject)?.(Buffer.from(JSON.stringify(content)), resolve);
    });
  }
}

const start = Date.UTC(2026, 5, 15, 12);
const second = { kind: 'waits', where: 'barn-2 0.3.0', since: start - 60_000, address: null };

let nats: MemoryNats;
let query: () => Promise<object>;
let cluster: Cluster;
let front: Front | undefined;
let onDrain: (drain: boolean) => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: start });
  nats = new MemoryNats();
  query = async () => ({ rows: [second] });
  const database = { tag: 'aa', pool: { query: () => query() } };
  cluster = new Cluster(nats as never, { database: database as never, log: silentLogger });
  onDrain = vi.fn();
  cluster.serve({
    accept: (socket) => {
      socket.origin.messages += 4;
    },
    directMessages: () => (systemClock.now() - start) / 100,
  });
});
afterEach(async () => {
  front?.stop();
  front = undefined;
  cluster.stop();
  vi.useRealTimers();
});

async function link(clock = systemClock): Promise<Front> {
  const onLinked = Promise.withResolvers<void>();
  front = new Front({
    ...{ nats: nats as never, name: 'barn-2', version: '0.3.0', clock, log: silentLogger },
    onLinked: onLinked.resolve,
    onDrain,
  });
  front.follow({ name: 'barn-1', tag: 'aa' });
  front.start();
  await onLinked.promise;
  return front;
}

/** The servers that are not linked, by the newest list of servers. */
async function missing(): Promise<object[]> {
  await new Promise(setImmediate);
  cluster.problems();
  await new Promise(setImmediate);
  return cluster.problems();
}

test('messages are counted by the server that brought them', async () => {
  const linked = await link();
  expect(cluster.linked()).toMatchObject([{ name: 'barn-2', boards: 0, messagesPerSecond: null }]);
  expect(cluster.directMessagesPerSecond()).toBeNull();
  linked.relay(new Socket(), { kind: 'boards', address: '10.0.0.9', port: 1 });
  await vi.waitFor(() => expect(cluster.linked()).toMatchObject([{ boards: 1 }]));
  vi.advanceTimersByTime(2_000);
  expect(cluster.linked()).toMatchObject([{ messagesPerSecond: 2 }]);
  expect(cluster.directMessagesPerSecond()).toBe(10);
});

test('a linked server is drained and taken into use again, another one is not', async () => {
  await link();
  expect(cluster.drain('barn-3', true)).toBe(false);
  expect(cluster.drain('barn-2', true)).toBe(true);
  expect(cluster.linked()).toMatchObject([{ isDrained: true }]);
  await vi.waitFor(() => expect(onDrain).toHaveBeenLastCalledWith(true));
  expect(cluster.drain('barn-2', false)).toBe(true);
  await vi.waitFor(() => expect(onDrain).toHaveBeenLastCalledWith(false));
});

test('a server that waits without a link for half a minute is a problem', async () => {
  vi.advanceTimersByTime(29_000);
  expect(await missing()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(await missing()).toMatchObject([
    { reason: 'server_not_linked', values: { server: 'barn-2' }, about: 'barn-2', since: start },
  ]);
  const linked = await link();
  expect(await missing()).toEqual([]);
  linked.stop();
  await new Promise(setImmediate);
  const lostAt = systemClock.now();
  expect(cluster.linked()).toEqual([]);
  expect(await missing()).toEqual([]);
  vi.advanceTimersByTime(30_000);
  expect(await missing()).toMatchObject([{ reason: 'server_not_linked', since: lostAt }]);
});

test('it is none while it has just begun to wait, or NATS is back', async () => {
  vi.advanceTimersByTime(60_000);
  nats.connectedAt = start + 40_000;
  expect(await missing()).toEqual([]);
  nats.connectedAt = 0;
  query = async () => ({ rows: [{ ...second, since: start + 40_000 }] });
  expect(await missing()).toEqual([]);
  query = async () => ({ rows: [{ ...second, kind: 'server' }] });
  expect(await missing()).toEqual([]);
  query = () => Promise.reject(new Error('away'));
  expect(await missing()).toEqual([]);
});

test('while NATS is away that alone is the problem', async () => {
  vi.advanceTimersByTime(60_000);
  nats.lostAt = start + 1;
  expect(await missing()).toMatchObject([{ reason: 'nats_away', since: start + 1 }]);
});

test('a server whose clock is off by more than 5 s is a problem', async () => {
  let aheadMs = -4_000;
  await link({ now: () => systemClock.now() + aheadMs });
  await vi.waitFor(() => expect(cluster.linked()).toMatchObject([{ clockAheadMs: expect.any(Number) }]));
  expect(cluster.linked()).toMatchObject([{ isClockOff: false }]);
  expect(cluster.problems()).toEqual([]);
  aheadMs = -6_000;
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(() => expect(cluster.linked()).toMatchObject([{ isClockOff: true }]));
  expect(cluster.problems()).toMatchObject([{ reason: 'server_clock_off', values: { server: 'barn-2' } }]);
});
