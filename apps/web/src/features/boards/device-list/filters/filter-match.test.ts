import { describe, expect, it } from 'vitest';
import { type CellValue, compileRule, type MatchMode, matchModes, modesFor } from './filter-match.ts';
import { modeLabel, ruleSentence } from './rule-texts.ts';

const noon = Date.parse('2026-11-21T05:00:00Z');

const cases: Record<MatchMode, { values: string[]; yes: CellValue[]; no: CellValue[] }> = {
  startsWith: { values: ['GREEN'], yes: ['Greenhouse 1', ' green'], no: ['Big greenhouse', null, 5] },
  contains: { values: ['house'], yes: ['Greenhouse 1', 'Pump House', ['a', 'House']], no: ['Nursery', null, []] },
  notContains: { values: ['house'], yes: ['Nursery', null, ['a'], []], no: ['Greenhouse 1', ['a', 'House']] },
  endsWith: { values: ['c458'], yes: ['ESP8266-2802776_ECFABC2AC458'], no: ['C458-', null] },
  equals: { values: ['4.80'], yes: [4.8], no: [4.81, null, '4.8 '] },
  notEquals: { values: ['online'], yes: ['offline', null, ['a', 'b']], no: ['Online', ['a', 'Online']] },
  in: { values: ['1.0.8', '1.0.7'], yes: ['1.0.7', '1.0.8', ['1', '1.0.8']], no: ['1.0.6', null, ['1']] },
  lt: { values: ['30'], yes: [29.9, -1], no: [30, '20', null] },
  lte: { values: ['30'], yes: [30, 29], no: [30.1, null] },
  gt: { values: ['2,5'], yes: [2.51], no: [2.5, null, true] },
  gte: { values: ['0'], yes: [0, 1], no: [-0.1, null] },
  between: { values: ['20', '10'], yes: [10, 15, 20], no: [9.9, 20.1, null] },
  dateIs: { values: ['2026-11-21'], yes: [noon], no: [noon - 86_400_000, null] },
  dateIsNot: { values: ['2026-11-21'], yes: [noon + 86_400_000, null], no: [noon] },
  dateBefore: { values: ['2026-11-21'], yes: [noon - 86_400_000], no: [noon, noon + 86_400_000, null] },
  dateAfter: { values: ['2026-11-21'], yes: [noon + 86_400_000], no: [noon, null] },
};

describe('match modes', () => {
  it.each(matchModes)('%s', (mode) => {
    const { values, yes, no } = cases[mode];
    const test = compileRule({ column: 'any', mode, values }, 'UTC');
    for (const cell of yes) expect(test(cell), `${mode} ${values} ${cell}`).toBe(true);
    for (const cell of no) expect(test(cell), `${mode} ${values} ${cell}`).toBe(false);
  });

  it.each(matchModes)('%s lets everything through until it is filled in', (mode) => {
    const test = compileRule({ column: 'any', mode, values: [' ', ''] });
    for (const cell of ['x', 1, null, false]) expect(test(cell)).toBe(true);
  });

  it.each(['warm', '1,000', '12,345'])('lets nothing through when a number is needed and %s was typed', (typed) => {
    for (const mode of ['lt', 'lte', 'gt', 'gte', 'equals', 'in'] as const) {
      expect([1, 500, 1e6].map(compileRule({ column: 'any', mode, values: [typed] }))).toEqual([false, false, false]);
    }
    expect(compileRule({ column: 'any', mode: 'between', values: [typed, '900'] })(500)).toBe(false);
  });

  it('takes the minus sign that the page prints', () => {
    const below = compileRule({ column: 'any', mode: 'lt', values: ['−60'] });
    expect([-70, -50].map(below)).toEqual([true, false]);
  });

  it('leaves one end of between open', () => {
    const atLeastTen = compileRule({ column: 'any', mode: 'between', values: ['10', ''] });
    expect([9, 10, 1e9].map(atLeastTen)).toEqual([false, true, true]);
    const upToTen = compileRule({ column: 'any', mode: 'between', values: ['', '10'] });
    expect([9, 10, 11].map(upToTen)).toEqual([true, true, false]);
  });

  it('calls true On and false Off', () => {
    const on = compileRule({ column: 'any', mode: 'equals', values: ['On'] });
    expect([true, false, 'on'].map(on)).toEqual([true, false, true]);
  });

  it('takes full-width and Thai text as it is typed', () => {
    expect(compileRule({ column: 'any', mode: 'contains', values: ['ESP'] })('ESP32')).toBe(true);
    expect(compileRule({ column: 'any', mode: 'startsWith', values: ['โรงเรือน'] })('โรงเรือน 1')).toBe(true);
    expect(compileRule({ column: 'any', mode: 'contains', values: ['นำ'] })('น้ำ')).toBe(false);
  });

  it('counts days in the given time zone', () => {
    const lateEvening = Date.parse('2026-11-20T23:30:00Z');
    const isOn = (day: string, zone: string) =>
      compileRule({ column: 'any', mode: 'dateIs', values: [day] }, zone)(lateEvening);
    expect([isOn('2026-11-20', 'UTC'), isOn('2026-11-21', 'UTC')]).toEqual([true, false]);
    expect([isOn('2026-11-20', 'Asia/Bangkok'), isOn('2026-11-21', 'Asia/Bangkok')]).toEqual([false, true]);
  });
});

describe('modes of a column', () => {
  it('offers each of the sixteen modes on some kind of column, as text', () => {
    const offered = new Set((['text', 'number', 'date', 'choice'] as const).flatMap(modesFor));
    expect([...offered].toSorted()).toEqual(matchModes.toSorted());
    expect(new Set(matchModes.map(modeLabel)).size).toBe(16);
  });
});

describe('a filter in a sentence', () => {
  const temp = { id: 'temp', label: 'Temperature', kind: 'number', unit: '°C', choices: [], read: () => null } as const;

  it.each([
    [['20', '30'], 'Temperature is between 20 and 30 °C'],
    [['', '30'], 'Temperature is at most 30 °C'],
    [['20', ' '], 'Temperature is at least 20 °C'],
  ])('between %j', (values, sentence) => {
    expect(ruleSentence({ column: 'temp', mode: 'between', values }, [temp])).toBe(sentence);
  });
});
