import type { LogFileState, LogLine } from '@cyno/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LineReader, LogCalls } from './line-source.ts';
import { MatchReader } from './match-reader.ts';
import { WindowReader } from './window-reader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A file of the server, as its calls return it; every tenth line matches. */
function fileOf(lines: number) {
  const file = { lines, counted: 1, id: 'a', requested: [] as string[], fails: false };
  const state = (): LogFileState => ({
    id: file.id,
    bytes: file.lines * 100,
    growing: true,
    counted: file.counted,
    lines: file.lines,
    warnings: 0,
    errors: 0,
    sources: [],
  });
  const line = (number: number): LogLine => ({ line: number, text: `${file.id} ${number}`, cut: false });
  const calls: LogCalls = {
    async window(query) {
      file.requested.push(String(query));
      if (file.fails) throw new Error('it is away');
      const count = Number(query.get('count'));
      const from = Number(query.get('from') ?? Math.max(0, file.lines - count));
      const to = Math.min(file.lines, from + count);
      return { state: state(), lines: Array.from({ length: Math.max(0, to - from) }, (_, of) => line(from + of)) };
    },
    async matches(query) {
      file.requested.push(String(query));
      const from = Number(query.get('from') ?? 0);
      const before = Number(query.get('before') ?? file.lines);
      const all = Array.from({ length: Math.max(0, before - from) }, (_, of) => before - 1 - of).filter(
        (number) => number % 10 === 0,
      );
      const matches = all.slice(0, 100).map(line);
      const next = all.length > 100 ? (matches.at(-1)?.line ?? null) : null;
      return { state: state(), matches, next, searched: next === null ? 1 : 0.5 };
    },
  };
  return { file, calls };
}

const settle = (ms = 500) => vi.advanceTimersByTimeAsync(ms);
const texts = ({ source }: LineReader, from: number, to: number) =>
  Array.from({ length: to - from }, (_, of) => source.lineAt(from + of)?.text);

test('the lines in sight are fetched, newest first, with a few questions', async () => {
  const { file, calls } = fileOf(1_000_000);
  const reader = new WindowReader(calls);
  reader.open();
  await settle();
  expect(texts(reader, 0, 2)).toEqual(['a 999999', 'a 999998']);
  reader.show(500_000, 500_040, reader.source.count);
  await settle();
  expect(texts(reader, 500_000, 500_002)).toEqual(['a 499999', 'a 499998']);
  for (let place = 500_040; place < 500_400; place += 40) {
    reader.show(place, place + 40, reader.source.count);
    await settle();
    expect(reader.source.lineAt(place + 39)).toBeDefined();
  }
  expect(file.requested.length).toBeLessThan(6);
  reader.close();
});

test('new lines come in while it follows, and nothing is requested while it does not', async () => {
  const { file, calls } = fileOf(1_000);
  const reader = new WindowReader(calls);
  reader.open();
  reader.follow(true);
  await settle();
  file.lines = 1_002;
  await settle(1_500);
  expect(texts(reader, 0, 3)).toEqual(['a 1001', 'a 1000', 'a 999']);
  reader.follow(false);
  await settle(1_500);
  const requested = file.requested.length;
  await settle(60_000);
  expect(file.requested.length).toBe(requested);
  reader.close();
});

test('another file of the same name is not mixed with the old one', async () => {
  const { file, calls } = fileOf(1_000);
  const reader = new WindowReader(calls);
  reader.open();
  reader.follow(true);
  await settle();
  Object.assign(file, { id: 'b', lines: 20 });
  await settle(1_500);
  expect([reader.source.count, ...texts(reader, 0, 2)]).toEqual([20, 'b 19', 'b 18']);
  reader.close();
});

test('a request that fails is reported and repeated', async () => {
  const { file, calls } = fileOf(1_000);
  file.fails = true;
  const reader = new WindowReader(calls);
  reader.open();
  await settle();
  expect(reader.source.error).toBeInstanceOf(Error);
  file.fails = false;
  await settle(4_000);
  expect([reader.source.error, reader.source.count]).toEqual([undefined, 1_000]);
  reader.close();
});

test('matches come in part by part to the end, and new ones stand before them', async () => {
  const { file, calls } = fileOf(3_000);
  const reader = new MatchReader(calls, new URLSearchParams('text=x'));
  const seen: number[] = [];
  reader.subscribe(() => seen.push(reader.source.count));
  reader.open();
  reader.follow(true);
  await settle();
  expect(seen.slice(0, 3)).toEqual([100, 200, 300]);
  expect(reader.source).toMatchObject({ count: 300, progress: 1 });
  file.lines = 4_500;
  await settle(1_500);
  expect(reader.source.count).toBe(450);
  expect([texts(reader, 0, 1), texts(reader, 150, 151), reader.source.placeOf(2_990)]).toEqual([
    ['a 4490'],
    ['a 2990'],
    150,
  ]);
  expect(new Set(Array.from({ length: 450 }, (_, place) => reader.source.lineAt(place)?.line)).size).toBe(450);
  reader.close();
});

test('who leaves is not requested any more', async () => {
  const { file, calls } = fileOf(1_000);
  const reader = new WindowReader(calls);
  reader.open();
  reader.follow(true);
  await settle();
  reader.close();
  const requested = file.requested.length;
  await settle(60_000);
  expect(file.requested.length).toBe(requested);
});
