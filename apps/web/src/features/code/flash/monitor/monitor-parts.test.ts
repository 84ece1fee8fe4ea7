import { describe, expect, it } from 'vitest';
import { LineRing } from './line-ring.ts';
import { LineSplitter } from './line-splitter.ts';
import { readNumbers } from './number-lines.ts';
import { NumberSeries, plotSpanMs } from './number-series.ts';

describe('the ring of lines', () => {
  it('keeps the newest in their order', () => {
    const ring = new LineRing(3);
    for (const text of ['a', 'b', 'c', 'd', 'e']) ring.push(0, text);
    expect(ring.length).toBe(3);
    expect([0, 1, 2, 3].map((index) => ring.at(index)?.text)).toEqual(['c', 'd', 'e', 'c']);
    expect(ring.toArray().map(({ id, text }) => `${id}${text}`)).toEqual(['2c', '3d', '4e']);
  });

  it('continues counting after it was cleared', () => {
    const ring = new LineRing(2);
    for (const text of ['a', 'b', 'c']) ring.push(0, text);
    ring.clear();
    expect(ring.length).toBe(0);
    ring.push(0, 'd');
    expect(ring.toArray()).toEqual([{ id: 3, at: 0, text: 'd' }]);
  });
});

describe('lines', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('may come in any pieces, also within a letter', () => {
    const splitter = new LineSplitter();
    const all = bytes('temp 26.5 °C\r\nhumid');
    const lines = [...all].flatMap((byte) => splitter.split(Uint8Array.of(byte)));
    expect(lines).toEqual(['temp 26.5 °C']);
    expect(splitter.rest).toBe('humid');
  });

  it('lose their colours', () => {
    expect(new LineSplitter().split(bytes('\u001b[0;32mI (31) boot: ok\u001b[0m\n'))).toEqual(['I (31) boot: ok']);
  });

  it('are cut when they never end', () => {
    const splitter = new LineSplitter();
    expect(splitter.split(bytes('x'.repeat(9000))).map(({ length }) => length)).toEqual([4096, 4096]);
    expect(splitter.rest).toHaveLength(808);
  });

  it('survive what is no UTF-8', () => {
    expect(new LineSplitter().split(Uint8Array.of(0xff, 0x41, 10))).toEqual(['\ufffdA']);
  });
});

describe('the numbers of a line', () => {
  it.each([
    ['temp:26.5,humid=70', { temp: 26.5, humid: 70 }],
    ['temp: 26.5 °C  humid = 70 %', { temp: 26.5, humid: 70 }],
    ['{"temp":26.5,"v":-1e3}', { temp: 26.5, v: -1000 }],
    ['26.5 70 -3', { 1: 26.5, 2: 70, 3: -3 }],
    ['26.5,70;.5', { 1: 26.5, 2: 70, 3: 0.5 }],
    ['T: 26.5C', { T: 26.5 }],
    ['42', { 1: 42 }],
    ['started at 12:30:45', {}],
    ['time:12:30:45', {}],
    ['rst:0x1 (POWERON_RESET),boot:0x13', {}],
    ['ip: 192.168.1.5', {}],
    ['hello', {}],
    ['', {}],
  ])('of %j', (line, numbers) => expect(Object.fromEntries(readNumbers(line))).toEqual(numbers));
});

describe('the series of a plot', () => {
  it('stand beside each other, with gaps where a name had no number', () => {
    const series = new NumberSeries();
    series.add([['a', 1]], 1000);
    series.add([['b', 2]], 2000);
    series.add(
      [
        ['a', 3],
        ['b', 4],
      ],
      3000,
    );
    const { times, series: lines } = series.data();
    expect(times).toEqual([1000, 2000, 3000]);
    expect(lines).toEqual([
      { name: 'a', hue: 1, values: [1, null, 3], latest: 3 },
      { name: 'b', hue: 2, values: [null, 2, 4], latest: 4 },
    ]);
  });

  it('are one point where numbers come in a flood', () => {
    const series = new NumberSeries();
    for (let at = 0; at < 10_000; at++) series.add([['a', at]], at);
    expect(series.data().times.length).toBe(200);
    expect(series.data().series[0]?.values.at(-1)).toBe(9999);
  });

  it('forget what is older than a minute, and whose name does not come any more', () => {
    const series = new NumberSeries();
    series.add([['boot', 7]], 0);
    series.add([['a', 1]], 1000);
    series.add([['a', 2]], plotSpanMs + 500);
    expect(series.data().series.map(({ name }) => name)).toEqual(['a']);
    expect(series.data().times).toEqual([1000, plotSpanMs + 500]);
  });

  it('are eight, and a ninth gets a place when one is free', () => {
    const series = new NumberSeries();
    series.add(
      'abcdefghi'.split('').map((name) => [name, 1]),
      0,
    );
    expect(series.data().series.map(({ hue }) => hue)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    series.add([['i', 1]], plotSpanMs + 1);
    expect(series.data().series.map(({ name, hue }) => `${name}${hue}`)).toEqual(['i1']);
  });
});
