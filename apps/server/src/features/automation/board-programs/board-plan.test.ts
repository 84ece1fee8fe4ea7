import type { AutomationAction, RuleDefinition, TimerDefinition, ValueCondition } from '@cyno/contract';
import { boardTopic, packetBytes } from '@cyno/device-protocol';
import { describe, expect, test } from 'vitest';
import type { EntryBoard } from './board-entry.ts';
import { planBoard } from './board-plan.ts';

const espid = 'ESP8266-2802776_ECFABC2AC458';
/** Wednesday, 13:45:10 in Bangkok. */
const now = Date.parse('2026-03-11T06:45:10Z');
const board: EntryBoard = {
  espid,
  family: 'esp8266',
  firmware: '1.0.8',
  zone: 'Asia/Bangkok',
  now,
  isMomentary: () => false,
  isCalibrated: () => false,
  isComputed: () => false,
};
const d1On: AutomationAction = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 };
const led: AutomationAction = { kind: 'event', name: 'led', value: '1' };

const timer = (secondOfDay: number, more: Partial<TimerDefinition> = {}): TimerDefinition => ({
  kind: 'timer',
  at: { type: 'time', secondOfDay },
  repeat: { type: 'daily' },
  action: d1On,
  ...more,
});
const rule = (more: Partial<RuleDefinition> = {}): RuleDefinition => ({
  kind: 'rule',
  conditions: [{ espid, key: 'temp', comparison: '>', threshold: 30, release: null }],
  forSeconds: 0,
  action: d1On,
  back: null,
  limit: null,
  activeHours: null,
  ...more,
});
const condition = (
  comparison: ValueCondition['comparison'],
  threshold: number,
  more: Partial<ValueCondition> = {},
) => ({ espid, key: 'temp', comparison, threshold, release: null, ...more });

const plan = (definitions: readonly (TimerDefinition | RuleDefinition)[], more: Partial<EntryBoard> = {}) =>
  planBoard(
    { ...board, ...more },
    definitions.map((definition, index) => ({ id: index + 1, enabled: true, definition })),
  );
const placeOf = (definition: TimerDefinition | RuleDefinition, more: Partial<EntryBoard> = {}) =>
  plan([definition], more).places.get(1);

describe('timers run on the board', () => {
  test.each<[string, TimerDefinition, Partial<EntryBoard>, string]>([
    ['daily', timer(25_200), {}, '25200:e:g:D1:d:1'],
    ['daily, an event', timer(25_200, { action: led }), {}, '25200:e:e:led::1'],
    ['daily, an old firmware', timer(25_200), { firmware: '1.0.4' }, '25200:e:g:D1:d:1'],
    ['an event of firmware 1.0.6', timer(1, { action: led }), { firmware: '1.0.6' }, '1:e:e:led::1'],
    ['weekly, an event', timer(1, { action: led, repeat: { type: 'weekly', days: [5, 1] } }), {}, '1:w:e:led::1:15'],
    ['once, later today', timer(50_000, { repeat: { type: 'once', date: '2026-03-11' } }), {}, '50000:o:g:D1:d:1'],
    [
      'once, tomorrow before this time of day',
      timer(49_500, { repeat: { type: 'once', date: '2026-03-12' } }),
      {},
      '49500:o:g:D1:d:1',
    ],
  ])('%s', (_, definition, more, payload) => {
    const { places, timers, rules } = plan([definition], more);
    expect(places.get(1)).toEqual({
      where: 'board',
      reason: 'Runs on the board, also without network.',
      note: null,
    });
    expect([timers.payload, rules.payload]).toEqual([payload, 'no']);
  });
});

describe('timers run on the server', () => {
  test.each<[string, TimerDefinition, Partial<EntryBoard>, string]>([
    ['the outputs of a week', timer(1, { repeat: { type: 'weekly', days: [1] } }), {}, 'chosen days'],
    ['the sun', timer(1, { at: { type: 'sun', event: 'sunset', offsetMinutes: 0 } }), {}, 'sun'],
    ['once, next week', timer(1, { repeat: { type: 'once', date: '2026-03-18' } }), {}, 'a day before'],
    [
      'once, tomorrow after this time of day',
      timer(49_511, { repeat: { type: 'once', date: '2026-03-12' } }),
      {},
      'a day before',
    ],
    ['once, over', timer(1, { repeat: { type: 'once', date: '2026-03-11' } }), {}, 'a day before'],
    [
      'a time that summer time leaves out',
      timer(9_000, { repeat: { type: 'once', date: '2026-03-29' } }),
      { zone: 'Europe/Berlin', now: Date.parse('2026-03-28T20:00:00Z') },
      'a day before',
    ],
    [
      'weekly events that would hang old firmware',
      timer(1, { action: led, repeat: { type: 'weekly', days: [1] } }),
      { firmware: '1.0.7' },
      '1.0.8',
    ],
    ['events of firmware that loses their value', timer(1, { action: led }), { firmware: '1.0.5' }, '1.0.6'],
    ['firmware without timers', timer(1), { firmware: '1.0.2' }, 'no timers'],
    ['firmware that is not known', timer(1), { firmware: null }, 'has not reported'],
    ['no ESP board', timer(1), { family: 'other' }, 'not a board of a known kind'],
    ['a momentary output', timer(1), { isMomentary: () => true }, 'after a moment'],
  ])('%s', (_, definition, more, text) => {
    const { places, timers } = plan([definition], more);
    expect(places.get(1)?.where).toBe('server');
    expect(places.get(1)?.reason).toMatch(/^Runs on the server: .*\.$/);
    expect(places.get(1)?.reason).toContain(text);
    expect(timers.payload).toBe('no');
  });
});

describe('seconds', () => {
  test('the later of two timers at the same second runs a second later on the board, and shows it', () => {
    const weekly = timer(25_200, { action: led, repeat: { type: 'weekly', days: [2] } });
    const { places, timers } = plan([timer(25_200), timer(25_201), weekly]);
    expect(timers.payload).toBe('25200:e:g:D1:d:1,25201:e:g:D1:d:1,25202:w:e:led::1:2');
    expect([1, 2, 3].map((id) => places.get(id)?.note)).toEqual([null, null, expect.stringContaining('07:00:02')]);
  });

  test('no timer runs at the second that Sunday has twice', () => {
    const onMonday = timer(0, { action: led, repeat: { type: 'weekly', days: [1] } });
    const onSunday = timer(0, { action: led, repeat: { type: 'weekly', days: [0] } });
    const { places, timers } = plan([timer(0), onMonday, onSunday]);
    expect(timers.payload).toBe('2:e:g:D1:d:1,0:w:e:led::1:1,3:w:e:led::1:0');
    expect(places.get(1)?.note).toContain('00:00:02');
    expect(places.get(2)?.note).toBeNull();
  });

  test('at the end of the day there is no later second', () => {
    const { places, timers } = plan([timer(86_399), timer(86_399)]);
    expect(timers.payload).toBe('86399:e:g:D1:d:1');
    expect(places.get(2)?.reason).toContain('last seconds');
  });

  test('one that runs on the server takes no second', () => {
    const { timers } = plan([timer(60, { repeat: { type: 'weekly', days: [1] } }), timer(60)]);
    expect(timers.payload).toBe('60:e:g:D1:d:1');
  });
});

describe('rules run on the board', () => {
  test.each<[string, RuleDefinition, string]>([
    ['one condition', rule(), 'g:temp:>:30:D1:digit:1'],
    [
      'a power',
      rule({ conditions: [condition('<=', -0.5)], action: { kind: 'output', pin: 'D2', mode: 'pwm', value: 128 } }),
      'g:temp:<=:-0.5:D2:pwm:128',
    ],
  ])('%s', (_, definition, payload) => {
    const { places, rules } = plan([definition]);
    expect(places.get(1)?.where).toBe('board');
    expect(rules.payload).toBe(payload);
  });

  test('two with a gap between them', () => {
    const off = rule({ conditions: [condition('<', 28)], action: { ...d1On, value: 0 } });
    expect(plan([rule(), off]).rules.payload).toBe('g:temp:>:30:D1:digit:1,g:temp:<:28:D1:digit:0');
  });

  test('two that want the same', () => {
    const humid = rule({ conditions: [condition('>', 80, { key: 'humid' })] });
    expect(plan([rule(), humid, timer(60)]).rules.entries.size).toBe(2);
  });
});

describe('rules run on the server', () => {
  test.each<[string, RuleDefinition, Partial<EntryBoard>, string]>([
    ['what follows', rule({ next: [led] }), {}, 'nothing after it'],
    ['otherwise', rule({ otherwise: [led] }), {}, 'nothing after it'],
    ['hysteresis', rule({ conditions: [condition('>', 30, { release: 28 })] }), {}, 'one threshold'],
    ['a duration', rule({ forSeconds: 60 }), {}, 'does not wait'],
    ['two conditions', rule({ conditions: [condition('>', 1), condition('<', 9)] }), {}, 'several'],
    ['one of two', rule({ match: 'any', conditions: [condition('>', 1), condition('<', 9)] }), {}, 'with "or"'],
    ['a group', rule({ conditions: [], groups: [[condition('>', 1), condition('<', 9)]] }), {}, 'with "or"'],
    ['another device', rule({ conditions: [condition('>', 1, { espid: 'other' })] }), {}, 'another device'],
    ['a value for the end', rule({ back: 0 }), {}, 'does not switch back'],
    ['a time limit', rule({ limit: { seconds: 60, value: 0 } }), {}, 'back and forth'],
    ['active hours', rule({ activeHours: { from: 1, to: 2, days: [1] } }), {}, 'active hours'],
    ['an event', rule({ action: led }), {}, 'repeat the event'],
    ['is not', rule({ conditions: [condition('!=', 1)] }), {}, 'is not'],
    ['four decimals', rule({ conditions: [condition('>', 0.0001)] }), {}, 'threshold'],
    ['a colon in the variable', rule({ conditions: [condition('>', 1, { key: 'a:b' })] }), {}, 'variable'],
    ['older firmware', rule(), { firmware: '1.0.7' }, '1.0.8'],
    ['firmware that is not known', rule(), { firmware: null }, 'has not reported'],
    ['a calibrated variable', rule(), { isCalibrated: (key) => key === 'temp' }, 'is calibrated'],
    ['a computed variable', rule(), { isComputed: (key) => key === 'temp' }, 'is computed'],
  ])('%s', (_, definition, more, text) => {
    const place = placeOf(definition, more);
    expect(place?.where).toBe('server');
    expect(place?.reason).toContain(text);
  });

  const off: AutomationAction = { ...d1On, value: 0 };
  test.each<[string, TimerDefinition | RuleDefinition]>([
    ['another rule without a gap', rule({ conditions: [condition('<=', 30)], action: off })],
    [
      'another rule that may hold at the same time',
      rule({ conditions: [condition('<', 90, { key: 'humid' })], action: off }),
    ],
    ['a rule of the server', rule({ conditions: [condition('>', 35)], action: off, forSeconds: 60 })],
    [
      'an alternative of another rule',
      rule({ match: 'any', conditions: [condition('<', 10), condition('<', 5, { key: 'humid' })], action: off }),
    ],
    ['the end of another rule', rule({ conditions: [condition('>', 1, { key: 'humid' })], back: 0 })],
    ['a timer', timer(60, { action: off })],
  ])('what would undo %s', (_, other) => {
    const { places, rules } = plan([rule(), other]);
    expect(places.get(1)?.reason).toContain('another automation sets D1 too');
    expect(rules.payload).toBe('no');
    // One that is switched off, or another pin, does not matter.
    const apart = planBoard(board, [
      { id: 1, enabled: true, definition: rule() },
      { id: 2, enabled: false, definition: other },
      { id: 3, enabled: true, definition: { ...other, action: { ...off, pin: 'D2' } } },
    ]);
    expect(apart.places.get(1)?.where).toBe('board');
  });
});

test('what would undo a step of another automation runs on the server', () => {
  const off: AutomationAction = { ...d1On, value: 0 };
  const placeBeside = (next: AutomationAction) =>
    plan([rule(), timer(60, { action: led, next: [next] })]).places.get(1);
  expect(placeBeside(off)?.reason).toContain('another automation sets D1 too');
  expect(placeBeside({ ...off, pin: 'D2' })?.where).toBe('board');
});

describe('room', () => {
  const longEvent: AutomationAction = { kind: 'event', name: '水'.repeat(32), value: '😀'.repeat(16) };

  test.each([
    ['esp8266', 20, 512],
    ['esp32', 40, 1024],
  ] as const)('%s gets what fits, the oldest first; the rest runs on the server', (family, count, buffer) => {
    const pin = family === 'esp8266' ? 'D1' : '4';
    const short = Array.from({ length: 60 }, (_, index) => timer(index + 10, { action: { ...d1On, pin } }));
    const rules = short.map((_, index) =>
      rule({
        conditions: [condition('>', -123_456.125 - index, { key: `a_variable_with_a_long_name_${index}` })],
        action: { ...d1On, pin },
      }),
    );
    const timersOnly = plan(short, { family }).timers;
    expect(timersOnly.entries.size).toBe(count);
    expect([...timersOnly.entries.keys()]).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    const {
      timers,
      rules: placed,
      places,
    } = plan([...short.map((one) => ({ ...one, action: longEvent })), ...rules], { family });
    for (const [subtopic, list] of [['timer', timers] as const, ['automation', placed] as const]) {
      expect(list.bytes).toBe(Buffer.byteLength(list.payload));
      expect(packetBytes(boardTopic(espid, subtopic), list.bytes)).toBeLessThanOrEqual(buffer);
      expect(list.payload).not.toMatch(/(^|,)(,|$)/);
      expect(list.entries.size).toBeLessThan(60);
    }
    expect(places.get(60)?.reason).toMatch(/keeps \d+ (bytes of )?timers at most/);
    expect(places.get(120)?.reason).toMatch(/keeps \d+ (bytes of )?rules at most/);
  });

  test('an ESP32 whose firmware is old has the smaller buffer', () => {
    const many = Array.from({ length: 40 }, (_, index) => timer(index + 10, { action: { ...d1On, pin: '4' } }));
    const { timers } = plan(many, { family: 'esp32', firmware: '1.0.4' });
    expect(timers.bytes).toBeLessThanOrEqual(450);
    expect(timers.bytes).toBeGreaterThan(420);
  });

  test('what is switched off takes no room and is shown where it would run', () => {
    const { places, timers } = planBoard(board, [
      { id: 1, enabled: false, definition: timer(60) },
      { id: 2, enabled: true, definition: timer(60) },
    ]);
    expect(timers.payload).toBe('60:e:g:D1:d:1');
    expect(places.get(1)?.where).toBe('board');
  });
});
