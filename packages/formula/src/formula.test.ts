import { describe, expect, test } from 'vitest';
import {
  compileFormula,
  FormulaError,
  FormulaMachine,
  functionCatalogue,
  type InputValue,
  signatureOf,
} from './index.ts';

const units: Record<string, string | null> = {
  temp: '°C',
  outside: '°F',
  humid: '%',
  power: 'W',
  Pa: 'kW',
  pump: null,
  n: null,
  อุณหภูมิ: '°C',
  'pm2.5': 'µg/m³',
};
const scope = {
  unitOf: ({ device, key }: { device: string | null; key: string }) =>
    device === null && Object.hasOwn(units, key)
      ? units[key]
      : device === 'TANK-2' && key === 'level'
        ? 'cm'
        : undefined,
};
const compile = (text: string, unit: string | null = null) => compileFormula(text, scope, unit);

/** The result of a formula for one message. */
function evaluate(text: string, values: Record<string, InputValue> = {}, unit: string | null = null) {
  const formula = compile(text, unit);
  return new FormulaMachine(formula).step(
    1_000,
    formula.inputs.map(({ key }) => values[key]),
  );
}

/** What is wrong with a formula, and the part of it that is named. */
function problemOf(text: string, unit: string | null = null): [sentence: string, part: string] {
  try {
    compile(text, unit);
  } catch (error) {
    if (error instanceof FormulaError) return [error.message, text.slice(error.span.start, error.span.end)];
    throw error;
  }
  return ['', ''];
}

describe('what is written is what is meant', () => {
  test.each([
    ['temp * 1.8 + 32', { temp: 20 }, 68],
    ['-temp ^ 2', { temp: 3 }, -9],
    ['(-temp) ^ 2', { temp: 3 }, 9],
    ['2 ^ 3 ^ n', { n: 2 }, 512],
    ['10 - n - 1', { n: 2 }, 7],
    ['n % 3', { n: 8 }, 2],
    ['n > 3 && !(n > 5)', { n: 4 }, true],
    ['n > 3 ? n : 0', { n: 4 }, 4],
    ['if(n > 3, n > 10, false)', { n: 4 }, false],
    ['pump * 60', { pump: true }, 60],
    ['round(n, 1)', { n: 2.345 }, 2.3],
    ['clamp(n, 0, 100)', { n: 140 }, 100],
    ['map(n, 120, 20, 0, 100)', { n: 70 }, 50],
    ['max(n, 3, 9)', { n: 4 }, 9],
    ['avg(n, 3)', { n: 4 }, 3.5],
    ['value("pm2.5") / 2', { 'pm2.5': 9 }, 4.5],
    ['อุณหภูมิ + 1', { อุณหภูมิ: 30 }, 31],
    ['round(n * pi, 1)', { n: 1 }, 3.1],
    ['fallback(sqrt(n), 7)', { n: -1 }, 7],
    ['1e3 * n + .5', { n: 2 }, 2000.5],
  ])('%s', (text, values, expected) => {
    expect(evaluate(text, values)).toBe(expected);
  });

  test('a sum of many terms is not nested', () => {
    expect(evaluate(`n${' + 1'.repeat(99)}`, { n: 1 })).toBe(100);
    expect(problemOf(`n${' + 1'.repeat(100)}`)[0]).toBe('A formula has at most 200 parts. Split it in two.');
    expect(problemOf(`${'(1 + '.repeat(60)}n${')'.repeat(60)}`)[0]).toBe(
      'A formula is nested at most 60 deep. Split it in two.',
    );
  });

  test.each([
    ['dewPoint(temp, humid)', { temp: 25, humid: 60 }, 16.7],
    ['absoluteHumidity(temp, humid)', { temp: 25, humid: 60 }, 13.8],
    ['vpd(temp, humid)', { temp: 25, humid: 60 }, 1.27],
    ['wetBulb(temp, humid)', { temp: 20, humid: 50 }, 13.7],
    ['heatIndex(temp, humid)', { temp: 32, humid: 70 }, 40.4],
  ])('%s', (text, values, expected) => {
    expect(Number(evaluate(text, values))).toBeCloseTo(expected, 1);
  });

  test.each([
    ['n / 0', { n: 1 }],
    ['sqrt(n)', { n: -1 }],
    ['n * 1e200 * 1e200', { n: 1 }],
    ['n / 0 > 1 ? 1 / 0 : 0', { n: 1 }],
    ['n + temp', { n: 1 }],
    ['dewPoint(temp, humid)', { temp: 20, humid: 0 }],
  ])('%s has no value where it cannot be worked out', (text, values) => {
    expect(evaluate(text, values)).toBeNull();
  });

  test('an evaluation does not change with the order of missing and present values', () => {
    const formula = compile('temp + humid * 0');
    const machine = new FormulaMachine(formula);
    expect(machine.step(0, [20, undefined])).toBeNull();
    expect(machine.step(1_000, [undefined, 50])).toBe(20);
    expect(machine.step(2_000, [21, undefined])).toBe(21);
    expect(machine.step(3_000, [undefined, undefined])).toBeNull();
    // The humidity is too old by now to be put together with a new temperature.
    expect(machine.step(3 * 3_600_000, [22, undefined])).toBeNull();
  });

  test('a switch holds until it changes, but for two hours where another device is read', () => {
    const machineOf = (text: string) => new FormulaMachine(compile(text));
    const own = machineOf('pump && n > 1');
    const across = machineOf('pump && value("TANK-2", "level") > 1');
    for (const machine of [own, across]) {
      expect(machine.step(0, [true, 2])).toBe(true);
      expect(machine.step(2 * 3_600_000, [undefined, 2])).toBe(true);
    }
    expect(own.step(2 * 3_600_000 + 1, [undefined, 2])).toBe(true);
    expect(across.step(2 * 3_600_000 + 1, [undefined, 2])).toBeNull();
  });
});

describe('units', () => {
  test.each([
    ['temp', '°C'],
    ['temp + 1', '°C'],
    ['dewPoint(temp, humid)', '°C'],
    ['temp / outside', null],
    ['avg(power, 10min)', 'W'],
    ['energy(power)', 'kWh'],
    ['runningHours(pump)', 'h'],
    ['power * 2', null],
    ['temp > 20', null],
    ['number(temp)', null],
  ])('%s is in %s', (text, unit) => {
    expect(compile(text).unit).toBe(unit);
  });

  test('values of one kind are brought to one unit', () => {
    expect(evaluate('temp - outside', { temp: 20, outside: 59 })).toBeCloseTo(5, 9);
    expect(evaluate('outside > temp', { temp: 20, outside: 59 })).toBe(false);
    expect(evaluate('max(power, Pa)', { power: 500, Pa: 2 })).toBe(2_000);
    expect(evaluate('dewPoint(outside, humid)', { outside: 77, humid: 60 })).toBeCloseTo(16.7, 1);
    expect(evaluate('power + Pa', { power: 500, Pa: 2 }, 'kW')).toBe(2.5);
  });

  test.each([
    ['change(temp, 1h)', '°F', 9],
    ['temp - ago(temp, 1h)', '°F', 9],
    ['abs(-change(temp, 1h)) + 1', '°F', 10.8],
    ['fallback(change(temp, 1h), 0)', '°F', 9],
    ['temp + change(temp, 1h)', '°F', 86],
    ['temp - change(temp, 1h)', '°F', 68],
    ['temp - change(outside, 1h)', '°C', 20],
    ['change(temp, 1h) + change(outside, 1h)', '°C', 10],
    ['change(temp, 1h) < change(outside, 1h) + 1', null, true],
    ['change(temp, 1h)', 'K', 5],
    ['temp - 2', '°F', 73.4],
    ['30 - temp', '°F', 9],
    ['temp + outside - ago(temp, 1h)', '°F', 86],
    ['temp - ago(temp, 1h) + outside', '°F', 86],
    ['temp + (outside - ago(temp, 1h))', '°F', 86],
    ['-temp + outside', '°F', 0],
  ])('%s in %s tells a difference of temperatures from a temperature', (text, unit, expected) => {
    const formula = compile(text, unit);
    const machine = new FormulaMachine(formula);
    const at = (hours: number, values: Record<string, number>) =>
      machine.step(
        hours * 3_600_000,
        formula.inputs.map(({ key }) => values[key]),
      );
    at(0, { temp: 20, outside: 68 });
    const result = at(1, { temp: 25, outside: 77 });
    expect(typeof result === 'number' ? Number(result.toFixed(9)) : result).toBe(expected);
    expect(formula.unit).toBe(unit);
  });

  test.each([
    [
      'temp + power',
      '“temp” is in °C and “power” in W, which do not go together. number(…) takes a unit away.',
      'temp + power',
    ],
    ['1 + dewPoint(power, humid)', 'dewPoint needs a temperature here, and “power” is in W.', 'power'],
    [
      'max(temp, 4, power)',
      '“temp” is in °C and “power” in W, which do not go together. number(…) takes a unit away.',
      'temp, 4, power',
    ],
  ])('%s is refused', (text, sentence, part) => {
    expect(problemOf(text)).toEqual([sentence, part]);
  });

  test('a result is not given a unit that it cannot have', () => {
    expect(problemOf('temp', 'W')[0]).toBe('The formula gives °C, which is no W.');
    expect(problemOf('temp * 2', 'W')[0]).toBe('');
  });
});

describe('what is wrong is said, with its place', () => {
  test.each([
    ['', 'Write a formula, such as temp * 1.8 + 32.', ''],
    ['2 + 2', 'A formula reads at least one variable.', '2 + 2'],
    ['temp +', 'Something is missing after +.', '+'],
    ['(temp', 'A closing bracket is missing.', 'p'],
    ['avg(temp', 'A closing bracket is missing.', 'p'],
    ['temp)', '“)” has no meaning here.', ')'],
    ['temp humid', 'An operator is missing between two parts.', 'temp humid'],
    ['temp = 3', '“=” has no meaning here.', '='],
    ['1 + tmp', 'The device has no variable “tmp”.', 'tmp'],
    ['dewpoint(temp, humid)', 'There is no function “dewpoint”. Did you mean dewPoint?', 'dewpoint(temp, humid)'],
    ['dewPoint(temp)', 'Write dewPoint(temperature, humidity).', 'dewPoint(temp)'],
    ['avg()', 'Write avg(a, b, …) or avg(x, duration).', 'avg()'],
    ['dewPoint', 'dewPoint is a function: write dewPoint(temperature, humidity).', 'dewPoint'],
    ['ago(temp, 3)', 'A duration is missing here, such as 30s, 10min, 2h or 1d.', '3'],
    ['avg(temp, 90d)', 'A duration is between 1s and 31d.', '90d'],
    ['temp + 10min', 'A duration stands only in functions, such as avg(temp, 10min).', '10min'],
    ['temp + "a"', 'A text stands only in value("name").', '"a"'],
    ['"temp', 'The closing quotation mark is missing.', 'p'],
    ['10x + temp', 'A name does not begin with a digit. Durations are written 30s, 10min, 2h or 1d.', 'x'],
    ['temp ? 1', 'After “?” and its value comes “:” and the other value.', '1'],
    ['value(temp)', 'Write value("name"), or value("device id", "name") for another device.', 'value(temp)'],
    ['value("OTHER", "temp")', 'You have no device “OTHER” with a variable “temp”.', 'value("OTHER", "temp")'],
  ])('%s', (text, sentence, part) => {
    expect(problemOf(text)).toEqual([sentence, part]);
  });
});

describe('hostile formulas', () => {
  test.each([
    'temp.constructor',
    'temp["constructor"]["constructor"]("return process")()',
    'constructor(temp)',
    '__proto__ + temp',
    '__proto__(temp)',
    'toString(temp)',
    'hasOwnProperty + temp',
    'value("__proto__") + temp',
    'value("constructor") + temp',
    'this',
    'this.temp',
    '[temp, temp]',
    'temp = 4',
    'temp; temp',
    'temp, temp',
    '(temp, temp)',
    'temp => temp',
    '`temp`',
    'temp ?? 3',
    'temp | 1',
    '~temp',
    'null + temp',
    'new Date()',
    'avg(temp, 10min)()',
    'import("fs")',
    'temp?.x',
    '/temp/',
    '\\u0074emp',
  ])('%s is refused as such', (text) => {
    expect(problemOf(text)[0]).toMatch(/\.$/);
  });

  test.each([
    ['brackets', `${'('.repeat(249)}temp${')'.repeat(247)}`],
    ['signs', `${'-'.repeat(490)}temp`],
    ['calls', `${'abs('.repeat(90)}temp${')'.repeat(90)}`],
    ['sums', `temp${'+1'.repeat(240)}`],
    ['powers', `temp${'^2'.repeat(240)}`],
    ['choices', `${'1?'.repeat(100)}temp${':1'.repeat(100)}`],
    ['windows', Array.from({ length: 9 }, () => 'avg(temp,1d)').join('+')],
    ['length', `temp${' '.repeat(500)}`],
  ])('too many %s are refused', (_, text) => {
    expect(problemOf(text)[0]).toMatch(/[Aa]t most|nested|missing/);
  });

  test('whatever is written, there is a formula or a sentence with its place', () => {
    const pieces = [
      'temp',
      'humid',
      'avg',
      'energy',
      'value',
      '(',
      ')',
      ',',
      '+',
      '-',
      '^',
      '?',
      ':',
      '10min',
      '3',
      '.',
      '"',
      "'",
      '[',
      ']',
      '\\',
      '__proto__',
      'this',
      ' ',
      '\u0000',
      '💧',
      '<',
      '&&',
      ';',
      'if',
    ];
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    for (let round = 0; round < 5_000; round++) {
      const text = Array.from({ length: 1 + random(14) }, () => pieces[random(pieces.length)]).join('');
      try {
        const formula = compile(text);
        new FormulaMachine(formula).step(
          0,
          formula.inputs.map(() => 1),
        );
      } catch (error) {
        expect(error, text).toBeInstanceOf(FormulaError);
        const { message, span } = error as FormulaError;
        expect(message).toMatch(/\.$/);
        expect(span.start).toBeLessThanOrEqual(span.end);
        expect(span.end).toBeLessThanOrEqual(text.length);
      }
    }
  });
});

test('every function has an example that works, and a signature', () => {
  const anything = { unitOf: () => null };
  for (const entry of functionCatalogue) {
    expect(() => compileFormula(entry.example, anything), entry.example).not.toThrow();
    expect(signatureOf(entry)).toContain(`${entry.name}(`);
    expect(entry.about).toMatch(/\.$/);
  }
});
