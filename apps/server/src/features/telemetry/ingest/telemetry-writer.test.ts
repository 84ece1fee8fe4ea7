import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readableLogger } from '../../../../test/log.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import type { Message } from '../variables/index.ts';
import { DeviceRegistry } from '../variables/index.ts';
import { createTelemetryMetrics } from './telemetry.metrics.ts';
import { TelemetryWriter } from './telemetry-writer.ts';

const clock = { now: () => 0 };
const flooder = 1;
const neighbour = 2;

let registry: DeviceRegistry;
let writer: TelemetryWriter;
/** The accounts of each write to the database, and what ends it. */
let writes: { accounts: number[]; end(): void }[];
let spooled: number[];
let payloads: Buffer[];
let log: Logger;
let logged: () => string[];
let failsOnce: boolean;
let readsSpool: boolean;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'] });
  registry = new DeviceRegistry(clock, { changed: () => undefined });
  writes = [];
  [spooled, payloads] = [[], []];
  [failsOnce, readsSpool] = [false, false];
  ({ log, texts: logged } = readableLogger());
  writer = new TelemetryWriter({
    registry,
    log,
    metrics: createTelemetryMetrics(createMetrics()),
    store: {
      store(messages) {
        if (failsOnce) {
          failsOnce = false;
          return Promise.reject(new Error('away'));
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        writes.push({ accounts: accountsOf(messages), end: resolve });
        return promise;
      },
      close: async () => undefined,
    },
    spool: {
      bytes: 0,
      get isEmpty() {
        return spooled.length === 0;
      },
      append: async (record) => {
        payloads.push(Buffer.from(record));
        spooled.push(...accountsOf(registry.decode(Buffer.from(record))));
      },
      // Without `readsSpool` the database never gets to it.
      oldest: () => (readsSpool ? Promise.resolve(segment()) : new Promise(() => undefined)),
      close: async () => undefined,
    },
  });
});
/** All that is in the spool. */
const segment = () => ({
  payloads: [...payloads],
  lostBytes: 0,
  markUnreadable: () => undefined,
  async remove() {
    [spooled, payloads] = [[], []];
  },
});
afterEach(() => {
  vi.useRealTimers();
});

const accountsOf = (messages: readonly Message[]) => [...new Set(messages.map(({ device }) => device.accountId))];
const send = (accountId: number, count: number, durable = true) => {
  const device = registry.get(accountId, accountId);
  let last: Promise<void> | undefined;
  for (let index = 0; index < count; index++) {
    last = writer.add({ device, at: index, values: {}, variables: [], mayExist: false }, 200, durable);
  }
  return last;
};
const fail = (error: unknown) => {
  throw error;
};
const endWrite = async (index: number) => {
  writes[index]?.end();
  await vi.advanceTimersByTimeAsync(15);
};

test('what somebody waits for is written in the same turn, with what waits at QoS 0; that alone waits for others', async () => {
  void send(neighbour, 1, false);
  await vi.advanceTimersByTimeAsync(99);
  expect(writes).toEqual([]);
  void send(flooder, 1);
  void send(neighbour, 1);
  expect(writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(writes.map(({ accounts }) => accounts)).toEqual([[neighbour, flooder]]);
  void send(neighbour, 1, false);
  await endWrite(0);
  expect(writes).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(writes.map(({ accounts }) => accounts).slice(1)).toEqual([[neighbour]]);
  void send(neighbour, 200, false);
  writes[1]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(writes.map(({ accounts }) => accounts).slice(2)).toEqual([[neighbour]]);
});

test('what an account has waiting holds up others by one write at most', async () => {
  send(flooder, 20_000)?.catch(fail);
  const stored = send(neighbour, 1);
  await endWrite(0);
  expect(writes.map(({ accounts }) => accounts)).toEqual([[flooder], [neighbour]]);
  await endWrite(1);
  await stored;
  expect(spooled).toEqual([]);
});

test('an account whose messages go to the spool, since it sends too many, takes nobody else there', async () => {
  send(flooder, 20_000)?.catch(fail);
  // The database takes 100 ms for each write, and then eight are done.
  for (let index = 0; index < 8; index++) {
    await vi.advanceTimersByTimeAsync(100);
    await endWrite(index);
  }
  expect(new Set(spooled)).toEqual(new Set([flooder]));
  const stored = send(neighbour, 1);
  await vi.advanceTimersByTimeAsync(15);
  for (let index = 0; index < writes.length; index++) await endWrite(index);
  await stored;
  expect(writes.at(-1)?.accounts).toEqual([neighbour]);
  expect(new Set(spooled)).toEqual(new Set([flooder]));
});

test('while the database hangs, anyone who comes goes to the spool without a query', async () => {
  const first = send(flooder, 10);
  await vi.advanceTimersByTimeAsync(15 + 700);
  await first;
  const second = send(neighbour, 10);
  await vi.advanceTimersByTimeAsync(15);
  await second;
  expect(writes).toHaveLength(1);
  expect(spooled).toEqual([flooder, neighbour]);
});

test('where the database and the spool take turns, the log has it once, not for each message', async () => {
  readsSpool = true;
  for (let turn = 1; turn <= 50; turn++) {
    failsOnce = true;
    const stored = send(turn, 1);
    await vi.advanceTimersByTimeAsync(0);
    await stored;
    await endWrite(turn - 1);
    expect(spooled).toEqual([]);
  }
  for (const text of ['Telemetry goes to the spool on disk', 'The database has all that was in the spool']) {
    expect(logged().filter((line) => line.endsWith(text))).toHaveLength(1);
  }
});

test('what leaves the spool is noted for formulas when it is stored, before the spool forgets it', async () => {
  const device = registry.get(flooder, flooder);
  const notes: { at: number; keys: string[]; writes: number; spooled: number }[] = [];
  device.computed = {
    hasSpread: false,
    has: () => false,
    leaveOut: () => null,
    add: () => ({ keys: [], noted: null }),
    async changedFrom(at, keys) {
      notes.push({ at, keys: [...keys], writes: ended, spooled: spooled.length });
    },
    returnTo: () => undefined,
  };
  let ended = 0;
  readsSpool = true;
  failsOnce = true;
  const stored = writer.add({ device, at: 5, values: { n: 1 }, variables: [], mayExist: false }, 200, true);
  await vi.advanceTimersByTimeAsync(0);
  await stored;
  ended = 1;
  await endWrite(0);
  expect(notes).toEqual([{ at: 5, keys: ['n'], writes: 1, spooled: 1 }]);
  expect(spooled).toEqual([]);
});
