import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenCommand } from './command.ts';
import { CommandQueue } from './command-queue.ts';

const hourMs = 3_600_000;

let sent: { at: number; subtopic: string; payload: string }[];
let atAdded: { size: number; sent: number }[];
let reachable: boolean;
let confirms: boolean;
let changes: Pick<OpenCommand, 'id' | 'state' | 'notBefore'>[];
let queue: CommandQueue;
let startedAt: number;
let serial: number;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 * hourMs });
  startedAt = Date.now();
  sent = [];
  atAdded = [];
  changes = [];
  serial = 0;
  reachable = true;
  confirms = true;
  queue = new CommandQueue({
    clock: { now: () => Date.now() },
    maxIoBytes: () => 40,
    confirms: () => confirms,
    send(subtopic, payload) {
      if (reachable) sent.push({ at: Date.now() - startedAt, subtopic, payload });
      return reachable;
    },
    added: () => atAdded.push({ size: queue.size, sent: sent.length }),
    changed: (commands) => {
      changes.push(...commands.map(({ id, state, notBefore }) => ({ id, state, notBefore })));
    },
  });
  queue.connected();
  vi.advanceTimersByTime(300);
});
afterEach(() => {
  queue.close();
  vi.useRealTimers();
});

function command(
  kind: OpenCommand['kind'],
  target: string,
  value: string,
  more: Partial<OpenCommand> = {},
): OpenCommand {
  serial += 1;
  return {
    id: serial,
    deviceId: 1,
    kind,
    target,
    mode: kind === 'output' ? 'digit' : null,
    value,
    state: 'queued',
    actor: { kind: 'person', name: 'ann@example.com' },
    createdAt: Date.now(),
    notBefore: null,
    expiresAt: Date.now() + 60_000,
    sentAt: null,
    answeredAt: null,
    reason: null,
    once: false,
    owed: false,
    ...more,
  };
}
const output = (pin: string, value: string, more?: Partial<OpenCommand>) => command('output', pin, value, more);
const event = (name: string, value: string, more?: Partial<OpenCommand>) => command('event', name, value, more);
const confirm = (kind: OpenCommand['kind'], target: string, value = '1') => queue.confirmed({ kind, target, value });
const payloads = () => sent.map(({ payload }) => payload);

describe('an event that equals the newest report of the board, whose echo may not have left', () => {
  const report = (value: string) => confirm('event', 'led', value);

  test('waits 2 s where it does not come', () => {
    report('1');
    queue.add([event('led', '1')]);
    vi.advanceTimersByTime(1_999);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(payloads()).toEqual(['Event:led:1']);
  });

  test('another event and another value wait for nothing', () => {
    report('1');
    queue.add([event('led', '0')]);
    expect(payloads()).toEqual(['Event:led:0']);
    report('0');
    queue.add([event('fan', '1')]);
    vi.advanceTimersByTime(300);
    expect(payloads()).toEqual(['Event:led:0', 'Event:fan:1']);
  });
});

test('commands are announced when they wait, before one of them is sent', () => {
  queue.add([output('D1', '1')]);
  expect(atAdded).toEqual([{ size: 1, sent: 0 }]);
  expect(payloads()).toEqual(['D1:digit:1']);
});

describe('outputs', () => {
  test('several pins go in one message, and each response counts for its pin', () => {
    const [fan, valve] = [output('D1', '1'), output('D2', '0')];
    queue.add([fan, valve]);
    expect(payloads()).toEqual(['D1:digit:1,D2:digit:0']);
    vi.advanceTimersByTime(80);
    expect(confirm('output', 'D2', '0')).toBe(valve);
    expect([fan.state, valve.state, (valve.answeredAt ?? 0) - (valve.sentAt ?? 0)]).toEqual([
      'sent',
      'acknowledged',
      80,
    ]);
  });

  test('five toggles within a second end in the newest, with 300 ms between messages', () => {
    const toggles = ['1', '0', '1', '0', '1'].map((value) => output('D1', value));
    const report = () => {
      const [, value] = payloads().at(-1)?.split('digit:') ?? [];
      confirm('output', 'D1', value);
    };
    for (const toggle of toggles) {
      queue.add([toggle]);
      vi.advanceTimersByTime(100);
      report();
    }
    vi.advanceTimersByTime(2_000);
    report();
    expect(payloads().at(-1)).toBe('D1:digit:1');
    const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(300);
    expect(toggles.map(({ state }) => state)).not.toContain('queued');
    expect(toggles.filter(({ state }) => state === 'superseded').length).toBeGreaterThan(0);
    expect(toggles.at(-1)?.state).toBe('acknowledged');
  });

  test('what does not fit into the board’s buffer follows after the confirmations', () => {
    const all = Array.from({ length: 9 }, (_, index) => output(`D${index}`, '1'));
    queue.add(all);
    expect(payloads()).toEqual(['D0:digit:1,D1:digit:1,D2:digit:1']);
    for (const pin of ['D0', 'D1', 'D2']) confirm('output', pin);
    vi.advanceTimersByTime(300);
    expect(payloads().at(-1)).toBe('D3:digit:1,D4:digit:1,D5:digit:1');
    expect(sent.every(({ payload }) => payload.length <= 40)).toBe(true);
  });
});

describe('events', () => {
  test('the second of two waits for the response to the first, and for its echo', () => {
    queue.add([event('led', '1')]);
    queue.add([event('led', '1')]);
    vi.advanceTimersByTime(1_000);
    expect(sent).toHaveLength(1);
    confirm('event', 'led');
    vi.advanceTimersByTime(700);
    expect(sent).toHaveLength(1);
    queue.echoed('Event:led:1');
    expect(payloads()).toEqual(['Event:led:1', 'Event:led:1']);
  });

  test('one for a moment is not sent again when the board is silent', () => {
    const start = event('SQ', '1', { once: true });
    queue.add([start]);
    vi.advanceTimersByTime(6_000);
    expect([sent.length, start.state]).toEqual([1, 'failed']);
  });
});

describe('a board that does not respond', () => {
  test('is requested once more after 2 s; after 5 s the command has failed and the next one goes', () => {
    const [first, second] = [output('D1', '1'), output('D2', '1')];
    queue.add([first]);
    queue.add([second]);
    vi.advanceTimersByTime(4_999);
    expect([payloads(), first.state]).toEqual([['D1:digit:1', 'D1:digit:1'], 'sent']);
    vi.advanceTimersByTime(2);
    expect([first.state, first.reason]).toEqual(['failed', 'The board did not answer within 5 s.']);
    expect([payloads().at(-1), second.state]).toEqual(['D2:digit:1', 'sent']);
  });

  test('and reports late what it was sent before confirms nothing newer with it', () => {
    const [on, off] = [output('D1', '1'), output('D1', '0')];
    queue.add([on]);
    vi.advanceTimersByTime(5_001);
    queue.add([off]);
    expect([on.state, off.state]).toEqual(['failed', 'sent']);
    expect(confirm('output', 'D1', '1')).toBeUndefined();
    expect(confirm('output', 'D1', '0')).toBe(off);
  });

  test('may still respond after the second try', () => {
    const fan = output('D1', '1');
    queue.add([fan]);
    vi.advanceTimersByTime(3_000);
    confirm('output', 'D1');
    vi.advanceTimersByTime(10_000);
    expect(fan.state).toBe('acknowledged');
  });
});

describe('a board that is away', () => {
  test('gets what waits when it is back, and what was on its way again', () => {
    const [fan, valve] = [output('D1', '1'), output('D2', '1')];
    queue.add([fan]);
    queue.disconnected();
    queue.add([valve]);
    expect([fan.state, valve.state]).toEqual(['queued', 'queued']);
    vi.advanceTimersByTime(10_000);
    expect(sent).toHaveLength(1);
    queue.connected();
    vi.advanceTimersByTime(300);
    expect(payloads().at(-1)).toBe('D1:digit:1,D2:digit:1');
  });

  test('gets nothing that has expired', () => {
    const fan = output('D1', '1', { expiresAt: Date.now() + 5_000 });
    queue.disconnected();
    queue.add([fan]);
    vi.advanceTimersByTime(5_001);
    expect([fan.state, fan.reason]).toEqual(['expired', 'The board did not come back in time.']);
    queue.connected();
    vi.advanceTimersByTime(1_000);
    expect(sent).toHaveLength(0);
  });

  test('does nothing for a moment later than it was requested', () => {
    const press = event('SQ', '1', { once: true });
    queue.add([press]);
    queue.disconnected();
    expect([press.state, press.reason]).toEqual(['failed', 'The connection broke before the board answered.']);
  });

  test('a socket that is gone already leaves the command waiting', () => {
    reachable = false;
    const fan = output('D1', '1');
    queue.add([fan]);
    expect(fan.state).toBe('queued');
    reachable = true;
    queue.disconnected();
    queue.connected();
    vi.advanceTimersByTime(300);
    expect(fan.state).toBe('sent');
  });
});

describe('a momentary output', () => {
  const press = () => [
    output('D6', '1', { once: true, expiresAt: Date.now() + 30_000 }),
    output('D6', '0', { notBefore: Date.now() + 5_000 }),
  ];

  test('is switched back so long after it was switched', () => {
    const pair = press();
    queue.disconnected();
    queue.add(pair);
    vi.advanceTimersByTime(4_000);
    queue.connected();
    vi.advanceTimersByTime(300);
    // Stored, so that it holds when the server is killed in between.
    expect(changes).toContainEqual({ id: pair[1]?.id, state: 'queued', notBefore: Date.now() + 5_000 });
    confirm('output', 'D6');
    vi.advanceTimersByTime(4_900);
    expect(payloads()).toEqual(['D6:digit:1']);
    vi.advanceTimersByTime(200);
    expect(payloads()).toEqual(['D6:digit:1', 'D6:digit:0']);
  });

  test('is switched back although nobody knows whether it was switched', () => {
    queue.add(press());
    queue.disconnected();
    vi.advanceTimersByTime(6_000);
    queue.connected();
    vi.advanceTimersByTime(300);
    expect(payloads()).toEqual(['D6:digit:1', 'D6:digit:0']);
  });

  test('that never happened is not switched back', () => {
    const [on, off] = press();
    queue.disconnected();
    queue.add([on, off].filter((one) => one !== undefined));
    vi.advanceTimersByTime(31_000);
    expect([on?.state, off?.state]).toEqual(['expired', 'superseded']);
  });

  test.each([
    ['back by hours', -5 * hourMs],
    ['on by hours, or the machine slept', 5 * hourMs],
  ])('is switched back in time when the clock is set %s', (_, ms) => {
    queue.add(press());
    confirm('output', 'D6');
    vi.advanceTimersByTime(1_000);
    vi.setSystemTime(Date.now() + ms);
    queue.add([output('D1', '1')]);
    vi.advanceTimersByTime(100);
    confirm('output', 'D1');
    vi.advanceTimersByTime(4_000);
    const switched = payloads()
      .join()
      .match(/D6:digit:\d/g);
    expect([...new Set(switched)]).toEqual(['D6:digit:1', 'D6:digit:0']);
  });

  test('is switched back however long its board was away', () => {
    queue.add(press());
    queue.disconnected();
    vi.advanceTimersByTime(3 * hourMs);
    queue.connected();
    vi.advanceTimersByTime(300);
    expect(payloads()).toEqual(['D6:digit:1', 'D6:digit:0']);
  });
});

describe('what switches a momentary output back', () => {
  const press = () => [
    output('D6', '1', { once: true, expiresAt: Date.now() + 30_000 }),
    output('D6', '0', { notBefore: Date.now() + 5_000 }),
  ];
  const states = (...commands: readonly (OpenCommand | undefined)[]) => commands.map((one) => one?.state);
  /** Pressed and switched on. */
  function switchOn(): OpenCommand | undefined {
    const [on, off] = press();
    queue.add([on, off].filter((one) => one !== undefined));
    confirm('output', 'D6');
    sent = [];
    return off;
  }
  function comeBack(): void {
    queue.connected();
    vi.advanceTimersByTime(300);
  }

  test('is sent until the board reports it: after ten seconds, then after twice as long, and when the board is back', () => {
    const off = switchOn();
    vi.advanceTimersByTime(10_100);
    expect([payloads(), off?.state]).toEqual([['D6:digit:0', 'D6:digit:0'], 'queued']);
    expect(off?.reason).toBe('The board did not answer within 5 s.');
    sent = [];
    vi.advanceTimersByTime(9_800);
    expect(payloads()).toEqual([]);
    vi.advanceTimersByTime(5_300);
    expect([payloads(), off?.state]).toEqual([['D6:digit:0', 'D6:digit:0'], 'queued']);
    vi.advanceTimersByTime(19_000);
    expect(sent).toHaveLength(2);
    queue.disconnected();
    vi.advanceTimersByTime(3 * hourMs);
    sent = [];
    comeBack();
    confirm('output', 'D6', '0');
    vi.advanceTimersByTime(hourMs);
    expect([payloads(), off?.state, off?.reason]).toEqual([['D6:digit:0'], 'acknowledged', null]);
  });

  test('holds nothing up while it waits to be sent again', () => {
    switchOn();
    vi.advanceTimersByTime(10_100);
    queue.add([output('D1', '1')]);
    expect(payloads().at(-1)).toBe('D1:digit:1');
  });

  test('is not confirmed by a report that the output is on, which boards repeat', () => {
    const off = switchOn();
    vi.advanceTimersByTime(5_000);
    expect(confirm('output', 'D6', '1')).toBeUndefined();
    queue.disconnected();
    expect(queue.confirmedBefore({ kind: 'output', target: 'D6', value: '1' }, Date.now())).toBeUndefined();
    expect(queue.confirmedBefore({ kind: 'output', target: 'D6', value: '0' }, Date.now())).toBe(off);
    expect(off?.state).toBe('acknowledged');
  });

  test.each<[string, () => readonly OpenCommand[], (() => void)?]>([
    ['a press that expired', press],
    ['a press that was withdrawn', press, () => queue.withdraw(() => true, 'The pass was revoked.')],
    ['"off" that expired', () => [output('D6', '0', { expiresAt: Date.now() + 30_000 })]],
  ])('comes also after %s', (_, request, withdraw) => {
    const off = switchOn();
    queue.disconnected();
    const requested = request();
    queue.add(requested);
    withdraw?.();
    vi.advanceTimersByTime(31_000);
    expect(states(off, ...requested)).not.toContain('acknowledged');
    expect(queue.size).toBe(1);
    comeBack();
    expect([payloads(), off?.state]).toEqual([['D6:digit:0'], 'sent']);
  });

  test('is that of a newer press as soon as that was sent', () => {
    const off = switchOn();
    queue.disconnected();
    vi.advanceTimersByTime(6_000);
    const [on, newOff] = press();
    queue.add([on, newOff].filter((one) => one !== undefined));
    vi.advanceTimersByTime(10_000);
    comeBack();
    expect([payloads(), states(off, on, newOff)]).toEqual([['D6:digit:1'], ['superseded', 'sent', 'queued']]);
    confirm('output', 'D6');
    vi.advanceTimersByTime(5_000);
    expect(payloads().at(-1)).toBe('D6:digit:0');
  });

  test.each([
    ['comes no more after an "off" that the board reported', '0', 'superseded'],
    ['still comes after an "off" to which the board repeated that it is on', '1', 'sent'],
  ])('%s', (_, value, state) => {
    const off = switchOn();
    queue.add([output('D6', '0')]);
    vi.advanceTimersByTime(300);
    confirm('output', 'D6', value);
    vi.advanceTimersByTime(5_100);
    expect(off?.state).toBe(state);
  });

  test('still comes after an "off" that got no response', () => {
    const off = switchOn();
    queue.add([output('D6', '0')]);
    vi.advanceTimersByTime(5_400);
    expect(off?.state).toBe('sent');
  });

  test('is sent again when the connection broke while it was on its way and a newer press waits', () => {
    const off = switchOn();
    vi.advanceTimersByTime(5_000);
    queue.add(press());
    queue.disconnected();
    expect(off?.state).toBe('queued');
    vi.advanceTimersByTime(31_000);
    sent = [];
    comeBack();
    expect(payloads()).toEqual(['D6:digit:0']);
  });

  test('is sent again when anyone who pressed may not any more', () => {
    const off = switchOn();
    vi.advanceTimersByTime(5_000);
    queue.withdraw(() => true, 'The pass was revoked.');
    queue.disconnected();
    sent = [];
    comeBack();
    expect([payloads(), off?.state]).toEqual([['D6:digit:0'], 'sent']);
  });

  test('is sent again when the connection broke although the firmware cannot confirm it', () => {
    confirms = false;
    const off = switchOn();
    vi.advanceTimersByTime(5_000);
    queue.disconnected();
    sent = [];
    comeBack();
    vi.advanceTimersByTime(hourMs);
    expect([payloads(), off?.state]).toEqual([['D6:digit:0'], 'unconfirmed']);
  });

  test('is taken up after a start beside what switches it on', () => {
    const [on, off] = press();
    queue.disconnected();
    if (on) queue.add([on]);
    if (off) queue.add([{ ...off, owed: true }]);
    vi.advanceTimersByTime(20_000);
    comeBack();
    expect([payloads(), on?.state]).toEqual([['D6:digit:1'], 'sent']);
    confirm('output', 'D6');
    vi.advanceTimersByTime(5_000);
    expect(payloads()).toEqual(['D6:digit:1', 'D6:digit:0']);
  });

  test('is taken up after a start although what switches it on has expired: it may have been sent', () => {
    const [on, off] = press();
    queue.disconnected();
    vi.advanceTimersByTime(31_000);
    if (on) queue.add([on]);
    if (off) queue.add([{ ...off, owed: true }]);
    comeBack();
    expect([payloads(), on?.state]).toEqual([['D6:digit:0'], 'expired']);
  });
});

describe('when the clock is set back', () => {
  test('a board gets its commands as before, and one that does not respond fails in time', () => {
    const [fan, lamp] = [output('D1', '1'), output('D2', '1')];
    queue.add([fan]);
    vi.setSystemTime(Date.now() - hourMs);
    confirm('output', 'D1');
    queue.add([lamp]);
    vi.advanceTimersByTime(301);
    expect(payloads()).toEqual(['D1:digit:1', 'D2:digit:1']);
    vi.advanceTimersByTime(5_001);
    expect(lamp.state).toBe('failed');
  });

  test('what waits for a board expires no later', () => {
    const fan = output('D1', '1', { expiresAt: Date.now() + 30_000 });
    queue.disconnected();
    queue.add([fan]);
    vi.setSystemTime(Date.now() - hourMs);
    vi.advanceTimersByTime(31_000);
    queue.connected();
    expect(fan.state).toBe('expired');
  });
});

test('a clock that is far back wakes the queue no more often than a right one', () => {
  const setTimer = vi.spyOn(globalThis, 'setTimeout');
  queue.add([
    output('D6', '0', { notBefore: Date.now() + 1_000 * 24 * hourMs, expiresAt: Date.now() + 1_001 * 24 * hourMs }),
  ]);
  vi.advanceTimersByTime(10_000);
  expect(setTimer).toHaveBeenCalledOnce();
  setTimer.mockRestore();
});

describe('firmware that reports nothing of what it is sent', () => {
  beforeEach(() => {
    confirms = false;
  });
  const states = () => changes.map(({ id, state }) => `${id} ${state}`);

  test('gets each command once, which is then shown as unconfirmed', () => {
    queue.add([command('output', 'D1', '1')]);
    queue.add([command('event', 'feed', '1')]);
    vi.advanceTimersByTime(10_000);
    expect(sent.map(({ subtopic, payload }) => `${subtopic} ${payload}`)).toEqual([
      'io D1:digit:1',
      'event Event:feed:1',
    ]);
    expect(states().filter((one) => !one.endsWith('sent'))).toEqual(['1 unconfirmed', '2 unconfirmed']);
  });

  test('gets it once, too, when the connection breaks before the response that never comes', () => {
    queue.add([command('output', 'D1', '1')]);
    queue.disconnected();
    queue.connected();
    vi.advanceTimersByTime(10_000);
    expect(sent).toHaveLength(1);
    expect(states()).toEqual(['1 sent', '1 unconfirmed']);
  });

  test('and whose sketch reports it all the same has confirmed', () => {
    queue.add([command('output', 'D1', '1')]);
    vi.advanceTimersByTime(1_000);
    expect(confirm('output', 'D1')).toMatchObject({ state: 'acknowledged' });
    vi.advanceTimersByTime(10_000);
    expect(sent).toHaveLength(1);
  });
});

test('a response that came while the process stood still counts, although the timer comes first', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  queue.add([output('D1', '1')]);
  vi.advanceTimersByTime(5_000);
  expect(confirm('output', 'D1')).toMatchObject({ state: 'acknowledged' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(changes.map(({ state }) => state)).toEqual(['sent', 'acknowledged']);
});
