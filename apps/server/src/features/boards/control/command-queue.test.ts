import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { QueueBench } from '../../../../test/boards/queue-bench.ts';

const hourMs = 3_600_000;
let bench: QueueBench;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 * hourMs });
  bench = new QueueBench();
});
afterEach(() => {
  bench.queue.close();
  vi.useRealTimers();
});

describe('an event that equals the newest report of the board, whose echo may not have left', () => {
  const report = (value: string) => bench.confirm('event', 'led', value);

  test('waits 2 s where it does not come', () => {
    report('1');
    bench.queue.add([bench.event('led', '1')]);
    vi.advanceTimersByTime(1_999);
    expect(bench.sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(bench.payloads()).toEqual(['Event:led:1']);
  });

  test('another event and another value wait for nothing', () => {
    report('1');
    bench.queue.add([bench.event('led', '0')]);
    expect(bench.payloads()).toEqual(['Event:led:0']);
    report('0');
    bench.queue.add([bench.event('fan', '1')]);
    vi.advanceTimersByTime(300);
    expect(bench.payloads()).toEqual(['Event:led:0', 'Event:fan:1']);
  });
});

test('commands are announced when they wait, before one of them is sent', () => {
  bench.queue.add([bench.output('D1', '1')]);
  expect(bench.atAdded).toEqual([{ size: 1, sent: 0 }]);
  expect(bench.payloads()).toEqual(['D1:digit:1']);
});

describe('outputs', () => {
  test('several pins go in one message, and each response counts for its pin', () => {
    const [fan, valve] = [bench.output('D1', '1'), bench.output('D2', '0')];
    bench.queue.add([fan, valve]);
    expect(bench.payloads()).toEqual(['D1:digit:1,D2:digit:0']);
    vi.advanceTimersByTime(80);
    expect(bench.confirm('output', 'D2', '0')).toBe(valve);
    expect([fan.state, valve.state, (valve.answeredAt ?? 0) - (valve.sentAt ?? 0)]).toEqual([
      'sent',
      'acknowledged',
      80,
    ]);
  });

  test('five toggles within a second end in the newest, with 300 ms between messages', () => {
    const toggles = ['1', '0', '1', '0', '1'].map((value) => bench.output('D1', value));
    const report = () => {
      const [, value] = bench.payloads().at(-1)?.split('digit:') ?? [];
      bench.confirm('output', 'D1', value);
    };
    for (const toggle of toggles) {
      bench.queue.add([toggle]);
      vi.advanceTimersByTime(100);
      report();
    }
    vi.advanceTimersByTime(2_000);
    report();
    expect(bench.payloads().at(-1)).toBe('D1:digit:1');
    const gaps = bench.sent.slice(1).map(({ at }, index) => at - (bench.sent[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(300);
    expect(toggles.map(({ state }) => state)).not.toContain('queued');
    expect(toggles.filter(({ state }) => state === 'superseded').length).toBeGreaterThan(0);
    expect(toggles.at(-1)?.state).toBe('acknowledged');
  });

  test('what does not fit into the board’s buffer follows after the confirmations', () => {
    const all = Array.from({ length: 9 }, (_, index) => bench.output(`D${index}`, '1'));
    bench.queue.add(all);
    expect(bench.payloads()).toEqual(['D0:digit:1,D1:digit:1,D2:digit:1']);
    for (const pin of ['D0', 'D1', 'D2']) bench.confirm('output', pin);
    vi.advanceTimersByTime(300);
    expect(bench.payloads().at(-1)).toBe('D3:digit:1,D4:digit:1,D5:digit:1');
    expect(bench.sent.every(({ payload }) => payload.length <= 40)).toBe(true);
  });
});

describe('events', () => {
  test('the second of two waits for the response to the first, and for its echo', () => {
    bench.queue.add([bench.event('led', '1')]);
    bench.queue.add([bench.event('led', '1')]);
    vi.advanceTimersByTime(1_000);
    expect(bench.sent).toHaveLength(1);
    bench.confirm('event', 'led');
    vi.advanceTimersByTime(700);
    expect(bench.sent).toHaveLength(1);
    bench.queue.echoed('Event:led:1');
    expect(bench.payloads()).toEqual(['Event:led:1', 'Event:led:1']);
  });

  test('one for a moment is not sent again when the board is silent', async () => {
    const start = bench.event('SQ', '1', { once: true });
    bench.queue.add([start]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect([bench.sent.length, start.state]).toEqual([1, 'failed']);
  });
});

describe('a board that does not respond', () => {
  test('is requested once more after 2 s; after 5 s the command has failed and the next one goes', () => {
    const [first, second] = [bench.output('D1', '1'), bench.output('D2', '1')];
    bench.queue.add([first]);
    bench.queue.add([second]);
    vi.advanceTimersByTime(4_999);
    expect([bench.payloads(), first.state]).toEqual([['D1:digit:1', 'D1:digit:1'], 'sent']);
    vi.advanceTimersByTime(2);
    expect([first.state, first.reason]).toEqual(['failed', 'The board did not answer within 5 s.']);
    expect([bench.payloads().at(-1), second.state]).toEqual(['D2:digit:1', 'sent']);
  });

  test('and reports late what it was sent before confirms nothing newer with it', () => {
    const [on, off] = [bench.output('D1', '1'), bench.output('D1', '0')];
    bench.queue.add([on]);
    vi.advanceTimersByTime(5_001);
    bench.queue.add([off]);
    expect([on.state, off.state]).toEqual(['failed', 'sent']);
    expect(bench.confirm('output', 'D1', '1')).toBeUndefined();
    expect(bench.confirm('output', 'D1', '0')).toBe(off);
  });

  test('may still respond after the second try', () => {
    const fan = bench.output('D1', '1');
    bench.queue.add([fan]);
    vi.advanceTimersByTime(3_000);
    bench.confirm('output', 'D1');
    vi.advanceTimersByTime(10_000);
    expect(fan.state).toBe('acknowledged');
  });
});

describe('a board that is away', () => {
  test('gets what waits when it is back, and what was on its way again', () => {
    const [fan, valve] = [bench.output('D1', '1'), bench.output('D2', '1')];
    bench.queue.add([fan]);
    bench.queue.disconnected();
    bench.queue.add([valve]);
    expect([fan.state, valve.state]).toEqual(['queued', 'queued']);
    vi.advanceTimersByTime(10_000);
    expect(bench.sent).toHaveLength(1);
    bench.queue.connected();
    vi.advanceTimersByTime(300);
    expect(bench.payloads().at(-1)).toBe('D1:digit:1,D2:digit:1');
  });

  test('gets nothing that has expired', () => {
    const fan = bench.output('D1', '1', { expiresAt: Date.now() + 5_000 });
    bench.queue.disconnected();
    bench.queue.add([fan]);
    vi.advanceTimersByTime(5_001);
    expect([fan.state, fan.reason]).toEqual(['expired', 'The board did not come back in time.']);
    bench.queue.connected();
    vi.advanceTimersByTime(1_000);
    expect(bench.sent).toHaveLength(0);
  });

  test('does nothing for a moment later than it was requested', () => {
    const press = bench.event('SQ', '1', { once: true });
    bench.queue.add([press]);
    bench.queue.disconnected();
    expect([press.state, press.reason]).toEqual(['failed', 'The connection broke before the board answered.']);
  });

  test('a socket that is gone already leaves the command waiting', () => {
    bench.reachable = false;
    const fan = bench.output('D1', '1');
    bench.queue.add([fan]);
    expect(fan.state).toBe('queued');
    bench.reachable = true;
    bench.queue.disconnected();
    bench.queue.connected();
    vi.advanceTimersByTime(300);
    expect(fan.state).toBe('sent');
  });
});

describe('an event for a moment', () => {
  test('is stored as sent before it is, so that a server that is killed does not leave it to be done twice', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.stored = promise;
    const press = bench.event('SQ', '1', { once: true });
    bench.queue.add([press]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([bench.changes.at(-1)?.state, bench.sent]).toEqual(['sent', []]);
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(bench.payloads()).toEqual(['Event:SQ:1']);
    vi.advanceTimersByTime(20);
    expect(bench.confirm('event', 'SQ')).toBe(press);
    expect([press.state, (press.answeredAt ?? 0) - (press.sentAt ?? 0)]).toEqual(['acknowledged', 20]);
  });

  test('is not sent when the board has gone meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.stored = promise;
    const press = bench.event('SQ', '1', { once: true });
    bench.queue.add([press]);
    bench.queue.disconnected();
    bench.queue.connected();
    resolve();
    await vi.advanceTimersByTimeAsync(6_000);
    expect([press.state, bench.sent]).toEqual(['failed', []]);
  });

  test('has failed as not sent where the database hangs, and is not sent afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.stored = promise;
    const press = bench.event('SQ', '1', { once: true });
    bench.queue.add([press]);
    await vi.advanceTimersByTimeAsync(5_001);
    expect([press.state, press.reason]).toEqual(['failed', 'The server could not send it. Look into its log.']);
    resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bench.sent).toEqual([]);
  });

  test.each(['hangs', 'hangs until the board has gone'])(
    'to firmware that cannot confirm it is not said to be sent where the database %s',
    async (how) => {
      bench.confirms = false;
      bench.stored = new Promise(() => undefined);
      const press = bench.event('SQ', '1', { once: true });
      bench.queue.add([press]);
      if (how === 'hangs') await vi.advanceTimersByTimeAsync(5_001);
      else bench.queue.disconnected();
      expect([press.state, bench.sent]).toEqual(['failed', []]);
    },
  );

  test('is not sent when whoever pressed loses the right before it is stored, and the next one is', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.stored = promise;
    const press = bench.event('SQ', '1', { once: true });
    bench.queue.add([press]);
    bench.queue.withdraw((one) => one === press, 'The pass was revoked.');
    expect([press.state, press.reason]).toEqual(['failed', 'The pass was revoked.']);
    resolve();
    await vi.advanceTimersByTimeAsync(300);
    bench.queue.add([bench.output('D1', '1')]);
    expect(bench.payloads()).toEqual(['D1:digit:1']);
  });

  test('gives the board its 5 s from when it was sent', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.stored = promise;
    const press = bench.event('SQ', '1', { once: true });
    bench.queue.add([press]);
    await vi.advanceTimersByTimeAsync(4_000);
    resolve();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(press.state).toBe('sent');
    await vi.advanceTimersByTimeAsync(2);
    expect([press.state, press.reason]).toEqual(['failed', 'The board did not answer within 5 s.']);
  });

  test('waits where the database does not take that it is sent, or the socket is gone', async () => {
    const press = bench.event('SQ', '1', { once: true });
    bench.stored = Promise.reject(new Error('The database is away'));
    bench.queue.add([press]);
    await vi.advanceTimersByTimeAsync(0);
    expect([press.state, press.sentAt, bench.changes.at(-1)?.state]).toEqual(['queued', null, 'queued']);
    bench.stored = Promise.resolve();
    bench.reachable = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([press.state, bench.sent]).toEqual(['queued', []]);
    bench.reachable = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([press.state, bench.payloads()]).toEqual(['sent', ['Event:SQ:1']]);
  });
});

describe('when the clock is set back', () => {
  test('a board gets its commands as before, and one that does not respond fails in time', () => {
    const [fan, lamp] = [bench.output('D1', '1'), bench.output('D2', '1')];
    bench.queue.add([fan]);
    vi.setSystemTime(Date.now() - hourMs);
    bench.confirm('output', 'D1');
    bench.queue.add([lamp]);
    vi.advanceTimersByTime(301);
    expect(bench.payloads()).toEqual(['D1:digit:1', 'D2:digit:1']);
    vi.advanceTimersByTime(5_001);
    expect(lamp.state).toBe('failed');
  });

  test('what waits for a board expires no later', () => {
    const fan = bench.output('D1', '1', { expiresAt: Date.now() + 30_000 });
    bench.queue.disconnected();
    bench.queue.add([fan]);
    vi.setSystemTime(Date.now() - hourMs);
    vi.advanceTimersByTime(31_000);
    bench.queue.connected();
    expect(fan.state).toBe('expired');
  });
});

test('a clock that is far back wakes the queue no more often than a right one', () => {
  const addedAt = Date.now();
  bench.queue.add([
    bench.output('D6', '0', {
      notBefore: Date.now() + 1_000 * 24 * hourMs,
      expiresAt: Date.now() + 1_001 * 24 * hourMs,
    }),
  ]);
  vi.advanceTimersToNextTimer();
  expect(vi.getMockedSystemTime()).toEqual(new Date(addedAt + 60_000));
});

describe('firmware that reports nothing of what it is sent', () => {
  beforeEach(() => {
    bench.confirms = false;
  });
  const states = () => bench.changes.map(({ id, state }) => `${id} ${state}`);

  test('gets each command once, which is then shown as unconfirmed', () => {
    bench.queue.add([bench.command('output', 'D1', '1')]);
    bench.queue.add([bench.command('event', 'feed', '1')]);
    vi.advanceTimersByTime(10_000);
    expect(bench.sent.map(({ subtopic, payload }) => `${subtopic} ${payload}`)).toEqual([
      'io D1:digit:1',
      'event Event:feed:1',
    ]);
    expect(states().filter((one) => !one.endsWith('sent'))).toEqual(['1 unconfirmed', '2 unconfirmed']);
  });

  test('gets it once, too, when the connection breaks before the response that never comes', () => {
    bench.queue.add([bench.command('output', 'D1', '1')]);
    bench.queue.disconnected();
    bench.queue.connected();
    vi.advanceTimersByTime(10_000);
    expect(bench.sent).toHaveLength(1);
    expect(states()).toEqual(['1 sent', '1 unconfirmed']);
  });

  test('and whose sketch reports it all the same has confirmed', () => {
    bench.queue.add([bench.command('output', 'D1', '1')]);
    vi.advanceTimersByTime(1_000);
    expect(bench.confirm('output', 'D1')).toMatchObject({ state: 'acknowledged' });
    vi.advanceTimersByTime(10_000);
    expect(bench.sent).toHaveLength(1);
  });
});

test('a response that came while the process stood still counts, although the timer comes first', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  bench.queue.add([bench.output('D1', '1')]);
  vi.advanceTimersByTime(5_000);
  expect(bench.confirm('output', 'D1')).toMatchObject({ state: 'acknowledged' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(bench.changes.map(({ state }) => state)).toEqual(['sent', 'acknowledged']);
});
