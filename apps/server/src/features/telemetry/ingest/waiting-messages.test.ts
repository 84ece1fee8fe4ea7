import { afterEach, describe, expect, test } from 'vitest';
import type { Message } from '../variables/index.ts';
import { DeviceTelemetry } from '../variables/index.ts';
import { maxBatch, WaitingMessages } from './waiting-messages.ts';

const clock = { now: () => 0 };
const deviceOf = (accountId: number) => new DeviceTelemetry({ id: accountId, accountId }, clock, () => undefined);
const message = (device: DeviceTelemetry, at = 0): Message => ({
  device,
  at,
  values: {},
  variables: [],
  mayExist: false,
});

let waiting: WaitingMessages;
const open = () => {
  waiting = new WaitingMessages({ lateAfterMs: 60_000, late: () => undefined });
  return waiting;
};
const add = (device: DeviceTelemetry, count: number, { durable = false, bytes = 200 } = {}) =>
  Array.from({ length: count }, (_, index) => waiting.add(message(device, index), bytes, durable) !== undefined).filter(
    Boolean,
  ).length;
const takeAccounts = () => waiting.take().map(({ accountId }) => accountId);

afterEach(() => {
  for (;;) {
    const batches = waiting.take();
    if (batches.length === 0) return;
    for (const { late } of batches) clearTimeout(late);
  }
});

describe('messages that wait', () => {
  test('an account that comes while another has very much waits for one write at most', () => {
    open();
    add(deviceOf(1), 20_000);
    add(deviceOf(2), 1);
    expect(takeAccounts()).toEqual([1]);
    expect(takeAccounts()).toContain(2);
  });

  test('of 30 accounts with very much to write, every write takes some of each', () => {
    open();
    const flooders = Array.from({ length: 30 }, (_, index) => deviceOf(index + 1));
    for (let round = 0; round < 500; round++) for (const flooder of flooders) add(flooder, 1);
    add(deviceOf(99), 1);
    expect([...takeAccounts(), ...takeAccounts()]).toContain(99);
    expect(new Set([...takeAccounts(), ...takeAccounts()]).size).toBe(30);
  });

  test('one account alone fills whole writes, in its order', () => {
    open();
    add(deviceOf(1), 5_000);
    const batches = [waiting.take(), waiting.take(), waiting.take()].flat();
    expect(batches.map(({ messages }) => messages.length)).toEqual([maxBatch, maxBatch, 1_000]);
    expect(batches.flatMap(({ messages }) => messages.map(({ at }) => at))).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index),
    );
    expect(waiting.count).toBe(0);
    expect(waiting.unwritten).toBe(5_000);
    waiting.leave(batches);
    expect(waiting.unwritten).toBe(0);
  });

  test.each([false, true])('one account leaves room for others (durable: %s)', (durable) => {
    open();
    const taken = add(deviceOf(1), 200_000, { durable });
    expect(taken).toBeGreaterThan(durable ? 70_000 : 35_000);
    expect(add(deviceOf(2), 5_000, { durable })).toBe(5_000);
  });

  test('durable messages of one leave the boards of others their room at QoS 0', () => {
    open();
    add(deviceOf(1), 200_000, { durable: true });
    expect(add(deviceOf(2), 10_000)).toBe(10_000);
  });

  test('what is large counts by its bytes, and room comes back with what is written', () => {
    open();
    const flooder = deviceOf(1);
    expect(add(flooder, 10_000, { bytes: 4_096 })).toBeLessThanOrEqual(3_073);
    expect(add(flooder, 1)).toBe(0);
    for (let batches = waiting.take(); batches.length > 0; batches = waiting.take()) {
      waiting.leave(batches);
      for (const { late } of batches) clearTimeout(late);
    }
    expect(add(flooder, 1)).toBe(1);
  });
});
