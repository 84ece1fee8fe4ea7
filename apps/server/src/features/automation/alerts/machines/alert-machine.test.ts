import type { AlertCondition } from '@cyno/contract';
import { alertText } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import type { AlertMachine } from './alert-machine.ts';
import { createMachine, unknownBefore } from './create-machine.ts';
import type { FailureDetector } from './failure-detector.ts';
import type { SilenceDetector } from './silence-detector.ts';

const names = { label: () => 'Temperature', unit: () => '°C' };
const minute = 60;
const limit = {
  kind: 'limit',
  key: 'temp',
  comparison: '>',
  threshold: 30,
  release: null,
  forSeconds: 0,
  clearSeconds: 0,
} as const;

const begin = (condition: AlertCondition, known = unknownBefore) => createMachine(condition, { names, now: 0, known });

/** What became due until an instant, in seconds, as `300 active Temperature was …`; it wakes when it is due. */
function until(machine: AlertMachine, seconds: number, from = 0): string[] {
  const found: string[] = [];
  for (let now: number | null = from * 1_000; now !== null && now <= seconds * 1_000; now = machine.wakeAt(now)) {
    found.push(...stepsAt(machine, now / 1_000));
  }
  return [...found, ...stepsAt(machine, seconds)];
}

function stepsAt(machine: AlertMachine, seconds: number): string[] {
  const found: string[] = [];
  for (let move = machine.decide(seconds * 1_000); move; move = machine.decide(seconds * 1_000)) {
    machine.take(move);
    found.push(`${seconds} ${move.to} ${alertText(move.report, 'en')}`);
  }
  return found;
}

/** Takes a value at an instant, in seconds, and returns what became due by then. */
function at(machine: AlertMachine, seconds: number, value: number | null): string[] {
  machine.observe(value, seconds * 1_000);
  return stepsAt(machine, seconds);
}

describe('a limit', () => {
  test('is passed at once, and cleared on its other side', () => {
    const machine = begin(limit);
    expect(at(machine, 0, 30)).toEqual([]);
    expect(at(machine, 5, 30.5)).toEqual(['5 active Temperature was 30.5 °C, above 30 °C.']);
    expect(at(machine, 10, 35)).toEqual([]);
    expect(at(machine, 15, 30)).toEqual(['15 cleared Temperature was 30 °C, no longer above 30 °C.']);
  });

  test('has to last, and says for how long', () => {
    const machine = begin({ ...limit, forSeconds: 5 * minute });
    expect(at(machine, 0, 31)).toEqual([]);
    expect(machine.progress).toEqual({ state: 'pending', startedAt: 0 });
    expect(at(machine, 100, 29)).toEqual([]);
    expect(at(machine, 110, 31)).toEqual([]);
    for (let seconds = 120; seconds < 410; seconds += 10) expect(at(machine, seconds, 32)).toEqual([]);
    expect(until(machine, 420, 400)).toEqual(['410 active Temperature was 32 °C, above 30 °C for 5 minutes.']);
  });

  test('clears at its release, after its delay', () => {
    const machine = begin({ ...limit, release: 28, clearSeconds: minute });
    at(machine, 0, 31);
    expect(at(machine, 10, 29)).toEqual([]);
    expect(at(machine, 20, 28)).toEqual([]);
    expect(at(machine, 50, 28.1)).toEqual([]);
    expect(at(machine, 60, 27)).toEqual([]);
    expect(until(machine, 200, 61)).toEqual(['120 cleared Temperature was 27 °C, no longer above 30 °C.']);
  });

  test('below works alike', () => {
    const machine = begin({ ...limit, comparison: '<', threshold: 5, release: 7 });
    expect(at(machine, 0, 4)).toEqual(['0 active Temperature was 4 °C, below 5 °C.']);
    expect(at(machine, 10, 6)).toEqual([]);
    expect(at(machine, 20, 7)).toEqual(['20 cleared Temperature was 7 °C, no longer below 5 °C.']);
  });

  test('is neither passed nor cleared by values that are late, or that come a second time', () => {
    const machine = begin(limit);
    at(machine, 100, 20);
    expect(at(machine, 50, 40)).toEqual([]);
    expect(at(machine, 110, 40)).toHaveLength(1);
    expect(at(machine, 105, 20)).toEqual([]);
    expect(at(machine, 110, 40)).toEqual([]);
    machine.observe(10, 60_000);
    expect(stepsAt(machine, 120)).toEqual([]);
    expect(machine.progress.state).toBe('active');
  });

  test('is not passed by what a board brings of long ago, and what is not known clears nothing', () => {
    const machine = begin(limit);
    machine.observe(40, 0);
    expect(stepsAt(machine, 3 * 3_600)).toEqual([]);
    expect(at(machine, 3 * 3_600, 40)).toHaveLength(1);
    expect(stepsAt(machine, 3 * 86_400)).toEqual([]);
    expect(machine.progress.state).toBe('active');
  });

  test('of a text holds for nothing', () => {
    const machine = begin(limit);
    at(machine, 0, 31);
    expect(at(machine, 10, null)).toEqual(['10 cleared Temperature was a text.']);
  });

  test('that comes and goes stays active until it has been calm, and says so', () => {
    const machine = begin(limit);
    const found = [];
    for (let seconds = 0; seconds < 300; seconds += 10)
      found.push(...at(machine, seconds, seconds % 20 === 0 ? 31 : 29));
    const active = found.filter((one) => one.includes(' active '));
    expect(active).toHaveLength(5);
    expect(active.at(-1)).toContain('It came and went 5 times within an hour');
    expect(machine.progress.state).toBe('active');
    for (let seconds = 300; seconds < 890; seconds += 10) expect(at(machine, seconds, 29)).toEqual([]);
    expect(until(machine, 900, 889)).toEqual(['890 cleared Temperature was 29 °C, no longer above 30 °C.']);
  });

  test('continues what was pending, and counts its time away', () => {
    const machine = begin({ ...limit, forSeconds: 600 }, { ...unknownBefore, state: 'pending', startedAt: -500_000 });
    expect(machine.progress).toEqual({ state: 'pending', startedAt: -500_000 });
    expect(stepsAt(machine, 0)).toEqual([]);
    expect(stepsAt(machine, 200)).toEqual([]);
    expect(at(machine, 210, 31)).toHaveLength(1);
  });

  test('is not passed because the clock was set on, nor deaf because it was set back', () => {
    const machine = begin({ ...limit, forSeconds: 600 });
    at(machine, 1_000, 31);
    machine.moveClock(3_600_000, 4_600_000);
    expect(at(machine, 4_610, 31)).toEqual([]);
    machine.moveClock(-4_000_000, 610_000);
    expect(at(machine, 620, 31)).toEqual([]);
    expect(until(machine, 1_300, 620)).toEqual(['1200 active Temperature was 31 °C, above 30 °C for 10 minutes.']);
  });
});

describe('silence', () => {
  const silent = (seconds: number | null) => {
    const machine = begin({ kind: 'silent', seconds });
    return { machine, detector: machine.detector as SilenceDetector };
  };

  test('of a device that was never heard is none', () => {
    const { machine } = silent(60);
    expect(until(machine, 86_400)).toEqual([]);
  });

  test('lasts for its time, and ends with the next message', () => {
    const { machine } = silent(300);
    at(machine, 10, null);
    expect(until(machine, 309, 10)).toEqual([]);
    expect(until(machine, 400, 309)).toEqual(['310 active It has sent nothing for 5 minutes.']);
    expect(at(machine, 1_000, null)).toEqual(['1000 cleared It sends again after 17 minutes.']);
  });

  test('without a time of its own is three usual intervals, asked for when it is about to begin', () => {
    const { machine, detector } = silent(null);
    at(machine, 0, null);
    expect(until(machine, 119)).toEqual([]);
    expect(detector.needsUsual).toBe(false);
    stepsAt(machine, 120);
    expect(detector.needsUsual).toBe(true);
    detector.learn({ ms: 3_600_000, isRegular: true }, false);
    expect(until(machine, 3 * 3_600 - 1, 120)).toEqual([]);
    stepsAt(machine, 3 * 3_600);
    expect(detector.needsUsual).toBe(false);
    expect(machine.progress.state).toBe('active');
  });

  test('of a device of which too little is known is three hours', () => {
    const { machine, detector } = silent(null);
    at(machine, 0, null);
    stepsAt(machine, 120);
    detector.learn(null, true);
    expect(until(machine, 10_800, 121)).toEqual(['10800 active It has sent nothing for 3 hours.']);
  });

  test('of a board that sends only when something happens is none for a day while it is connected', () => {
    for (const [isConnected, isActive] of [
      [true, false],
      [false, true],
    ] as const) {
      const { machine, detector } = silent(null);
      at(machine, 0, null);
      stepsAt(machine, 120);
      detector.learn({ ms: 600_000, isRegular: false }, isConnected);
      expect(until(machine, 8 * 3_600, 121).length > 0).toBe(isActive);
    }
  });

  test('of a connected board that sends only when something happens comes after a day', () => {
    const { machine, detector } = silent(null);
    at(machine, 0, null);
    stepsAt(machine, 120);
    detector.learn({ ms: 600_000, isRegular: false }, true);
    expect(until(machine, 86_400, 121)).toEqual(['86400 active It has sent nothing for 24 hours.']);
  });

  test('of such a board comes when it does not reconnect, however long it may be silent while it is connected', () => {
    const { machine, detector } = silent(null);
    at(machine, 0, null);
    stepsAt(machine, 120);
    detector.learn({ ms: 600_000, isRegular: false }, true);
    expect(until(machine, 5 * 3_600, 121)).toEqual([]);
    detector.disconnected(5 * 3_600_000);
    expect(until(machine, 5 * 3_600 + 119, 5 * 3_600)).toEqual([]);
    expect(detector.needsUsual).toBe(false);
    stepsAt(machine, 5 * 3_600 + 120);
    expect(detector.needsUsual).toBe(true);
    detector.learn({ ms: 600_000, isRegular: false }, false);
    expect(stepsAt(machine, 5 * 3_600 + 120)).toEqual(['18120 active It has sent nothing for 5 hours.']);
  });

  test('of such a board does not wait for a clock that was set back', () => {
    const { machine, detector } = silent(null);
    at(machine, 86_400, null);
    stepsAt(machine, 86_520);
    detector.learn({ ms: 600_000, isRegular: false }, true);
    detector.disconnected(90_000_000);
    machine.moveClock(-86_400_000, 3_600_000);
    stepsAt(machine, 2 * 3_600);
    detector.learn({ ms: 600_000, isRegular: false }, false);
    expect(stepsAt(machine, 2 * 3_600)).toHaveLength(1);
  });

  test('counts from when somebody listens again: after a restart, and after the machine slept', () => {
    const { machine } = silent(300);
    machine.observe(null, -10_000_000);
    expect(until(machine, 299)).toEqual([]);
    machine.moveClock(3_600_000, 3_900_000);
    expect(until(machine, 4_199, 3_900)).toEqual([]);
    expect(until(machine, 4_200, 4_199)).toHaveLength(1);
  });

  test('that was known before a restart is cleared by a message alone', () => {
    const machine = begin({ kind: 'silent', seconds: 300 }, { ...unknownBefore, state: 'active', startedAt: -5_000 });
    machine.observe(null, -9_000_000);
    expect(until(machine, 1_000)).toEqual([]);
    expect(at(machine, 1_010, null)).toHaveLength(1);
  });
});

test('a failure lasts until the same succeeds, or for a day', () => {
  const machine = begin({ kind: 'command-failed' });
  const detector = machine.detector as FailureDetector;
  detector.fail({ what: 'D1', at: 0, report: [{ code: 'command_failed', target: 'D1' }] });
  expect(stepsAt(machine, 0)).toEqual(['0 active A command to D1 failed.']);
  detector.succeed({ what: 'D2', at: 1_000, report: [{ code: 'command_acknowledged', target: 'D2' }] });
  expect(stepsAt(machine, 1)).toEqual([]);
  detector.succeed({ what: 'D1', at: 2_000, report: [{ code: 'command_acknowledged', target: 'D1' }] });
  expect(stepsAt(machine, 2)).toEqual(['2 cleared A command to D1 was acknowledged.']);
  detector.fail({ what: 'D1', at: 3_000, report: [{ code: 'command_failed', target: 'D1' }] });
  expect(until(machine, 90_000, 3)).toEqual([
    '3 active A command to D1 failed.',
    '86403 cleared A day has passed since.',
  ]);
});

test('failures of several last until each of them succeeded', () => {
  const machine = begin({ kind: 'command-failed' });
  const detector = machine.detector as FailureDetector;
  const fail = (what: string, at: number) =>
    detector.fail({ what, at, report: [{ code: 'command_failed', target: what }] });
  const succeed = (what: string, at: number) =>
    detector.succeed({ what, at, report: [{ code: 'command_acknowledged', target: what }] });
  fail('D1', 0);
  expect(stepsAt(machine, 0)).toHaveLength(1);
  fail('D2', 1_000);
  succeed('D2', 2_000);
  expect(stepsAt(machine, 2)).toEqual([]);
  succeed('D1', 3_000);
  expect(stepsAt(machine, 3)).toEqual(['3 cleared A command to D1 was acknowledged.']);
  fail('D1', 4_000);
  fail('D2', 5_000);
  succeed('D2', 6_000);
  expect(until(machine, 90_000, 6)).toEqual([
    '6 active A command to D1 failed.',
    '86404 cleared A day has passed since.',
  ]);
});

test('a weak signal clears when it is well above its limit, however long it has not changed', () => {
  const machine = begin({ kind: 'signal', threshold: -80, forSeconds: 0 });
  expect(at(machine, 0, -81)).toEqual(['0 active Its Wi-Fi signal was -81 dBm, below -80 dBm.']);
  expect(at(machine, 10, -79)).toEqual([]);
  expect(at(machine, 86_400, -77)).toEqual(['86400 cleared Its Wi-Fi signal was -77 dBm, no longer below -80 dBm.']);
});
