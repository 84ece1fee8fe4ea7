import { appendFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lineFilter } from './line-filter.ts';
import { LineIndex, type Patience } from './line-index.ts';
import { readLines, readTail, search } from './line-scan.ts';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-lines-'));
  path = join(directory, 'server.2026-11-21.1.log');
});
afterEach(() => rm(directory, { recursive: true }));

const patient = (): Patience => ({ deadline: Number.POSITIVE_INFINITY, signal: new AbortController().signal });
const hurried = (): Patience => ({ deadline: 0, signal: new AbortController().signal });

const at = 1_795_273_000_000;
const parts = ['http', 'pairing', 'jobs'];
const levelOf = (number: number) => (number % 1_000 === 0 ? 50 : number % 100 === 0 ? 40 : 30);

const line = (number: number, more: object = {}) =>
  JSON.stringify({
    level: levelOf(number),
    time: at + number,
    part: parts[number % 3],
    reqId: `r${number >> 2}`,
    ...more,
    msg: `Line ${number}`,
  });
const linesTo = (count: number, from = 0) =>
  Array.from({ length: count }, (_, number) => `${line(from + number)}\n`).join('');

async function indexed(isClosed = false) {
  const index = new LineIndex();
  const handle = await open(path);
  const grow = async () => index.advance(handle, (await handle.stat()).size, isClosed, patient());
  await grow();
  return { index, handle, grow, [Symbol.asyncDispose]: () => handle.close() };
}

test('finds any line by its number, and counts what an operator looks for', async () => {
  await writeFile(path, linesTo(20_000));
  await using file = await indexed();
  expect(file.index.counts).toEqual({ lines: 20_000, warnings: 180, errors: 20 });
  expect(file.index.sources).toEqual(['http', 'jobs', 'pairing']);
  for (const from of [0, 1, 499, 700, 9_999, 19_990]) {
    const lines = await readLines(file.handle, file.index, from, 10);
    expect(lines).toEqual(
      Array.from({ length: 10 }, (_, place) => ({ line: from + place, text: line(from + place), cut: false })),
    );
  }
  expect(await readLines(file.handle, file.index, 19_999, 10)).toHaveLength(1);
  expect(await readLines(file.handle, file.index, 20_000, 10)).toEqual([]);
});

test('continues where it stopped when the file grows, and waits for the end of a line', async () => {
  await writeFile(path, `${linesTo(1_500)}{"level":30,"ti`);
  await using file = await indexed();
  expect(file.index.lines).toBe(1_500);
  const [half, blocks] = [file.index.bytes, file.index.blocks.length];
  await appendFile(path, `me":1}\n${linesTo(2_000, 1_501)}`);
  await file.grow();
  expect(file.index.lines).toBe(3_501);
  expect(file.index.bytes).toBeGreaterThan(half);
  expect(file.index.blocks.length).toBeGreaterThan(blocks);
  expect(await readLines(file.handle, file.index, 1_500, 2)).toMatchObject([
    { line: 1_500, text: '{"level":30,"time":1}' },
    { line: 1_501, text: line(1_501) },
  ]);
});

test('a closed file shows the line that a kill tore off', async () => {
  await writeFile(path, `${line(1)}\n{"level":50,"time":17952`);
  await using file = await indexed(true);
  expect(await readLines(file.handle, file.index, 0, 5)).toMatchObject([
    { text: line(1) },
    { line: 1, text: '{"level":50,"time":17952' },
  ]);
});

test('lines of any length: the head of a long one is shown, and those around it keep their numbers', async () => {
  const long = line(1, { body: 'x'.repeat(3_000_000) });
  const wide = line(3, { body: 'ö'.repeat(40_000) });
  await writeFile(path, [line(0), long, line(2), wide, '', 'plain text', line(6), ''].join('\n'));
  await using file = await indexed();
  const lines = await readLines(file.handle, file.index, 0, 10);
  expect(lines.map((read) => [read.line, read.cut])).toEqual(
    [false, true, false, true, false, false, false].map((cut, number) => [number, cut]),
  );
  expect(lines[1]?.text).toBe(long.slice(0, 65_536));
  expect([lines[0], lines[2], lines[6]]).toMatchObject([{ text: line(0) }, { text: line(2) }, { text: line(6) }]);
});

test('a response ends at 1 MB, but has one line at least', async () => {
  await writeFile(
    path,
    Array.from({ length: 40 }, (_, number) => `${line(number, { body: 'x'.repeat(60_000) })}\n`).join(''),
  );
  await using file = await indexed();
  const lines = await readLines(file.handle, file.index, 0, 40);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThan(20);
});

test('stops when its time is over, and comes to the same end in small steps', async () => {
  await writeFile(path, linesTo(20_000));
  await using whole = await indexed();
  const handle = await open(path);
  const index = new LineIndex();
  const { size } = await handle.stat();
  expect(await index.advance(handle, size, false, hurried())).toBe(false);
  for (let part = 100_000; part < size; part += 99_991) await index.advance(handle, part, false, patient());
  expect(await index.advance(handle, size, false, patient())).toBe(true);
  await handle.close();
  expect(index.counts).toEqual(whole.index.counts);
  expect(index.blocks).toEqual(whole.index.blocks);
});

test('the newest lines can be had before the file is counted', async () => {
  await writeFile(path, `${linesTo(20_000)}{"level":30`);
  const handle = await open(path);
  const { size } = await handle.stat();
  const lines = await readTail(handle, size, 3);
  await handle.close();
  expect(lines.map((read) => read.text)).toEqual([line(19_997), line(19_998), line(19_999)]);
});

describe('a search', () => {
  async function find(
    wanted: Parameters<typeof lineFilter>[0],
    range: { from?: number; before?: number; limit?: number } = {},
  ) {
    await using file = await indexed();
    const { from = 0, before = file.index.lines, limit = 500 } = range;
    const filter = lineFilter(wanted, file.index);
    const found = await search(file.handle, file.index, { filter, from, before, limit }, patient());
    return { ...found, numbers: found.matches.map((match) => match.line) };
  }

  const special = [
    { text: line(20_000, { note: 'She said "Größe 5"\tand left' }) },
    { text: 'Error: not ours, "greenhouse"' },
    { text: line(20_002, { err: { message: 'It broke', stack: 'Error: It broke\n    at main' } }) },
    { text: line(20_003, { time: at - 1_000_000 }) },
  ];

  beforeEach(() => writeFile(path, linesTo(20_000) + special.map(({ text }) => `${text}\n`).join('')));

  test.each([
    ['a level', { level: 'error' as const }, { limit: 3 }, [20_000, 19_000, 18_000]],
    [
      'text in the message',
      { text: 'LINE 1234' },
      {},
      [12_349, 12_348, 12_347, 12_346, 12_345, 12_344, 12_343, 12_342, 12_341, 12_340, 1_234],
    ],
    ['text with quotes, umlauts and a tab', { text: '"größe 5"\tand' }, {}, [20_000]],
    ['text of a nested field', { text: 'at MAIN' }, {}, [20_002]],
    ['text in a line of another program', { text: 'not ours' }, {}, [20_001]],
    ['the name that every line has', { text: '"level"' }, {}, []],
    ['a source and a level', { source: 'pairing', level: 'warn' as const }, { limit: 2 }, [19_900, 19_600]],
    ['a source that is not there', { source: 'nobody' }, {}, []],
    ['a time', { since: at + 5, until: at + 7 }, {}, [7, 6, 5]],
    ['a time before the clock was set back', { until: at - 1 }, {}, [20_003]],
    ['a request', { request: 'r100' }, {}, [403, 402, 401, 400]],
    ['a range of lines', { text: 'line' }, { from: 10, before: 13 }, [12, 11, 10]],
    ['an empty range of lines', { text: 'line' }, { from: 13, before: 13 }, []],
    [
      'everything at once',
      { text: 'line', source: 'http', level: 'info' as const, request: 'r100', since: at },
      {},
      [402],
    ],
  ])('for %s', async (_, wanted, range, numbers) => {
    expect((await find(wanted, range)).numbers).toEqual(numbers);
  });

  test('continues from where it stopped, without a gap or a double', async () => {
    const all = (await find({ level: 'warn' })).numbers;
    const seen: number[] = [];
    for (let before: number | undefined = 20_004; before !== undefined; ) {
      const { numbers, next } = await find({ level: 'warn' }, { before, limit: 7 });
      seen.push(...numbers);
      before = next ?? undefined;
    }
    expect(all).toHaveLength(201);
    expect(seen).toEqual(all);
  });

  test('looks for a moment only, and reports where to continue', async () => {
    await using file = await indexed();
    const filter = lineFilter({ text: 'line 0' }, file.index);
    const range = { filter, from: 0, before: file.index.lines, limit: 10 };
    const first = await search(file.handle, file.index, range, hurried());
    expect(first.matches).toEqual([]);
    expect(first.next).toBeGreaterThan(18_000);
    expect(first.next).toBeLessThan(20_000);
  });
});
