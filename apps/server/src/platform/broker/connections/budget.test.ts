import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { publishPacket, RawClient } from '../test/raw-client.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

const topic = `/${boardId}/debug`;
let server: TestBroker;

/** The broker's clock in our hands; sockets and turns of the event loop continue. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
});

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);
const numbered = (count: number) => Array.from({ length: count }, (_, index) => publishPacket(topic, String(index)));
const handled = () => server.messages.filter(({ espid }) => espid === boardId).length;

/** A broker whose features take so long for each message of the board. */
async function startSlowBroker(ms: number) {
  server = await startTestBroker({
    boardMessage: ({ espid }) => {
      if (espid === boardId) pass(ms / 1_000);
    },
  });
  const board = await RawClient.login(server.plainPort, boardId, '1', { keepalive: 0 });
  const other = await RawClient.login(server.plainPort, 'other', '2', { keepalive: 0 });
  return { board, other };
}

/** Lets the event loop turn until no message is handled any more. */
async function untilHeld(other: RawClient): Promise<number> {
  for (let [before, turns] = [-1, 0]; turns < 5; turns += 1) {
    if (handled() !== before) [before, turns] = [handled(), 0];
    await other.settle();
  }
  return handled();
}

describe('the budget of a connection', () => {
  test('is used up by small packets: the rest waits until time has paid for it, and nothing is lost', async () => {
    server = await startTestBroker();
    const board = await RawClient.login(server.plainPort, boardId, '1');
    const other = await RawClient.login(server.plainPort, 'other', '2');
    board.send(...numbered(20_000));
    const read = await untilHeld(other);
    expect(read).toBeGreaterThan(5_000);
    expect(read).toBeLessThan(13_000);
    expect(await server.count('throttled_total')).toBe(1);
    for (let seconds = 0; seconds < 5; seconds += 1) {
      pass(1);
      await untilHeld(other);
    }
    expect(server.messages.map(({ payload }) => Number(payload.toString()))).toEqual([...Array(20_000).keys()]);
  });

  test('is used up by packets of every type', async () => {
    server = await startTestBroker();
    const board = await RawClient.login(server.plainPort, boardId, '1');
    board.publish(topic, '', { qos: 2, messageId: 1 });
    await board.next('pubrec');
    const exchange = [{ cmd: 'pubrel', messageId: 1 } as const, publishPacket(topic, '', { qos: 2, messageId: 1 })];
    board.send(...Array.from({ length: 9_000 }, () => exchange).flat());
    await expect.poll(() => server.count('throttled_total')).toBe(1);
    expect(board.all('pubcomp').length).toBeLessThan(9_000);
  });

  test('is used up by the time that few messages take, whatever their number', async () => {
    const { board, other } = await startSlowBroker(20);
    board.send(...numbered(300));
    const read = await untilHeld(other);
    // A second at once, and a quarter of what passes meanwhile.
    expect(read).toBeGreaterThanOrEqual(50);
    expect(read).toBeLessThanOrEqual(80);
    pass(1);
    expect((await untilHeld(other)) - read).toBeGreaterThan(5);
    expect(server.events.filter((event) => event.startsWith('disconnected'))).toEqual([]);
  });

  test('is exceeded for ten seconds: the connection ends, with one line in the log', async () => {
    const { board, other } = await startSlowBroker(20);
    board.send(...numbered(1_000));
    for (let halves = 0; halves < 40 && !board.isClosed; halves += 1) {
      await untilHeld(other);
      pass(0.5);
    }
    await board.closed;
    expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} too_much`);
    expect(handled()).toBeLessThan(300);
    expect(server.logLines.map(({ msg, client }) => [msg, client])).toEqual([
      ['A client sends too much and is slowed down.', boardId],
      ['A client sends too much for too long and is cut off.', boardId],
    ]);
    await other.settle();
  });

  test('is left alone by a board that sends a lot once and then little', async () => {
    const { board, other } = await startSlowBroker(20);
    board.send(...numbered(100));
    for (let seconds = 0; seconds < 60; seconds += 1) {
      pass(1);
      board.publish(topic, 'x');
      await untilHeld(other);
    }
    expect(handled()).toBe(160);
    expect(server.events.filter((event) => event.startsWith('disconnected'))).toEqual([]);
  });
});

describe('the share of an account', () => {
  test('is used by turns: one chunk of expensive messages lets others in between, and is done in the end', async () => {
    const { board, other } = await startSlowBroker(1);
    board.send(...numbered(500));
    other.publish('/other/debug', 'x');
    await other.settle();
    // A piece takes 5 ms, and what is on its way a few turns.
    expect(handled()).toBeLessThan(250);
    await board.settle();
    expect(handled()).toBe(500);
    expect(server.messages.filter(({ espid }) => espid === boardId).map(({ payload }) => Number(payload))).toEqual([
      ...Array(500).keys(),
    ]);
  });

  test('is used by its connections in turn', async () => {
    server = await startTestBroker({ boardMessage: () => void pass(0.001) });
    const boards = await Promise.all(
      ['first', 'second'].map((espid) => RawClient.login(server.plainPort, espid, '1', { keepalive: 0 })),
    );
    for (const [index, espid] of ['first', 'second'].entries()) {
      boards[index]?.send(...Array.from({ length: 300 }, () => publishPacket(`/${espid}/debug`, 'x')));
    }
    await Promise.all(boards.map((board) => board.settle()));
    const order = server.messages.map(({ espid }) => espid);
    expect(order).toHaveLength(600);
    expect(order.indexOf('second')).toBeLessThan(order.lastIndexOf('first'));
    expect(order.indexOf('first')).toBeLessThan(order.lastIndexOf('second'));
  });
});
