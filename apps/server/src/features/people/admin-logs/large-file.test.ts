import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { AdminLogs } from './admin-logs.service.ts';

setFlagsFromString('--expose_gc');
const collectGarbage: () => void = runInNewContext('gc');

const count = 500_000;
const file = 'server.2026-11-21.1.log';
const maxHeapBytes = 16 * 1024 ** 2;
let directory: string;
let logs: AdminLogs;
const { signal } = new AbortController();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-large-'));
  logs = new AdminLogs({ directory, clock: systemClock });
  const out = createWriteStream(join(directory, file));
  for (let number = 0; number < count; number += 1_000) {
    const lines = Array.from({ length: 1_000 }, (_, of) => line(number + of)).join('');
    if (!out.write(lines)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
});
afterAll(() => rm(directory, { recursive: true }));

const line = (number: number) =>
  `{"level":${number === 777 ? 50 : 30},"time":${1_795_273_000_000 + number},"part":"boards","espid":"ESP8266-${number}","msg":"${number === 777 ? 'The needle' : 'A board connected, and sent what it had kept'}"}\n`;

test('half a million lines: any of them gets a response within bounded memory', async () => {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let state = (await logs.window(file, { count: 1 }, signal)).state;
  while (state.counted < 1) state = (await logs.window(file, { count: 1 }, signal)).state;
  expect(state).toMatchObject({ lines: count, errors: 1, sources: ['boards'] });
  for (let from = 3; from < count; from += 60_001) {
    const { lines } = await logs.window(file, { from, count: 200 }, signal);
    expect(lines[0]).toEqual({ line: from, text: line(from).trimEnd(), cut: false });
    expect(lines).toHaveLength(Math.min(200, count - from));
  }
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(maxHeapBytes);
});

test('a search through half a million lines comes in parts, each after a moment, and finds what is at the far end', async () => {
  // Each look at the time is a millisecond later than the one before.
  let ms = 0;
  const stopwatch = vi.spyOn(performance, 'now').mockImplementation(() => {
    ms += 1;
    return ms;
  });
  const steps: number[] = [];
  const found: number[] = [];
  for (let before: number | undefined; ; ) {
    const begunAt = ms;
    const query = { text: 'the NEEDLE', from: 0, limit: 200, ...(before !== undefined && { before }) };
    const part = await logs.matches(file, query, signal);
    steps.push(ms - begunAt);
    found.push(...part.matches.map((match) => match.line));
    if (part.next === null) break;
    before = part.next;
  }
  expect(found).toEqual([777]);
  expect(steps.length).toBeGreaterThan(2);
  // 0.4 s, and the time of what else runs in this process.
  expect(Math.max(...steps)).toBeLessThan(800);
  stopwatch.mockReturnValue(ms);
  const { matches } = await logs.matches(file, { level: 'error', from: 0, limit: 10 }, signal);
  expect(matches.map((match) => match.line)).toEqual([777]);
});

test('who has gone away is not read for', async () => {
  const gone = AbortSignal.abort();
  await expect(logs.window(file, { count: 1 }, gone)).rejects.toThrow('aborted');
});
