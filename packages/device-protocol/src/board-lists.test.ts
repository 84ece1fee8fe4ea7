import { describe, expect, test } from 'vitest';
import {
  type BoardAction,
  type BoardComparison,
  type BoardFamily,
  type BoardTimer,
  boardTopic,
  isBoardComparison,
  isFirmwareAtLeast,
  listCapacity,
  listEntries,
  listPayload,
  packetBytes,
  pinsOf,
  ruleEntry,
  ruleProblem,
  timerEntry,
  timerProblem,
} from './index.ts';

const families: BoardFamily[] = ['esp8266', 'esp32', 'esp32-s2', 'esp32-s3', 'esp32-c3'];
const on: BoardAction = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 };
const every = { rep: 'e', days: [] } as const;

/** A generator with a seed, so that a failure can be repeated: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function chance(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
  return { below, one: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

const entries = ['led', 'Mode', '水やり', 'ปั๊ม', 'a b', 'x'.repeat(32), '"', '{', '😀', '-1'];

function anyAction(random: ReturnType<typeof chance>, family: BoardFamily): BoardAction {
  if (random.below(2) === 0) return { kind: 'event', name: random.one(entries), value: random.one(entries) };
  const pin = random.one(pinsOf(family).filter(({ modes }) => modes.length > 0));
  const mode = random.one(pin.modes);
  return { kind: 'output', pin: pin.pin, mode, value: random.below(mode === 'digit' ? 2 : 256) };
}

describe('entries of timers', () => {
  test.each<[BoardTimer, string]>([
    [{ tod: 25_200, ...every, action: on }, '25200:e:g:D1:d:1'],
    [
      { tod: 64_800, rep: 'o', days: [], action: { kind: 'event', name: 'Mode', value: 'auto' } },
      '64800:o:e:Mode::auto',
    ],
    [
      { tod: 21_600, rep: 'w', days: [5, 1, 3], action: { kind: 'event', name: 'SQ', value: '1' } },
      '21600:w:e:SQ::1:135',
    ],
    [{ tod: 0, ...every, action: { kind: 'output', pin: 'D8', mode: 'pwm', value: 255 } }, '0:e:g:D8:p:255'],
  ])('%j', (timer, entry) => {
    expect(timerProblem('esp8266', timer)).toBeNull();
    expect(timerEntry(timer)).toBe(entry);
  });

  test('an analogue output is a mode of its own', () => {
    const timer = { tod: 1, ...every, action: { kind: 'output', pin: '25', mode: 'DAC', value: 9 } } as const;
    expect(timerProblem('esp32', timer)).toBeNull();
    expect(timerEntry(timer)).toBe('1:e:g:25:a:9');
    expect(timerProblem('esp32-c3', timer)).toContain('no pin');
  });

  test.each([
    ['a time before the day', { tod: -1, ...every, action: on }],
    ['a time after the day', { tod: 86_400, ...every, action: on }],
    ['half a second', { tod: 1.5, ...every, action: on }],
    ['no number', { tod: Number.NaN, ...every, action: on }],
    ['an output of the week', { tod: 1, rep: 'w', days: [1], action: on }],
    ['no day', { tod: 1, rep: 'w', days: [], action: { kind: 'event', name: 'a', value: '1' } }],
    ['a day twice', { tod: 1, rep: 'w', days: [1, 1], action: { kind: 'event', name: 'a', value: '1' } }],
    ['an eighth day', { tod: 1, rep: 'w', days: [7], action: { kind: 'event', name: 'a', value: '1' } }],
    ['half a day', { tod: 1, rep: 'w', days: [0.5], action: { kind: 'event', name: 'a', value: '1' } }],
    ['a pin of another chip', { tod: 1, ...every, action: { ...on, pin: '5' } }],
    ['a value of a digital pin', { tod: 1, ...every, action: { ...on, value: 2 } }],
    ['no value', { tod: 1, ...every, action: { kind: 'event', name: 'a', value: '' } }],
    ['a colon in a value', { tod: 1, ...every, action: { kind: 'event', name: 'a', value: '1:2' } }],
    ['a comma in a value', { tod: 1, ...every, action: { kind: 'event', name: 'a', value: '1,2' } }],
    ['a colon in a name', { tod: 1, ...every, action: { kind: 'event', name: 'a:b', value: '1' } }],
    ['a control character', { tod: 1, ...every, action: { kind: 'event', name: 'a', value: '1\n' } }],
    ['NUL', { tod: 1, ...every, action: { kind: 'event', name: 'a\0', value: '1' } }],
  ] as [string, BoardTimer][])('%s is refused with a sentence', (_, timer) => {
    expect(timerProblem('esp8266', timer)).toMatch(/^[A-Z].*\.$/);
  });

  test('whatever has no problem is read by a board as it was meant', () => {
    const random = chance(20_260_219);
    for (let round = 0; round < 5_000; round += 1) {
      const family = random.one(families);
      const timer: BoardTimer = {
        tod: random.below(86_400),
        rep: random.one(['e', 'o', 'w']),
        days: [0, 1, 2, 3, 4, 5, 6].filter(() => random.below(2) === 0),
        action: anyAction(random, family),
      };
      if (timerProblem(family, timer) !== null) continue;
      // As the sheet describes the board's parser: colons apart, nothing trimmed.
      const parts = timerEntry(timer).split(':');
      const { action } = timer;
      expect(parts.length).toBe(timer.rep === 'w' ? 7 : 6);
      expect(parts.slice(0, 3)).toEqual([String(timer.tod), timer.rep, action.kind === 'output' ? 'g' : 'e']);
      expect(parts[3]).toBe(action.kind === 'output' ? action.pin : action.name);
      expect(parts[5]).toBe(String(action.value));
      expect(timerEntry(timer)).not.toMatch(/[,\p{Cc}]/u);
      if (timer.rep === 'w') expect(parts[6]).toMatch(/^[0-6]{1,7}$/);
    }
  });
});

describe('entries of rules', () => {
  const output = { pin: 'D1', mode: 'digit', value: 1 } as const;
  const rule = { key: 'humid', comparison: '>', threshold: 60, output } as const;

  test.each([
    [rule, 'g:humid:>:60:D1:digit:1'],
    [{ ...rule, comparison: '<=', threshold: -12.125 }, 'g:humid:<=:-12.125:D1:digit:1'],
    [{ ...rule, threshold: -0 }, 'g:humid:>:0:D1:digit:1'],
    [{ ...rule, threshold: 1_500_000 }, 'g:humid:>:1500000:D1:digit:1'],
    [{ ...rule, threshold: 0.001, output: { pin: 'D2', mode: 'pwm', value: 128 } }, 'g:humid:>:0.001:D2:pwm:128'],
  ] as const)('%j', (given, entry) => {
    expect(ruleProblem('esp8266', given)).toBeNull();
    expect(ruleEntry(given)).toBe(entry);
  });

  test.each([
    ['four decimals', { ...rule, threshold: 0.0001 }],
    ['more than a float holds', { ...rule, threshold: 12_345_678 }],
    ['an exponent', { ...rule, threshold: 1e21 }],
    ['no number', { ...rule, threshold: Number.NaN }],
    ['what boards do not know', { ...rule, comparison: '!=' as BoardComparison }],
    ['a blank that boards cut off', { ...rule, key: ' humid' }],
    ['a colon in the variable', { ...rule, key: 'a:b' }],
    ['a comma in the variable', { ...rule, key: 'a,b' }],
    ['no variable', { ...rule, key: '' }],
    ['a pin of another chip', { ...rule, output: { ...output, pin: '4' } }],
  ])('%s is refused with a sentence', (_, given) => {
    expect(ruleProblem('esp8266', given)).toMatch(/^[A-Z].*\.$/);
  });

  test('a threshold is written without an exponent and read as the same number', () => {
    const random = chance(7);
    for (let round = 0; round < 5_000; round += 1) {
      const threshold = (random.below(2_000_000) - 1_000_000) / random.one([1, 10, 100, 1000]);
      const text = ruleEntry({ ...rule, threshold }).split(':')[3] ?? '';
      expect(text).toMatch(/^-?\d+(\.\d{1,3})?$/);
      expect(Number(text)).toBe(threshold + 0);
    }
  });

  test('boards compare with five operators', () => {
    expect(['>', '>=', '<', '<=', '==', '!=', '=', ''].filter(isBoardComparison)).toEqual(['>', '>=', '<', '<=', '==']);
  });
});

describe('lists', () => {
  test('an empty list is a word, and no list ends with a comma', () => {
    expect(listPayload([])).toBe('no');
    expect(listPayload(['a'])).toBe('a');
    expect(listPayload(['a', 'b'])).toBe('a,b');
    for (const entries of [[], ['a'], ['a', 'b']]) expect(listEntries(listPayload(entries))).toEqual(entries);
  });

  test.each([
    ['esp8266', null, 20, 450],
    ['esp8266', '1.0.8', 20, 450],
    ['esp32', null, 40, 450],
    ['esp32', '1.0.7', 40, 450],
    ['esp32', '1.0.8', 40, 950],
    ['esp32-s3', '1.0.10', 40, 950],
    ['esp32-c3', '2.0.0', 40, 950],
    ['other', '1.0.8', 20, 450],
  ] as const)('%s with firmware %s keeps %i entries and %i bytes', (family, firmware, count, bytes) => {
    expect(listCapacity({ espid: 'x', family, firmware })).toEqual({ count, bytes });
  });

  test.each([
    ['ESP8266-16777215_ECFABC2AC458', 'esp8266', '1.0.8', 512],
    ['ESP32-PICO-V3-02-100_28abcdef', 'esp32', '1.0.8', 1024],
    [`ESP8266-${'a'.repeat(56)}`, 'esp8266', '1.0.8', 512],
    [`ESP32-${'a'.repeat(58)}`, 'esp32', null, 512],
    [`ESP32-${'a'.repeat(58)}`, 'esp32', '1.0.8', 1024],
  ] as const)('a full list for %s fits into its buffer', (espid, family, firmware, buffer) => {
    const { bytes } = listCapacity({ espid, family, firmware });
    expect(bytes).toBeGreaterThan(400);
    for (const subtopic of ['timer', 'automation']) {
      expect(packetBytes(boardTopic(espid, subtopic), bytes), subtopic).toBeLessThanOrEqual(buffer);
    }
  });
});

describe('versions of the firmware', () => {
  test.each([
    ['1.0.8', '1.0.8', true],
    ['1.0.10', '1.0.8', true],
    ['1.1.0', '1.0.8', true],
    ['2.0.0-rc1', '1.0.8', true],
    ['v1.0.8', '1.0.8', true],
    ['1.0.7', '1.0.8', false],
    ['0.9.9', '1.0.8', false],
    ['latest', '1.0.8', false],
    ['1.0', '1.0.8', false],
    [null, '1.0.8', false],
  ])('%s is at least %s: %s', (version, least, expected) => {
    expect(isFirmwareAtLeast(version, least)).toBe(expected);
  });
});
