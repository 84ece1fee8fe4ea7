import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { QueueBench } from '../../../../test/boards/queue-bench.ts';
import type { OpenCommand } from './command.ts';

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

describe('a momentary output', () => {
  const press = () => [
    bench.output('D6', '1', { once: true, expiresAt: Date.now() + 30_000 }),
    bench.output('D6', '0', { notBefore: Date.now() + 5_000 }),
  ];

  test('is switched back so long after it was switched', () => {
    const pair = press();
    bench.queue.disconnected();
    bench.queue.add(pair);
    vi.advanceTimersByTime(4_000);
    bench.queue.connected();
    vi.advanceTimersByTime(300);
    // Stored, so that it holds when the server is killed in between.
    expect(bench.changes).toContainEqual({ id: pair[1]?.id, state: 'queued', notBefore: Date.now() + 5_000 });
    bench.confirm('output', 'D6');
    vi.advanceTimersByTime(4_900);
    expect(bench.payloads()).toEqual(['D6:digit:1']);
    vi.advanceTimersByTime(200);
    expect(bench.payloads()).toEqual(['D6:digit:1', 'D6:digit:0']);
  });

  test('is switched back although nobody knows whether it was switched', () => {
    bench.queue.add(press());
    bench.queue.disconnected();
    vi.advanceTimersByTime(6_000);
    bench.queue.connected();
    vi.advanceTimersByTime(300);
    expect(bench.payloads()).toEqual(['D6:digit:1', 'D6:digit:0']);
  });

  test('that never happened is not switched back', () => {
    const [on, off] = press();
    bench.queue.disconnected();
    bench.queue.add([on, off].filter((one) => one !== undefined));
    vi.advanceTimersByTime(31_000);
    expect([on?.state, off?.state]).toEqual(['expired', 'superseded']);
  });

  test.each([
    ['back by hours', -5 * hourMs],
    ['on by hours, or the machine slept', 5 * hourMs],
  ])('is switched back in time when the clock is set %s', (_, ms) => {
    bench.queue.add(press());
    bench.confirm('output', 'D6');
    vi.advanceTimersByTime(1_000);
    vi.setSystemTime(Date.now() + ms);
    bench.queue.add([bench.output('D1', '1')]);
    vi.advanceTimersByTime(100);
    bench.confirm('output', 'D1');
    vi.advanceTimersByTime(4_000);
    const switched = bench
      .payloads()
      .join()
      .match(/D6:digit:\d/g);
    expect([...new Set(switched)]).toEqual(['D6:digit:1', 'D6:digit:0']);
  });

  test('is switched back however long its board was away', () => {
    bench.queue.add(press());
    bench.queue.disconnected();
    vi.advanceTimersByTime(3 * hourMs);
    bench.queue.connected();
    vi.advanceTimersByTime(300);
    expect(bench.payloads()).toEqual(['D6:digit:1', 'D6:digit:0']);
  });
});

describe('what switches a momentary output back', () => {
  const press = () => [
    bench.output('D6', '1', { once: true, expiresAt: Date.now() + 30_000 }),
    bench.output('D6', '0', { notBefore: Date.now() + 5_000 }),
  ];
  const states = (...commands: readonly (OpenCommand | undefined)[]) => commands.map((one) => one?.state);
  /** Pressed and switched on. */
  function switchOn(): OpenCommand | undefined {
    const [on, off] = press();
    bench.queue.add([on, off].filter((one) => one !== undefined));
    bench.confirm('output', 'D6');
    bench.sent = [];
    return off;
  }
  function comeBack(): void {
    bench.queue.connected();
    vi.advanceTimersByTime(300);
  }

  test('is sent until the board reports it: after ten seconds, then after twice as long, and when the board is back', () => {
    const off = switchOn();
    vi.advanceTimersByTime(10_100);
    expect([bench.payloads(), off?.state]).toEqual([['D6:digit:0', 'D6:digit:0'], 'queued']);
    expect(off?.reason).toBe('The board did not answer within 5 s.');
    bench.sent = [];
    vi.advanceTimersByTime(9_800);
    expect(bench.payloads()).toEqual([]);
    vi.advanceTimersByTime(5_300);
    expect([bench.payloads(), off?.state]).toEqual([['D6:digit:0', 'D6:digit:0'], 'queued']);
    vi.advanceTimersByTime(19_000);
    expect(bench.sent).toHaveLength(2);
    bench.queue.disconnected();
    vi.advanceTimersByTime(3 * hourMs);
    bench.sent = [];
    comeBack();
    bench.confirm('output', 'D6', '0');
    vi.advanceTimersByTime(hourMs);
    expect([bench.payloads(), off?.state, off?.reason]).toEqual([['D6:digit:0'], 'acknowledged', null]);
  });

  test('holds nothing up while it waits to be sent again', () => {
    switchOn();
    vi.advanceTimersByTime(10_100);
    bench.queue.add([bench.output('D1', '1')]);
    expect(bench.payloads().at(-1)).toBe('D1:digit:1');
  });

  test('is not confirmed by a report that the output is on, which boards repeat', () => {
    const off = switchOn();
    vi.advanceTimersByTime(5_000);
    expect(bench.confirm('output', 'D6', '1')).toBeUndefined();
    bench.queue.disconnected();
    expect(bench.queue.confirmedBefore({ kind: 'output', target: 'D6', value: '1' }, Date.now())).toBeUndefined();
    expect(bench.queue.confirmedBefore({ kind: 'output', target: 'D6', value: '0' }, Date.now())).toBe(off);
    expect(off?.state).toBe('acknowledged');
  });

  test.each<[string, () => readonly OpenCommand[], (() => void)?]>([
    ['a press that expired', press],
    ['a press that was withdrawn', press, () => bench.queue.withdraw(() => true, 'The pass was revoked.')],
    ['"off" that expired', () => [bench.output('D6', '0', { expiresAt: Date.now() + 30_000 })]],
  ])('comes also after %s', (_, request, withdraw) => {
    const off = switchOn();
    bench.queue.disconnected();
    const requested = request();
    bench.queue.add(requested);
    withdraw?.();
    vi.advanceTimersByTime(31_000);
    expect(states(off, ...requested)).not.toContain('acknowledged');
    expect(bench.queue.size).toBe(1);
    comeBack();
    expect([bench.payloads(), off?.state]).toEqual([['D6:digit:0'], 'sent']);
  });

  test('is that of a newer press as soon as that was sent', () => {
    const off = switchOn();
    bench.queue.disconnected();
    vi.advanceTimersByTime(6_000);
    const [on, newOff] = press();
    bench.queue.add([on, newOff].filter((one) => one !== undefined));
    vi.advanceTimersByTime(10_000);
    comeBack();
    expect([bench.payloads(), states(off, on, newOff)]).toEqual([['D6:digit:1'], ['superseded', 'sent', 'queued']]);
    bench.confirm('output', 'D6');
    vi.advanceTimersByTime(5_000);
    expect(bench.payloads().at(-1)).toBe('D6:digit:0');
  });

  test.each([
    ['comes no more after an "off" that the board reported', '0', 'superseded'],
    ['still comes after an "off" to which the board repeated that it is on', '1', 'sent'],
  ])('%s', (_, value, state) => {
    const off = switchOn();
    bench.queue.add([bench.output('D6', '0')]);
    vi.advanceTimersByTime(300);
    bench.confirm('output', 'D6', value);
    vi.advanceTimersByTime(5_100);
    expect(off?.state).toBe(state);
  });

  test('still comes after an "off" that got no response', () => {
    const off = switchOn();
    bench.queue.add([bench.output('D6', '0')]);
    vi.advanceTimersByTime(5_400);
    expect(off?.state).toBe('sent');
  });

  test('is sent again when the connection broke while it was on its way and a newer press waits', () => {
    const off = switchOn();
    vi.advanceTimersByTime(5_000);
    bench.queue.add(press());
    bench.queue.disconnected();
    expect(off?.state).toBe('queued');
    vi.advanceTimersByTime(31_000);
    bench.sent = [];
    comeBack();
    expect(bench.payloads()).toEqual(['D6:digit:0']);
  });

  test('is sent again when anyone who pressed may not any more', () => {
    const off = switchOn();
    vi.advanceTimersByTime(5_000);
    bench.queue.withdraw(() => true, 'The pass was revoked.');
    bench.queue.disconnected();
    bench.sent = [];
    comeBack();
    expect([bench.payloads(), off?.state]).toEqual([['D6:digit:0'], 'sent']);
  });

  test('is sent again when the connection broke although the firmware cannot confirm it', () => {
    bench.confirms = false;
    const off = switchOn();
    vi.advanceTimersByTime(5_000);
    bench.queue.disconnected();
    bench.sent = [];
    comeBack();
    vi.advanceTimersByTime(hourMs);
    expect([bench.payloads(), off?.state]).toEqual([['D6:digit:0'], 'unconfirmed']);
  });

  test('is taken up after a start beside what switches it on', () => {
    const [on, off] = press();
    bench.queue.disconnected();
    if (on) bench.queue.add([on]);
    if (off) bench.queue.add([{ ...off, owed: true }]);
    vi.advanceTimersByTime(20_000);
    comeBack();
    expect([bench.payloads(), on?.state]).toEqual([['D6:digit:1'], 'sent']);
    bench.confirm('output', 'D6');
    vi.advanceTimersByTime(5_000);
    expect(bench.payloads()).toEqual(['D6:digit:1', 'D6:digit:0']);
  });

  test('is taken up after a start although what switches it on has expired: it may have been sent', () => {
    const [on, off] = press();
    bench.queue.disconnected();
    vi.advanceTimersByTime(31_000);
    if (on) bench.queue.add([on]);
    if (off) bench.queue.add([{ ...off, owed: true }]);
    comeBack();
    expect([bench.payloads(), on?.state]).toEqual([['D6:digit:0'], 'expired']);
  });
});
