import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areSame, columnsOfRows, rowsOfColumns } from '../hour-columns.ts';
import { decodeHour, encodeHour, hourMs } from './hour-codec.ts';

const hour = 480_000 * hourMs;

const decimal = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, decimals]) => digits / 10 ** decimals);
/** Each column has one kind of numbers mostly, as a sensor does, and a few of any. */
const numbers = fc.oneof(
  decimal,
  fc.constantFrom(0, -0, 1, Number.MAX_VALUE, Number.MIN_VALUE, -Number.MAX_VALUE, 2 ** 49, 2 ** 53, 0.1 + 0.2, 1e-12),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const cells = fc.oneof(
  fc.array(fc.option(decimal, { freq: 3 }), { maxLength: 6 }),
  fc.array(fc.option(numbers, { freq: 3 }), { maxLength: 40 }),
);
const texts = fc.option(
  fc.dictionary(fc.integer({ min: 1, max: 256 }).map(String), fc.string({ unit: 'grapheme', maxLength: 256 }), {
    maxKeys: 3,
  }),
);
const rows = fc
  .uniqueArray(fc.record({ at: fc.integer({ min: 0, max: hourMs - 1 }), cells, texts }), {
    selector: ({ at }) => at,
    maxLength: 300,
  })
  .map((messages) => {
    const sorted = messages.toSorted((a, b) => a.at - b.at);
    return {
      times: sorted.map(({ at }) => hour + at),
      numbers: sorted.map((message) => message.cells),
      texts: sorted.map((message) => message.texts),
    };
  });

describe('a packed hour', () => {
  test('gives back any messages to the last bit', () => {
    fc.assert(
      fc.property(rows, (messages) => {
        const columns = columnsOfRows(messages);
        expect(areSame(columns, decodeHour(hour, encodeHour(hour, columns)))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('gives back some slots alone', () => {
    fc.assert(
      fc.property(rows, fc.uniqueArray(fc.integer({ min: 1, max: 40 })), (messages, slots) => {
        const columns = columnsOfRows(messages);
        const some = decodeHour(hour, encodeHour(hour, columns), new Set(slots));
        const wanted = (all: ReadonlyMap<number, unknown>) =>
          [...all.keys()].filter((slot) => slots.includes(slot)).sort();
        expect([...some.numbers.keys()].sort()).toEqual(wanted(columns.numbers));
        expect([...some.texts.keys()].sort()).toEqual(wanted(columns.texts));
        for (const [slot, column] of some.numbers) expect(column).toEqual(columns.numbers.get(slot));
        expect(some.times).toEqual(columns.times);
      }),
    );
  });

  test('as rows is the rows that it was made of, without the empty end of an array', () => {
    fc.assert(
      fc.property(rows, (messages) => {
        const back = rowsOfColumns(columnsOfRows(messages));
        const withoutEnd = (array: readonly (number | null)[]) =>
          array.slice(0, array.findLastIndex((cell) => cell !== null) + 1);
        expect(back.times).toEqual(messages.times);
        expect(back.numbers).toEqual(messages.numbers.map(withoutEnd));
        const filled = messages.texts.map((cell) => (cell && Object.keys(cell).length > 0 ? cell : null));
        expect(back.texts).toEqual(filled.map((cell) => cell && { ...cell }));
      }),
    );
  });

  test('that was damaged anywhere, or cut off, is refused and never gives other values', () => {
    const messages = columnsOfRows({
      times: Array.from({ length: 200 }, (_, index) => hour + index * 5_000),
      numbers: Array.from({ length: 200 }, (_, index) => [20 + Math.sin(index), index]),
      texts: Array.from({ length: 200 }, () => ({ 3: 'auto' })),
    });
    const packed = encodeHour(hour, messages);
    const isRead = (data: Buffer) => {
      try {
        return decodeHour(hour, data).times.length > 0;
      } catch {
        return false;
      }
    };
    expect(isRead(packed)).toBe(true);
    for (let at = 0; at < packed.length; at++) {
      const damaged = Buffer.from(packed);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      // Some bits of a compressed frame mean nothing.
      if (isRead(damaged)) expect(areSame(decodeHour(hour, damaged), messages)).toBe(true);
      expect(() => decodeHour(hour, packed.subarray(0, at))).toThrow();
    }
  });

  test('of a sensor takes less than four bytes a message', () => {
    let [temp, humidity, soil, light] = [24.2, 61, 512, 800];
    const rows = Array.from({ length: 720 }, (_, index) => {
      // A slow walk with a little noise, the same at each run.
      const noise = (Math.sin(index * 12.9898) * 43758.5453) % 1;
      [temp, humidity, soil, light] = [
        temp + noise * 0.05,
        humidity - noise * 0.1,
        soil + Math.round(noise * 2),
        light * (1 + noise * 0.01),
      ];
      return [Number(temp.toFixed(2)), Number(humidity.toFixed(1)), soil, Number(light.toFixed(1))];
    });
    const columns = columnsOfRows({
      times: rows.map((_, index) => hour + index * 4_998 + (index % 7)),
      numbers: rows,
      texts: rows.map(() => null),
    });
    expect(encodeHour(hour, columns).length / rows.length).toBeLessThan(4);
  });
});
