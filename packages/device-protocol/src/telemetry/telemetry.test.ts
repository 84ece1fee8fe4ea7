import { describe, expect, it } from 'vitest';
import { parseTelemetry } from './telemetry.ts';

const parse = (text: string) => parseTelemetry(Buffer.from(text));
const values = (text: string) => ({ ...parse(text).values });

describe('what the public library sends', () => {
  it.each([
    ['{"humid":75,"temp":26.5}', { humid: 75, temp: 26.5 }],
    ['{"humid": 0,"temp":75}', { humid: 0, temp: 75 }],
    [' {"a":1}', { a: 1 }],
    ['{"a":-0.125}', { a: -0.125 }],
    ['{"อุณหภูมิ":31.25}', { อุณหภูมิ: 31.25 }],
    ['{}', {}],
  ])('takes %s whole', (text, expected) => {
    expect(parse(text)).toMatchObject({ ts: null, salvaged: false, problem: null });
    expect(values(text)).toEqual(expected);
  });

  it('keeps the whole pairs of a message that was cut off and reports it', () => {
    const result = parse('{"a":1.5,"b":2.25,"c":3');
    expect({ ...result.values }).toEqual({ a: 1.5, b: 2.25 });
    expect(result.salvaged).toBe(true);
    expect(result.problem).toContain('cut off after 2 values');
  });

  it.each([
    ['{"a":nan,"b":2.5}', { b: 2.5 }],
    ['{"a": nan,"b":2.5}', { b: 2.5 }],
    ['{"a":1,"b":inf}', { a: 1 }],
    ['{"a":1,"b":-inf,"c":-0.5}', { a: 1, c: -0.5 }],
    ['{"temp":NaN,"humid":55}', { humid: 55 }],
    ['{"big":340282346638528859811704183484516925440,"a":nan}', { big: 3.4028234663852886e38 }],
  ])('skips the failed sensors of %s and keeps the rest', (text, expected) => {
    expect(values(text)).toEqual(expected);
    expect(parse(text).problem).toContain('had no usable value');
  });

  it.each([
    ['{"a":1,"b":2}\u0001\u0002', { a: 1, b: 2 }],
    ['{"a":1,}', { a: 1 }],
    ['{"a":1,"b":2,"c', { a: 1, b: 2 }],
    ['{"a":1,"b":1.2.3,"c":4}', { a: 1 }],
    ['{"a":1,"b":"x', { a: 1 }],
    ['{', {}],
    ['{"a":12', {}],
    ['{"a":1;"b":2}', {}],
  ])('reads %j only up to the first pair that is not whole', (text, expected) => {
    expect(values(text)).toEqual(expected);
    expect(parse(text).problem).not.toBeNull();
  });

  it.each([
    ['{"a":1,"b":{"c":nan}}', { a: 1 }, 'The message is not valid JSON behind "a"; what follows was left out.'],
    ['{"a":1,"b":0x1F,"c":4}', { a: 1 }, 'The message is not valid JSON behind "a"; what follows was left out.'],
    ['{"a":1,}', { a: 1 }, 'The message is not valid JSON behind "a"; what follows was left out.'],
    [
      '{"a":nan,b:1}',
      {},
      '"a" had no usable value. The message is not valid JSON behind "a"; what follows was left out.',
    ],
  ])('names where %s is broken', (text, expected, problem) => {
    expect(values(text)).toEqual(expected);
    expect(parse(text).problem).toBe(problem);
  });

  it.each(['{', '{"a":1,', '{"a":1,"b', '{"a":1,"b"', '{"a":1,"b":', '{"a":1,"b":-3.', '{"a":1,"b": n'])(
    'reports that %s was cut off, however short: the library counts lengths in 8 bits',
    (text) => {
      expect(parse(text).problem).toMatch(/^The message was cut off after [01] values?: /);
    },
  );

  it('takes booleans and exponents beside a failed sensor', () => {
    const result = parse('{"t":nan,"on":true,"off": false,"tiny":1.5e-7,"large":2E3,"huge":1e999}');
    expect({ ...result.values }).toEqual({ on: true, off: false, tiny: 1.5e-7, large: 2_000 });
    expect(result.problem).toBe('"t", "huge" had no usable value. The other values were taken.');
    const timed = parseTelemetry(Buffer.from('{"ts":true,"a":1,"b":nan}'), { readsTimes: true });
    expect({ ...timed.values, ts: timed.ts }).toEqual({ a: 1, ts: null });
  });

  it('reads every possible cut of a long message as a prefix of its pairs', () => {
    const pairs = Array.from({ length: 21 }, (_, i) => [`E${i}`, 1000.125 + i] as const);
    const whole = `{${pairs.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
    for (let length = 1; length < whole.length; length++) {
      const got = Object.entries(values(whole.slice(0, length)));
      expect(got).toEqual(pairs.slice(0, got.length));
    }
    expect(Object.keys(values(whole))).toHaveLength(21);
  });
});

describe('what other clients send', () => {
  it('takes numbers, booleans, texts and a time', () => {
    const payload = Buffer.from('{"temp":1e-3,"on":true,"mode":"auto, \\"dry\\"","ts":1795000000000}');
    const result = parseTelemetry(payload, { readsTimes: true });
    expect({ ...result.values }).toEqual({ temp: 0.001, on: true, mode: 'auto, "dry"' });
    expect(result).toMatchObject({ ts: 1795000000000, salvaged: false, problem: null });
  });

  it('takes `ts` as a variable like any other where nobody said that it is a time', () => {
    const result = parse('{"ts":42,"temp":1}');
    expect({ ...result.values }).toEqual({ ts: 42, temp: 1 });
    expect(result).toMatchObject({ ts: null, problem: null });
    expect(values('{"ts":"now"}')).toEqual({ ts: 'now' });
  });

  it('takes the time also of a message whose values have to be salvaged', () => {
    const payload = Buffer.from('{"ts":1795000000000,"a":nan,"b":2}');
    const result = parseTelemetry(payload, { readsTimes: true });
    expect({ ...result.values }).toEqual({ b: 2 });
    expect(result).toMatchObject({ ts: 1795000000000, problem: expect.stringContaining('"a" had no usable value') });
    expect(values(payload.toString())).toEqual({ ts: 1795000000000, b: 2 });
    expect(parseTelemetry(Buffer.from('{"ts":nan,"b":2}'), { readsTimes: true }).ts).toBeNull();
  });

  it('leaves out a time that is none, and keeps the values', () => {
    const result = parseTelemetry(Buffer.from('{"a":1,"ts":"now"}'), { readsTimes: true });
    expect({ ...result.values }).toEqual({ a: 1 });
    expect(result).toMatchObject({ ts: null, problem: expect.stringContaining('The time of arrival counts') });
  });

  it('skips null, which is how ArduinoJson writes a number that is not one', () => {
    expect(values('{"a":null,"b":2}')).toEqual({ b: 2 });
    expect(parse('{"a":null,"b":2}').problem).toBe('"a" has no value. It was left out.');
  });

  it('lets the last of equal names win', () => {
    expect(values('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(values('{"a":1,"x":nan,"a":2}')).toEqual({ a: 2 });
  });

  it.each([
    ['{"a":1,"b":{"c":2}}', 'a message is flat'],
    ['{"a":1,"b":[1]}', 'a message is flat'],
    ['{"b":1e999,"a":1}', 'out of range'],
    ['{"":1,"a":1}', 'empty name'],
    [`{"${'k'.repeat(33)}":1,"a":1}`, 'longer than 32 characters'],
    ['{"a":1,"a\\u0007":1}', 'control character'],
    ['{"a":1,"b":"\\u0000"}', 'cannot be stored'],
    [`{"a":1,"b":"${'x'.repeat(257)}"}`, 'longer than 256 characters'],
    ['{"__proto__":{"polluted":1},"a":1}', 'cannot be used'],
  ])('leaves the one unfit key of %j out, and keeps the others: %s', (text, problem) => {
    const result = parse(text);
    expect(values(text)).toEqual({ a: 1 });
    expect(result.problem).toContain(problem);
    expect(result.problem).toMatch(/It was left out\.$/);
  });

  it('reports of several unfit keys why the first one was left out, and how many the others are', () => {
    const text = '{"a":1,"b":[],"c":{},"d":null}';
    expect(values(text)).toEqual({ a: 1 });
    expect(parse(text).problem).toBe(
      '"b" is not a number, a boolean or a text; a message is flat. It was left out, and 2 others too.',
    );
  });

  const many = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',');
  const first64 = Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`k${i}`, 1]));
  it.each([
    [`{${many(65)}}`, 'The message has 65 variables; those behind the first 64 were left out.'],
    [`{${many(400)}}`, 'The message has 400 variables'],
    [`{${many(65)},"x":nan}`, 'The message has 66 variables'],
    [`{${many(65)},"a,b":"\\",{[","c":{"d":1,"e":[1,2]}}`, 'The message has 67 variables'],
    [`{${many(64)},"broken`, 'The message has 65 variables'],
  ])('takes the first 64 pairs and reads no other: %#', (text, problem) => {
    expect(values(text)).toEqual(first64);
    expect(parse(text).problem).toContain(problem);
  });

  it('leaves out behind the 64th pair also what is salvaged', () => {
    const text = `{"a":nan,${many(70)}}`;
    expect(Object.keys(values(text))).toHaveLength(63);
    expect(parse(text).problem).toMatch(/has 71 variables.*"a" had no usable value/);
  });

  it.each([
    ['', 'empty'],
    ['[1,2]', 'not a JSON object'],
    ['5', 'not a JSON object'],
    ['null', 'not a JSON object'],
    ['temp=5', 'not a JSON object'],
    ['{temp:5}', 'not a JSON object'],
    ['{"a":[1]}', 'a message is flat'],
    ['{"a":1e999}', 'out of range'],
    ['{"":1}', 'empty name'],
    [`{"${'k'.repeat(33)}":1}`, 'longer than 32 characters'],
    ['{"a\\u0007":1}', 'control character'],
    ['{"a\\u0085":1}', 'control character'],
    ['{"a\\ud800":1}', 'not valid text'],
    ['{"a":"\\u0000"}', 'cannot be stored'],
    ['{"a":"\\udc00"}', 'cannot be stored'],
    [`{"a":"${'x'.repeat(257)}"}`, 'longer than 256 characters'],
    [`{"a":"${'x'.repeat(4090)}"}`, 'at most 4096 are taken'],
    ['{"__proto__":5}', 'cannot be used'],
    ['{"__proto__":{"polluted":1}}', 'cannot be used'],
  ])('takes nothing of %j: %s', (text, problem) => {
    const result = parse(text);
    expect(Object.keys(result.values)).toEqual([]);
    expect(result.problem).toContain(problem);
  });

  it('takes what is exactly at the limits', () => {
    const keys = Array.from({ length: 64 }, (_, i) => `"${String(i).padStart(32, 'k')}":1`);
    expect(Object.keys(values(`{${keys.join(',')}}`))).toHaveLength(64);
    expect(values(`{"${'🌱'.repeat(32)}":"${'🌱'.repeat(256)}"}`)).toEqual({ ['🌱'.repeat(32)]: '🌱'.repeat(256) });
  });

  it('has values without a prototype, so that no name can reach one', () => {
    const result = parse('{"constructor":1,"toString":2,"hasOwnProperty":3}');
    expect(Object.getPrototypeOf(result.values)).toBeNull();
    expect(Object.keys(result.values)).toEqual(['constructor', 'toString', 'hasOwnProperty']);
    expect(Object.getPrototypeOf(parse('{"a":nan,"__proto__":1}').values)).toBeNull();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('bad input', () => {
  it('never throws and never gives a value outside the limits, whatever the bytes', () => {
    const random = mulberry32(20_260_219);
    const alphabet = '{}",:.-0123456789nanifue \\\u0000abcé';
    for (let round = 0; round < 20_000; round++) {
      const length = Math.floor(random() * 300);
      const bytes = Buffer.alloc(length);
      for (let i = 0; i < length; i++) {
        bytes[i] = round % 2 === 0 ? random() * 256 : alphabet.charCodeAt(random() * alphabet.length);
      }
      if (round % 4 > 1) bytes.write('{"a":1,"b":', 0);
      check(bytes);
    }
  });

  it('never throws on damaged versions of good messages', () => {
    const random = mulberry32(7);
    const good = Buffer.from('{"Va":230.125,"Ia": 4,"Pa":-0.921,"mode":"auto","on":true,"ts":1795000000000}');
    for (let round = 0; round < 20_000; round++) {
      const bytes = Buffer.from(good.subarray(0, Math.floor(random() * good.length) + 1));
      for (let hits = random() * 3; hits > 0; hits--) bytes[Math.floor(random() * bytes.length)] = random() * 256;
      check(bytes);
    }
  });

  it.each([
    ['{"a":', {}],
    ['{"', {}],
    ['{ ', {}],
    ['{"a":1,', { a: 1 }],
  ])('comes to an end with %s again and again, which no backtracking would live to see', (text, values) => {
    const payload = Buffer.from(text.repeat(4096 / text.length).slice(0, 4096));
    expect({ ...parseTelemetry(payload).values }).toEqual(values);
  });
});

function check(bytes: Buffer): void {
  const result = parseTelemetry(bytes);
  for (const [key, value] of Object.entries(result.values)) {
    expect(key).toMatch(/^[^\p{Cc}]{1,32}$/u);
    if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
    else if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(256);
    else expect(typeof value).toBe('boolean');
  }
  expect(result.ts === null || Number.isFinite(result.ts)).toBe(true);
}

/** A small seeded generator, so that a failure can be repeated. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
