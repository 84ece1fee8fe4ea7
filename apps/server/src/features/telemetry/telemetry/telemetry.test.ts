import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { type ImportPoint, pointReceived, type ReceivedPoint } from '../ingest/index.ts';

let bench: TelemetryBench;
let device: { id: number; accountId: number; espid: string };
let count = 0;

beforeAll(async () => {
  bench = await createTelemetryBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.clock.at = noon;
  bench.limits.storedIntervalMs = () => 0;
  device = await bench.addDevice(`board-${++count}`);
});

const all = { from: noon - 86_400_000, to: noon + 86_400_000, points: 10_000 };
const history = (query = {}) => bench.telemetry.reader.history(device.id, { ...all, ...query });

describe('what is stored', () => {
  test('numbers come back bit by bit', async () => {
    const random = Array.from({ length: 500 }, () => {
      const bits = new DataView(new ArrayBuffer(8));
      bits.setUint32(0, Math.random() * 2 ** 32);
      bits.setUint32(4, Math.random() * 2 ** 32);
      return bits.getFloat64(0);
    }).filter((number) => Math.abs(number) <= 1e300);
    const numbers = [0, -0, 0.1, -1 / 3, 1e300, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, ...random];
    const texts = numbers.map((number) => (Object.is(number, -0) ? '-0' : String(number)));
    await Promise.all(texts.map((text) => bench.send(device, `{"x":${text}}`).stored));
    const { series, resolution } = await history();
    expect(resolution).toBe('raw');
    expect(series.x?.value).toHaveLength(numbers.length);
    expect(series.x?.value.every((value, index) => Object.is(value, numbers[index]))).toBe(true);
  });

  test('a number whose daily sum would overflow is refused with a sentence', async () => {
    const { stored, problem } = bench.send(device, `{"x":1e308}`);
    expect(stored).toBeNull();
    expect(problem).toMatch(/out of range/);
  });

  test('messages of one millisecond keep their order, each with an instant of its own', async () => {
    const sent = Array.from({ length: 300 }, (_, index) => bench.send(device, { n: index }).stored);
    await Promise.all(sent);
    const { times, series } = await history();
    expect(series.n?.value).toEqual(Array.from({ length: 300 }, (_, index) => index));
    expect(times).toEqual(Array.from({ length: 300 }, (_, index) => noon + index));
  });

  test('a clock that is set back by an hour does not hold up the instants', async () => {
    await bench.send(device, { n: 1 }).stored;
    await bench.send(device, { n: 2 }, { at: noon - 3_600_000 }).stored;
    expect((await history()).times).toEqual([noon - 3_600_000, noon]);
  });

  test('numbers, booleans and texts, and variables that come and go', async () => {
    await bench.send(device, { temp: 21.5, on: true, mode: 'auto' }).stored;
    await bench.send(device, { mode: 'น้ำ "x", \\' }, { at: noon + 1000 }).stored;
    await bench.send(device, { late: 7, on: false }, { at: noon + 2000 }).stored;
    const { series } = await history();
    expect(series).toEqual({
      temp: { value: [21.5, null, null], min: null, max: null },
      on: { value: [1, null, 0], min: null, max: null },
      mode: { value: ['auto', 'น้ำ "x", \\', null], min: null, max: null },
      late: { value: [null, null, 7], min: null, max: null },
    });
  });

  test('slots are given once, in the order in which variables came', async () => {
    await bench.send(device, { b: 1, a: 2 }).stored;
    await bench.send(device, { c: 3, a: 4 }, { at: noon + 1 }).stored;
    await bench.restart();
    await bench.send(device, { d: 5, b: 6 }, { at: noon + 2 }).stored;
    const { rows } = await bench.database.pool.query(
      `SELECT string_agg(key, '' ORDER BY slot) AS keys, max(slot) AS last FROM variables WHERE device_id = $1`,
      [device.id],
    );
    expect(rows).toEqual([{ keys: 'bacd', last: 4 }]);
    expect((await history()).series.b?.value).toEqual([1, null, 6]);
  });

  test('a row may hold the highest slot, and no variable above it', async () => {
    for (let start = 0; start < 320; start += 64) {
      const values = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`k${start + index}`, start + index]));
      const { stored, problem } = bench.send(device, values, { at: noon + start });
      await stored;
      expect(problem === null).toBe(start < 256);
    }
    expect((await history({ keys: 'k255' })).series.k255?.value).toEqual([null, null, null, 255]);
    expect(bench.telemetry.variables(device.id)).toHaveLength(256);
  });

  test('messages of a device that is gone harm no other', async () => {
    const gone = { ...device, id: 2_000_000_000 };
    const lost = bench.send(gone, { a: 1 });
    const stored = bench.send(device, { a: 1 });
    await Promise.all([lost.stored, stored.stored]);
    expect((await history()).times).toEqual([noon]);
    const { rowCount } = await bench.database.pool.query('SELECT FROM telemetry WHERE device_id = $1', [gone.id]);
    expect(rowCount).toBe(0);
  });

  test('messages around the end of a month', async () => {
    const month = Date.UTC(2026, 6, 1);
    bench.clock.at = month;
    await Promise.all([month - 1, month, month + 1].map((at) => bench.send(device, { at }, { at }).stored));
    const { times } = await bench.telemetry.reader.history(device.id, {
      from: month - 10,
      to: month + 10,
      points: 1000,
    });
    expect(times).toEqual([month - 1, month, month + 1]);
  });
});

describe('a message with an instant of its own', () => {
  test('adds to the one of the same instant, and sending it again changes nothing', async () => {
    const ts = noon - 60_000;
    await bench.send(device, { a: 1, b: 2, ts }).stored;
    await bench.send(device, { b: 3, c: 4, mode: 'x', ts }).stored;
    const first = await history();
    expect(first.times).toEqual([ts]);
    expect(Object.values(first.series).map(({ value }) => value)).toEqual([[1], [3], [4], ['x']]);
    await bench.send(device, { b: 3, c: 4, mode: 'x', ts }).stored;
    expect(await history()).toEqual(first);
  });

  test('several of one instant in one batch', async () => {
    const ts = noon - 1000;
    await Promise.all([{ a: 1 }, { b: 2 }, { a: 3 }].map((values) => bench.send(device, { ...values, ts }).stored));
    const { times, series } = await history();
    expect([times, series.a?.value, series.b?.value]).toEqual([[ts], [3], [2]]);
  });

  test('may be older than newer messages, and does not change the newest value', async () => {
    await bench.send(device, { a: 1 }).stored;
    await bench.send(device, { a: 2, ts: noon - 5000 }).stored;
    expect((await history()).series.a?.value).toEqual([2, 1]);
    expect(bench.telemetry.variables(device.id)[0]).toMatchObject({ value: 1, at: noon });
  });

  test.each([
    ['a day and a second ago', noon - 86_401_000, false],
    ['a day ago', noon - 86_400_000, true],
    ['five minutes ahead', noon + 300_000, true],
    ['five minutes and a second ahead', noon + 301_000, false],
  ])('%s', async (_, ts, taken) => {
    const { stored, problem } = bench.send(device, { a: 1, ts });
    await stored;
    expect([stored !== null, problem === null]).toEqual([taken, taken]);
    expect((await history()).times).toEqual(taken ? [ts] : []);
  });
});

describe('what is not stored', () => {
  test('a message that cannot be read is counted and explained', async () => {
    const before = await bench.metric('cyno_telemetry_bad_messages_total');
    expect(bench.send(device, 'temp=5')).toEqual({ stored: null, problem: expect.stringContaining('JSON') });
    expect(await bench.metric('cyno_telemetry_bad_messages_total')).toBe(before + 1);
  });

  test('what comes faster than the plan stores is live only, and reported once', async () => {
    bench.limits.storedIntervalMs = () => 500;
    const points: ReceivedPoint[] = [];
    const end = bench.bus.subscribe(pointReceived, 'test', (event) => points.push(event));
    const results = Array.from({ length: 100 }, (_, index) =>
      bench.send(device, { index }, { at: noon + index * 100 }),
    );
    end();
    await Promise.all(results.map(({ stored }) => stored));
    const { times } = await history();
    // 10 s at the 400 ms that the library really keeps, and a burst of five.
    expect(times.length).toBeGreaterThanOrEqual(25);
    expect(times.length).toBeLessThanOrEqual(31);
    expect(points).toHaveLength(100);
    expect(results.filter(({ problem }) => problem !== null)).toHaveLength(1);
  });

  test('a board that floods is kept at 1,000 messages a second, and its instants near the clock', async () => {
    const dropped = await bench.metric('cyno_telemetry_dropped_total');
    const points: ReceivedPoint[] = [];
    const end = bench.bus.subscribe(pointReceived, 'test', (event) => points.push(event));
    // Three seconds at 2,500 a second: one second of lead, and three of the clock's own.
    const flood = Array.from({ length: 7_500 }, (_, index) => {
      const at = noon + Math.floor(index / 2.5);
      return { at, ...bench.send(device, { index }, { at, durable: false }) };
    });
    end();
    expect(points.length).toBeGreaterThanOrEqual(3_990);
    expect(points.length).toBeLessThanOrEqual(4_001);
    expect(Math.max(...points.map(({ point }) => point.at)) - (noon + 3_000)).toBeLessThanOrEqual(1_000);
    expect(await bench.metric('cyno_telemetry_dropped_total')).toBe(dropped + 7_500 - points.length);
    expect(flood.flatMap(({ problem }) => problem ?? [])).toEqual([expect.stringContaining('too fast')]);
    await expect(bench.send(device, { index: 1 }, { at: noon + 2_999 }).stored).rejects.toThrow('too fast');
    await bench.send(device, { index: 2 }, { at: noon + 3_100 }).stored;
  });

  test('a flood is stored at the plan’s interval by the time of its arrival, not by instants that run ahead', async () => {
    bench.limits.storedIntervalMs = () => 500;
    const sent = Array.from({ length: 2_000 }, (_, index) =>
      bench.send(device, { index }, { at: noon + Math.floor(index / 2) }),
    );
    const stored = sent.filter((result) => result.stored !== null && result.problem === null);
    await Promise.all(stored.map((result) => result.stored));
    // One second: a burst of five, and one each 400 ms.
    expect(stored.length).toBeLessThanOrEqual(9);
    expect(stored.length).toBeGreaterThanOrEqual(7);
  });

  test('times of its own give a board neither more messages a second nor more rows', async () => {
    bench.limits.storedIntervalMs = () => 500;
    const flood = Array.from({ length: 40_000 }, (_, index) => {
      const ts = noon - ((index * 7_919_993) % 86_000_000);
      return bench.send(device, { index, ts }, { at: noon + Math.floor(index / 4), durable: false });
    });
    const outcomes = await Promise.allSettled(flood.map(({ stored }) => stored));
    // Ten seconds: 1,000 a second and 10,000 at once; of a board that is new 10,000 are stored, and one each 400 ms.
    const refused = outcomes.filter(({ status }) => status === 'rejected').length;
    expect(refused).toBeGreaterThanOrEqual(19_900);
    const stored = flood.filter(
      (sent, index) => sent.stored !== null && outcomes[index]?.status === 'fulfilled',
    ).length;
    expect(stored).toBeLessThanOrEqual(10_040);
    await expect(bench.send(device, { n: 1, ts: noon }, { at: noon + 9_999 }).stored).rejects.toThrow('too fast');
  });

  test('a board at the plan’s own rate loses nothing to a jittery network', async () => {
    bench.limits.storedIntervalMs = () => 500;
    const jitter = [0, 180, -150, 60, -180, 20];
    const sent = Array.from({ length: 60 }, (_, index) => {
      const at = noon + index * 450 + (jitter[index % jitter.length] ?? 0);
      return bench.send(device, { index }, { at }).stored;
    });
    expect(sent).not.toContain(null);
    await Promise.all(sent);
  });
});

describe('live', () => {
  test('a point is handed out before it is stored, and a failing listener disturbs nobody', async () => {
    const points: ReceivedPoint[] = [];
    const ends = [
      bench.bus.subscribe(pointReceived, 'broken', () => {
        throw new Error('listener');
      }),
      bench.bus.subscribe(pointReceived, 'test', (event) => points.push(event)),
    ];
    const { stored } = bench.send(device, { a: 1, on: true, t: 'x' });
    expect(points).toEqual([
      {
        accountId: device.accountId,
        espid: device.espid,
        deviceId: device.id,
        point: { at: noon, values: { a: 1, on: true, t: 'x' } },
      },
    ]);
    for (const end of ends) end();
    await stored;
  });

  test('recent points are those of the last minute, in order, at most 150', () => {
    for (let index = 0; index < 200; index++)
      bench.send(device, { index }, { at: noon + index * 1000, durable: false });
    bench.clock.at = noon + 199_000;
    const recent = bench.telemetry.recent(device.id);
    expect(recent.map(({ values }) => values.index)).toEqual(Array.from({ length: 61 }, (_, index) => 139 + index));
    for (let index = 0; index < 400; index++) bench.send(device, { index }, { durable: false });
    expect(bench.telemetry.recent(device.id).map(({ values }) => values.index)).toEqual(
      Array.from({ length: 150 }, (_, index) => 250 + index),
    );
  });

  test('history has a message at once, before it is written', async () => {
    await bench.send(device, { a: 1 }).stored;
    const { stored } = bench.send(device, { a: 2, fresh: 1 }, { at: noon + 1000 });
    const { times, series } = await history();
    expect([times, series.a?.value, series.fresh?.value]).toEqual([
      [noon, noon + 1000],
      [1, 2],
      [null, 1],
    ]);
    await stored;
    expect((await history()).times).toEqual([noon, noon + 1000]);
  });
});

describe('variables', () => {
  test('known keys have a name, a unit and a colour; others are called by their key', () => {
    bench.send(device, { temp: 21, humid: 60, my_key: 'x' });
    const asSent = { range: null };
    expect(bench.telemetry.variables(device.id)).toEqual([
      {
        key: 'temp',
        label: 'Temperature',
        unit: '°C',
        hue: 2,
        decimals: null,
        ...asSent,
        value: 21,
        at: noon,
        intervalMs: null,
      },
      {
        key: 'humid',
        label: 'Humidity',
        unit: '%',
        hue: 1,
        decimals: null,
        ...asSent,
        value: 60,
        at: noon,
        intervalMs: null,
      },
      {
        key: 'my_key',
        label: 'my_key',
        unit: '',
        hue: 8,
        decimals: null,
        ...asSent,
        value: 'x',
        at: noon,
        intervalMs: null,
      },
    ]);
  });

  test('the usual interval follows the gaps and shrugs off an outage', () => {
    let at = noon;
    for (const gap of [5000, 5010, 4990, 5000, 3_600_000, 5000, 5000]) {
      bench.send(device, { a: 1 }, { at });
      at += gap;
    }
    const [variable] = bench.telemetry.variables(device.id);
    expect(variable?.intervalMs).toBeGreaterThan(4500);
    expect(variable?.intervalMs).toBeLessThan(6500);
  });

  test('what a file brings is the newest value once it is stored, and not while it is ahead of the clock', async () => {
    const newest = () => bench.telemetry.variables(device.id).map(({ key, value, at }) => [key, value, at]);
    await bench.send(device, { a: 1 }).stored;
    bench.clock.at = noon + 60_000;
    const points: ImportPoint[] = [
      { at: noon + 30_000, values: { a: 2 } },
      { at: noon + 240_000, values: { a: 9, mode: 'auto' } },
    ];
    const stored = bench.telemetry.imports.store(device, points, false);
    expect(newest()[0]).toEqual(['a', 1, noon]);
    await stored;
    expect(newest()).toEqual([
      ['a', 2, noon + 30_000],
      ['mode', null, null],
    ]);
    expect((await history()).series.mode?.value.at(-1)).toBe('auto');
    await bench.send(device, { a: 3 }).stored;
    expect(newest()[0]).toEqual(['a', 3, noon + 60_000]);
  });

  test('newest values survive a restart', async () => {
    await bench.send(device, { a: 1.25, on: true, mode: 'auto' }).stored;
    const before = bench.telemetry.variables(device.id);
    const after = (await bench.restart()).variables(device.id);
    expect(after).toEqual(before.map((variable) => ({ ...variable, intervalMs: null })));
  });

  test('newest values that a crash kept from being written are read from the messages', async () => {
    await bench.send(device, { a: 1, on: false }).stored;
    await bench.restart();
    await bench.send(device, { a: 2 }, { at: noon + 1000 }).stored;
    await bench.send(device, { on: true }, { at: noon + 2000 }).stored;
    await bench.restart();
    await bench.database.pool.query('UPDATE variables SET last_number = 0, last_at = $2 WHERE device_id = $1', [
      device.id,
      noon,
    ]);
    const after = (await bench.restart()).variables(device.id);
    expect(after.map(({ value, at }) => [value, at])).toEqual([
      [2, noon + 1000],
      [true, noon + 2000],
    ]);
  });
});
