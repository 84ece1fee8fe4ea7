import { type RuleDefinition, runText, type ValueCondition } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { ActiveHours } from './active-hours.ts';
import { RuleMachine, type RuleProgress } from './rule-machine.ts';
import { ValueWatch } from './watches/value-watch.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
/** 2026-06-15 12:00:00 UTC, a Monday. */
const noon = Date.UTC(2026, 5, 15, 12);
const idle: RuleProgress = { active: false, holdsSince: null, revertAt: null };

const base: RuleDefinition = {
  kind: 'rule',
  conditions: [{ espid: 'A', key: 'soil', comparison: '<', threshold: 20, release: null }],
  forSeconds: 0,
  action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 },
  back: 0,
  limit: null,
  activeHours: null,
};

/** A rule with a clock; `log` names each step with its second since noon. */
function follow(
  more: Partial<RuleDefinition>,
  options: { progress?: RuleProgress; zone?: string; startedAt?: number } = {},
) {
  const rule = { ...base, ...more };
  const startedAt = options.startedAt ?? noon - 60 * minuteMs;
  const names = ({ key }: { key: string }) => ({ label: key, device: null, unit: key === 'temp' ? '°C' : '' });
  const device = (espid: string) => `Board ${espid}`;
  const zone = options.zone ?? 'UTC';
  const surroundings = { zone, startedAt, writtenAt: startedAt, names, device };
  const machine = new RuleMachine(rule, surroundings, options.progress ?? idle);
  const log: string[] = [];
  const whys: string[] = [];
  let now = noon;
  const settle = () => {
    for (let move = machine.decide(now); move; move = machine.decide(now)) {
      if (move.isAction || move.phase === 'pause') {
        log.push(`${move.phase} ${(now - noon) / secondMs}`);
        whys.push(runText(move.why, 'en'));
      }
      machine.take(move, now);
    }
  };
  /** Lets time pass, and wakes the machine only when it requested it. */
  const to = (seconds: number) => {
    const end = noon + seconds * secondMs;
    for (let wake = machine.wakeAt(now); wake !== null && wake <= end; wake = machine.wakeAt(now)) {
      now = wake;
      settle();
    }
    now = end;
  };
  return {
    machine,
    log,
    whys,
    to,
    /** Values of the conditions' variables at a second; undefined is not sent. */
    at(seconds: number, ...values: (number | null | undefined)[]) {
      to(seconds);
      for (const [index, value] of values.entries()) {
        const watch = machine.joined.watches[index];
        if (value !== undefined && watch instanceof ValueWatch) watch.observe({ value, at: now });
      }
      settle();
    },
  };
}

function valueWatchOf({ joined }: RuleMachine): ValueWatch {
  const [watch] = joined.watches;
  if (!(watch instanceof ValueWatch)) throw new TypeError('It watches no value');
  return watch;
}

describe('conditions are alternatives', () => {
  const [dry] = base.conditions as [ValueCondition];
  const hot: ValueCondition = { espid: 'A', key: 'temp', comparison: '>', threshold: 30, release: null };
  const bright: ValueCondition = { espid: 'B', key: 'light', comparison: '>', threshold: 500, release: null };

  test('one of them is enough, and the last one that ceases ends it', () => {
    const { at, log, whys } = follow({ match: 'any', conditions: [dry, hot] });
    at(0, 25, 20);
    at(1, undefined, 31);
    at(2, 19);
    at(3, undefined, 20);
    at(4, 21);
    at(5, 19);
    expect(log).toEqual(['start 1', 'back 4', 'start 5']);
    expect(whys).toEqual([
      'temp was 31 °C, above 30.',
      'soil was 21, no longer below 20. temp was 20 °C, no longer above 30.',
      'soil was 19, below 20.',
    ]);
  });

  test.each<
    [string, Partial<RuleDefinition>, [number | undefined, number | undefined, number | undefined][], string[]]
  >([
    [
      'dry, and either hot or bright',
      { conditions: [dry], groups: [[hot, bright]] },
      [
        [10, 20, 0],
        [30, 31, 900],
        [10, 20, 900],
        [10, 20, 0],
      ],
      ['start 2', 'back 3'],
    ],
    [
      'dry, or hot and bright',
      { match: 'any', conditions: [dry], groups: [[hot, bright]] },
      [
        [30, 31, 0],
        [30, 31, 900],
        [10, 20, 900],
        [30, 31, 0],
      ],
      ['start 1', 'back 3'],
    ],
    [
      'only groups',
      {
        conditions: [],
        groups: [
          [dry, hot],
          [bright, hot],
        ],
      },
      [
        [10, 20, 0],
        [10, 20, 900],
        [30, 31, 0],
        [30, 20, 900],
      ],
      ['start 1', 'back 3'],
    ],
  ])('in groups, which are joined the other way: %s', (_, more, points, steps) => {
    const { at, log } = follow(more);
    for (const [second, [soil, temp, light]] of points.entries()) {
      // The last case reads the temperature in both of its groups.
      at(second, soil, ...(more.conditions?.length === 0 ? [temp, light, temp] : [temp, light]));
    }
    expect(log).toEqual(steps);
  });

  test('one that was never reported neither starts a rule nor keeps the others from it', () => {
    const { at, log, to } = follow({ match: 'any', conditions: [dry, hot], forSeconds: 60 });
    at(0, 10);
    to(60);
    expect(log).toEqual(['start 60']);
  });

  test('a silent one does not end what another one holds, and all silent ones do', () => {
    const { at, log, to, whys } = follow({ match: 'any', conditions: [dry, hot] });
    at(0, 10, 31);
    for (let minute = 1; minute <= 120; minute += 1) at(minute * 60, 10);
    expect(log).toEqual(['start 0']);
    to(4 * 3_600);
    expect(log).toHaveLength(2);
    expect(whys[1]).toMatch(/^soil has not been reported for .*\. temp has not been reported for .*\.$/);
  });

  test('after a restart one that wavers between its two limits does not complete the time of another one', () => {
    const wavering = { ...hot, release: 28 };
    const pending = { active: false, holdsSince: noon - 50 * secondMs, revertAt: null };
    const more = { match: 'any' as const, conditions: [dry, wavering], forSeconds: 60 };
    const { at, log, to } = follow(more, { progress: pending });
    at(0, 10, 29);
    at(5, 25, 29);
    to(600);
    expect(log).toEqual([]);
  });
});

describe('a rule fires', () => {
  test('once while its conditions hold, goes back when they cease to, and then again', () => {
    const { at, log, whys } = follow({});
    for (const [second, value] of [
      [0, 25],
      [5, 19],
      [10, 12],
      [15, 20],
      [20, 25],
      [25, 19.5],
    ] as const)
      at(second, value);
    expect(log).toEqual(['start 5', 'back 15', 'start 25']);
    expect(whys.slice(0, 2)).toEqual(['soil was 19, below 20.', 'soil was 20, no longer below 20.']);
  });

  test.each([
    ['>', [30, 30.1], 1],
    ['>=', [29.9, 30], 1],
    ['<', [30, 29.9], 1],
    ['<=', [30.1, 30], 1],
    ['==', [29, 30], 1],
    ['!=', [30, 31], 1],
    ['>', [30, Number.NaN], null],
  ] as const)('when its value is %s 30: %j', (comparison, values, second) => {
    const { at, log } = follow({
      conditions: [{ espid: 'A', key: 't', comparison, threshold: 30, release: null }],
    });
    for (const [index, value] of values.entries()) at(index, value);
    expect(log).toEqual(second === null ? [] : [`start ${second}`]);
  });

  test('until the release value is passed', () => {
    const { at, log, whys } = follow({
      conditions: [{ espid: 'A', key: 'temp', comparison: '>', threshold: 30, release: 28 }],
    });
    for (const [second, value] of [
      [0, 29],
      [1, 31],
      [2, 29],
      [3, 28],
      [4, 27.9],
      [5, 29],
      [6, 30.5],
    ] as const) {
      at(second, value);
    }
    expect(log).toEqual(['start 1', 'back 4', 'start 6']);
    expect(whys[1]).toBe('temp was 27.9 °C, past 28.');
  });

  test('only when all conditions hold, also of different boards', () => {
    const { at, log, whys } = follow({
      conditions: [
        { espid: 'A', key: 'soil', comparison: '<', threshold: 20, release: null },
        { espid: 'B', key: 'level', comparison: '>=', threshold: 1, release: null },
      ],
    });
    at(0, 10);
    at(1, undefined, 0);
    at(2, undefined, 1);
    at(3, 30);
    expect(log).toEqual(['start 2', 'back 3']);
    expect(whys[0]).toBe('soil was 10, below 20 and level was 1, at or above 1.');
  });

  test('never for a text, a missing key or a value that is not known', () => {
    const { at, log } = follow({
      conditions: [{ espid: 'A', key: 's', comparison: '!=', threshold: 5, release: null }],
    });
    at(0, null);
    at(5, undefined);
    expect(log).toEqual([]);
    at(10, 6);
    at(15, null);
    expect(log).toEqual(['start 10', 'back 15']);
  });

  test('not for a value that is older than the one that is known', () => {
    const { at, log, machine } = follow({});
    at(10, 50);
    valueWatchOf(machine).observe({ value: 5, at: noon });
    at(11, undefined);
    expect(log).toEqual([]);
  });
});

describe('for so long', () => {
  test('fires at that very second, without a further value', () => {
    const { at, to, log, whys } = follow({ forSeconds: 300 });
    at(0, 19);
    at(200, 18);
    to(301);
    expect(log).toEqual(['start 300']);
    expect(whys[0]).toBe('soil was 18, below 20 for 5 minutes.');
  });

  test('restarts after each value that does not hold', () => {
    const { at, to, log } = follow({ forSeconds: 60 });
    at(0, 19);
    at(59, 21);
    at(61, 19);
    to(120);
    expect(log).toEqual([]);
    to(121);
    expect(log).toEqual(['start 121']);
  });

  test('continues after a restart, as long as the values are fresh', () => {
    const progress = { active: false, holdsSince: noon - 50 * secondMs, revertAt: null };
    const fresh = follow({ forSeconds: 60 }, { progress, startedAt: noon });
    valueWatchOf(fresh.machine).observe({ value: 19, at: noon - 10 * secondMs, intervalMs: null });
    fresh.at(0);
    fresh.to(11);
    expect(fresh.log).toEqual(['start 10']);
    const stale = follow({ forSeconds: 60 }, { progress, startedAt: noon });
    valueWatchOf(stale.machine).observe({ value: 19, at: noon - 10 * minuteMs, intervalMs: null });
    stale.at(0);
    stale.at(5, 19);
    stale.to(66);
    expect(stale.log).toEqual(['start 65']);
  });
});

describe('a limit', () => {
  const limit = { seconds: 30, value: 0 };

  test('ends the action at that second, and the rule rests until its conditions ceased', () => {
    const { at, to, log, whys } = follow({ limit, back: null });
    at(0, 10);
    to(31);
    at(40, 10);
    at(50, 30);
    at(60, 10);
    to(91);
    expect(log).toEqual(['start 0', 'limit 30', 'start 60', 'limit 90']);
    expect(whys[1]).toBe('Its time of 30 seconds is over.');
  });

  test('is not needed any more when the rule went back before', () => {
    const { at, to, log } = follow({ limit });
    at(0, 10);
    at(10, 30);
    to(60);
    expect(log).toEqual(['start 0', 'back 10']);
  });

  test('and going back to the same value are one', () => {
    const { at, to, log } = follow({ limit });
    at(0, 10);
    to(31);
    at(40, 30);
    expect(log).toEqual(['start 0', 'limit 30']);
  });

  test('still comes when the conditions cease and nothing else ends the action', () => {
    const { at, to, log } = follow({ limit, back: null });
    at(0, 10);
    at(10, 30);
    to(31);
    expect(log).toEqual(['start 0', 'limit 30']);
  });

  test('is not put off by conditions that come and go', () => {
    const { at, to, log } = follow({ limit, back: null });
    for (let second = 0; second < 30; second += 5) at(second, second % 10 === 0 ? 10 : 30);
    to(60);
    expect(log.filter((step) => step.startsWith('limit'))).toEqual(['limit 30']);
  });

  test('comes after a restart, at once when its time passed meanwhile', () => {
    const progress = { active: true, holdsSince: noon - 100 * secondMs, revertAt: noon - 70 * secondMs };
    const { at, log } = follow({ limit }, { progress, startedAt: noon });
    at(0);
    expect(log).toEqual(['limit 0']);
  });
});

describe('a sensor that falls silent', () => {
  test('makes a fired rule revert after ten of its intervals, five minutes at least', () => {
    const { at, to, log, whys } = follow({});
    at(0, 10);
    at(5, 10);
    at(10, 10);
    to(309);
    expect(log).toEqual(['start 0']);
    to(311);
    expect(log).toEqual(['start 0', 'back 310']);
    expect(whys[1]).toBe('soil has not been reported for 5 minutes.');
    at(400, 10);
    expect(log.at(-1)).toBe('start 400');
  });

  test('gets an hour where nothing is known of its interval', () => {
    const { at, to, log } = follow({});
    at(0, 10);
    to(3_599);
    expect(log).toEqual(['start 0']);
    to(3_601);
    expect(log).toEqual(['start 0', 'back 3600']);
  });

  test('counts as silent later when it usually sends seldom', () => {
    const { at, to, log } = follow({});
    for (const minute of [0, 10, 20]) at(minute * 60, 10);
    to(119 * 60);
    expect(log).toEqual(['start 0']);
    to(121 * 60);
    expect(log.at(-1)).toBe(`back ${120 * 60}`);
  });

  test('neither starts a rule nor fills the time that it must hold', () => {
    const { at, to, log } = follow({ forSeconds: 600 });
    at(0, 10);
    to(700);
    expect(log).toEqual([]);
    at(700, 10);
    at(900, 10);
    at(1_100, 10);
    to(1_301);
    expect(log).toEqual(['start 1300']);
  });

  test('gets time to come back after a start of the server', () => {
    const progress = { active: true, holdsSince: noon - 60 * minuteMs, revertAt: null };
    const { machine, at, to, log } = follow({}, { progress, startedAt: noon });
    valueWatchOf(machine).observe({ value: 10, at: noon - 30 * minuteMs, intervalMs: 5_000 });
    at(0);
    to(299);
    expect(log).toEqual([]);
    at(299, 10);
    to(500);
    expect(log).toEqual([]);
  });
});

describe('active hours', () => {
  const hours = (from: number, to: number, days = [0, 1, 2, 3, 4, 5, 6]) => ({
    from: from * 3_600,
    to: to * 3_600,
    days,
  });
  const hour = 3_600;

  test('begin and end the rule at their second', () => {
    const { at, to, log, whys } = follow({ activeHours: hours(13, 14) });
    for (let second = 0; second < 3 * hour; second += 60) at(second, 10);
    to(3 * hour);
    expect(log).toEqual([`start ${hour}`, `back ${2 * hour}`]);
    expect(whys[1]).toBe('Its active hours are over.');
  });

  test('reach over midnight, and belong to the day on which they begin', () => {
    // Monday only: from Monday 22:00 to Tuesday 02:00.
    const { at, log } = follow({ activeHours: hours(22, 2, [1]) });
    for (let second = 0; second < 40 * hour; second += 240) at(second, 10);
    expect(log).toEqual([`start ${10 * hour}`, `back ${14 * hour}`]);
  });

  test.each([
    // The clock leaves an hour out, shows one twice, and does neither.
    ['Europe/Berlin', 1, 4, '2026-03-29T00:00Z', '2026-03-29T02:00Z'],
    ['Europe/Berlin', 1, 4, '2026-10-24T23:00Z', '2026-10-25T03:00Z'],
    ['Asia/Bangkok', 8, 9, '2026-03-29T01:00Z', '2026-03-29T02:00Z'],
  ])('are those of the wall clock of %s from %i to %i', (zone, from, to, first, last) => {
    const span = new ActiveHours(hours(from, to), zone);
    const [begin, end] = [Date.parse(first), Date.parse(last)];
    expect([begin - 1, begin, end - 1, end].map((at) => span.inside(at))).toEqual([false, true, true, false]);
    expect(span.changesAt(begin)).toBe(end);
  });

  test('of the whole day have no end', () => {
    const { at, log } = follow({ activeHours: hours(6, 6) });
    for (let second = 0; second < 30 * hour; second += 240) at(second, 10);
    expect(log).toEqual(['start 0']);
  });
});

test('a rule that starts ten times within a minute rests for a minute, and reports it', () => {
  const { at, log, whys } = follow({});
  for (let second = 0; second < 80; second += 1) at(second, second % 2 === 0 ? 10 : 30);
  expect(log.filter((step) => step.startsWith('start')).map((step) => Number(step.slice(6)))).toEqual([
    0, 2, 4, 6, 8, 10, 12, 14, 16, 18,
  ]);
  expect(log.filter((step) => step.startsWith('pause'))).toEqual(['pause 20']);
  expect(whys[log.indexOf('pause 20')]).toBe('It started 10 times within a minute, so it pauses for a minute.');
  at(80, 10);
  expect(log.at(-1)).toBe('start 80');
});
