import { describe, expect, test } from 'vitest';
import { compileFormula, FormulaMachine, type InputValue } from './index.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const morning = Date.UTC(2026, 4, 4, 6);
const formulaOf = (text: string) => compileFormula(text, { unitOf: () => null });

/** The results of messages of one variable, so many ms apart; undefined: the message has it not. */
function resultsOf(text: string, values: readonly (InputValue | undefined)[], apartMs: number): (InputValue | null)[] {
  const machine = new FormulaMachine(formulaOf(text));
  return values.map((value, index) => machine.step(morning + index * apartMs, [value]));
}

describe('windows', () => {
  test.each([
    ['avg(x, 2min)', [10, 20, 30, 40], [10, 15, 20, 30]],
    ['sum(x, 2min)', [1, 2, 3, 4], [1, 3, 6, 9]],
    ['min(x, 2min)', [5, 7, 9, 8], [5, 5, 5, 7]],
    ['max(x, 2min)', [5, 9, 1, 2, 3], [5, 9, 9, 9, 3]],
    ['count(x, 2min)', [5, 9, 1, 2], [1, 2, 3, 3]],
    ['ago(x, 2min)', [5, 9, 1, 2], [null, null, 5, 9]],
    ['change(x, 2min)', [5, 9, 1, 2], [null, null, -4, -7]],
    ['x - previous(x)', [5, 9, 1], [null, 4, -8]],
    ['total(x)', [5, 9, 1], [5, 14, 15]],
  ])('%s', (text, values, expected) => {
    expect(resultsOf(text, values, minuteMs)).toEqual(expected);
  });

  test('the difference to yesterday holds only where there was a yesterday', () => {
    const machine = new FormulaMachine(formulaOf('change(x, 1d)'));
    for (let at = 0; at < dayMs; at += 10 * minuteMs) expect(machine.step(morning + at, [at / hourMs])).toBeNull();
    expect(machine.step(morning + dayMs, [100])).toBe(100);
    expect(machine.step(morning + dayMs + hourMs, [100])).toBeCloseTo(99, 0);
    // The board was silent for a day: nothing is known of 24 hours ago.
    expect(machine.step(morning + 3 * dayMs, [100])).toBeNull();
  });

  test('their memory is bounded however fast a board sends', () => {
    const machine = new FormulaMachine(formulaOf('avg(x, 10min)'));
    for (let at = 0; at < 40 * minuteMs; at += 50) machine.step(morning + at, [at]);
    expect(JSON.stringify(machine.save()).length).toBeLessThan(60_000);
    expect(machine.step(morning + 40 * minuteMs, [40 * minuteMs])).toBeCloseTo(35 * minuteMs, -4);
  });
});

describe('counters', () => {
  test.each([
    ['energy(x)', [1, 1, 3], [0, 1, 3]],
    ['integral(x)', [2, 4, 4], [0, 3, 7]],
    ['runningHours(x)', [true, true, false, false], [0, 1, 2, 2]],
    ['runningHours(x > 5)', [6, 4, 9, 9], [0, 1, 1, 2]],
    ['degreeDays(x, 10) * 24', [12, 14, 8], [0, 3, 5]],
    ['heatingDegreeDays(x, 10) * 24', [12, 8, 8], [0, 1, 3]],
  ])('%s', (text, values, expected) => {
    expect(resultsOf(text, values, hourMs)).toEqual(expected);
  });

  test('a time of which nothing is known counts nothing', () => {
    expect(resultsOf('energy(x)', [1, 1], 3 * hourMs)).toEqual([0, 0]);
    expect(resultsOf('runningHours(x)', [true, true], 3 * hourMs)).toEqual([0, 0]);
  });

  test('a switch that is reported only when it changes runs on with the other messages of the device', () => {
    expect(resultsOf('runningHours(x)', [true, undefined, undefined, undefined, false], hourMs)).toEqual([
      0,
      null,
      null,
      null,
      4,
    ]);
  });
});

describe('what is remembered', () => {
  const text = 'avg(x, 5min) + integral(x) + previous(x) + change(x, 3min) + total(x) + number(runningHours(x > 3))';
  const values = Array.from({ length: 40 }, (_, index) => (index * 7) % 11);

  test('is stored and restored at any moment without a difference', () => {
    const whole = new FormulaMachine(formulaOf(text));
    let parts = new FormulaMachine(formulaOf(text));
    for (const [index, value] of values.entries()) {
      const saved = JSON.parse(JSON.stringify(parts.save()));
      parts = new FormulaMachine(formulaOf(text), saved);
      expect(parts.step(morning + index * minuteMs, [value])).toBe(whole.step(morning + index * minuteMs, [value]));
    }
  });

  test('does not count what is not stored', () => {
    const [beside, without] = [new FormulaMachine(formulaOf(text)), new FormulaMachine(formulaOf(text))];
    for (const [index, value] of values.entries()) {
      const at = morning + index * minuteMs;
      beside.step(at - 1_000, [value * 2], false);
      expect(beside.step(at, [value])).toBe(without.step(at, [value]));
    }
  });
});

test.each([
  ['x + value("B", "x")', false],
  ['avg(x, 5min) + total(value("B", "x"))', false],
  ['runningHours(x > value("B", "x"))', false],
  ['avg(x + value("B", "x"), 5min)', true],
])('whether the order within an instant matters to %s', (text, mixes) => {
  expect(formulaOf(text).mixesDevices).toBe(mixes);
});
