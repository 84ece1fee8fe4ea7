import type { LivePoint } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../../test/telemetry.ts';
import { pointReceived } from '../../ingest/index.ts';

let bench: TelemetryBench;
let device: { id: number; accountId: number; espid: string };
let count = 0;

beforeAll(async () => {
  bench = await createTelemetryBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.clock.at = noon;
  device = await bench.addDevice(`calibrated-${++count}`);
});

const send = async (values: object) => {
  bench.clock.at += 1_000;
  const sent = bench.send(device, values);
  await sent.stored;
  return sent;
};
const calibrate = (offset: number, scale: number, key = 'temp') =>
  bench.telemetry.calibrations.set(device.id, key, { offset, scale });
const newest = (key = 'temp') => bench.telemetry.variables(device.id).find((one) => one.key === key)?.value;
const history = async (key = 'temp') => {
  const range = { from: noon - 25 * 3_600_000, to: noon + 3_600_000, points: 1000 };
  return (await bench.telemetry.reader.history(device.id, { ...range, keys: key })).series[key]?.value;
};

describe('a calibrated variable', () => {
  test('shows the same live, as the newest value, in the history and in a file; the past stays what it was', async () => {
    await send({ temp: 20, humid: 40 });
    const live: LivePoint[] = [];
    const end = bench.bus.subscribe(pointReceived, 'test', ({ point }) => live.push(point));
    await calibrate(-1.5, 2);
    expect(newest()).toBe(20);
    await send({ temp: 20, humid: 40 });
    end();
    expect(live.map(({ values }) => ({ ...values }))).toEqual([{ temp: 38.5, humid: 40 }]);
    expect(newest()).toBe(38.5);
    expect(await history()).toEqual([20, 38.5]);
    expect(await history('humid')).toEqual([40, 40]);
    expect(bench.telemetry.recent(device.id).map(({ values }) => values.temp)).toEqual([20, 38.5]);
    let csv = '';
    const range = { from: noon, to: noon + 60_000, format: 'csv' as const };
    for await (const piece of bench.telemetry.exports.text(device.id, range)) csv += piece;
    expect(csv).toContain(',38.5,40');
  });

  test('comes back after a restart, with each of its changes, and ends with an offset of 0 and a scale of 1', async () => {
    await send({ temp: 1 });
    await calibrate(10, 1);
    await send({ temp: 1 });
    await bench.restart();
    await send({ temp: 1 });
    await calibrate(0, 1);
    await send({ temp: 1 });
    expect(await history()).toEqual([1, 11, 11, 1]);
    const changes = bench.telemetry.calibrations.list(device.id);
    expect(changes).toMatchObject([
      { key: 'temp', offset: 10, scale: 1 },
      { key: 'temp', offset: 0, scale: 1 },
    ]);
    const { times } = await bench.telemetry.reader.history(device.id, { from: noon, to: noon + 60_000, points: 100 });
    const raw = times.map((at, index) => {
      const { offset = 0, scale = 1 } = changes.findLast(({ since }) => since <= at) ?? {};
      return (([1, 11, 11, 1][index] ?? 0) - offset) / scale;
    });
    expect(raw).toEqual([1, 1, 1, 1]);
  });

  test('messages with an instant of their own get what held then', async () => {
    await send({ temp: 1 });
    await calibrate(10, 1);
    bench.clock.at += 3_600_000;
    await calibrate(20, 1);
    const [first, second] = bench.telemetry.calibrations.list(device.id);
    const at = [(first?.since ?? 0) - 1, first?.since ?? 0, (second?.since ?? 0) - 1, second?.since ?? 0];
    for (const ts of at) await bench.send(device, { temp: 5, ts }).stored;
    const { times, series } = await bench.telemetry.reader.history(device.id, {
      from: noon,
      to: noon + 7_200_000,
      points: 100,
    });
    expect(at.map((ts) => series.temp?.value[times.indexOf(ts)])).toEqual([5, 15, 15, 25]);
  });

  test('what was set while the clock was ahead holds for them too, and can be set right', async () => {
    const sendOwn = (ts: number) => bench.send(device, { temp: 5, ts }).stored;
    bench.clock.at = noon + 30 * 3_600_000;
    await send({ temp: 1 });
    await calibrate(10, 1);
    bench.clock.at = noon;
    await sendOwn(noon - 2);
    expect(newest()).toBe(15);
    await calibrate(20, 1);
    await sendOwn(noon - 1);
    await bench.restart();
    await sendOwn(noon);
    expect((await history())?.slice(-3)).toEqual([15, 25, 25]);
  });

  test('holds from now on although the newest message came while the clock was ahead', async () => {
    bench.clock.at = noon + 30 * 3_600_000;
    await send({ temp: 1 });
    bench.clock.at = noon;
    await calibrate(10, 1);
    expect(bench.telemetry.calibrations.list(device.id)).toMatchObject([{ since: noon }]);
  });

  test('switches, texts and what comes from files are taken as they are', async () => {
    await send({ temp: 1, on: true, mode: 'auto' });
    await calibrate(10, 3);
    await expect(calibrate(10, 3, 'on')).rejects.toMatchObject({ status: 400 });
    await expect(calibrate(10, 3, 'mode')).rejects.toMatchObject({ status: 400 });
    await expect(calibrate(10, 3, 'unknown')).rejects.toMatchObject({ status: 404 });
    await send({ temp: true });
    await send({ temp: 'broken' });
    expect(newest()).toBe('broken');
    await bench.telemetry.imports.store(device, [{ at: noon - 1_000, values: { temp: 7 } }], false);
    const { times, series } = await bench.telemetry.reader.history(device.id, {
      from: noon - 2_000,
      to: noon,
      points: 100,
    });
    expect([times, series.temp?.value]).toEqual([[noon - 1_000], [7]]);
  });

  test('what comes out beyond all bounds is left out and reported, and the rest is taken', async () => {
    await send({ temp: 1, humid: 1 });
    await calibrate(0, 1e10);
    const { problem } = await send({ temp: 1e299, humid: 2 });
    expect(problem).toBe(
      'The calibration makes a number beyond all bounds of "temp" (1e+299 × 10000000000 + 0); it was left out.',
    );
    expect(newest()).toBe(1);
    expect(newest('humid')).toBe(2);
    const alone = await send({ temp: -1e299 });
    expect(alone).toMatchObject({ stored: null, problem: expect.stringContaining('beyond all bounds') });
    expect(await history()).toEqual([1, null]);
  });

  test('the same again is no change, and of several at once each stands in its place', async () => {
    await send({ temp: 1 });
    await calibrate(5, 1);
    await calibrate(5, 1);
    await Promise.all([calibrate(6, 1), calibrate(7, 1), calibrate(8, 1)]);
    const changes = bench.telemetry.calibrations.list(device.id);
    expect(changes.map(({ offset }) => offset)).toEqual([5, 6, 7, 8]);
    await send({ temp: 1 });
    expect(newest()).toBe(9);
  });

  test('can be taken away also when a device keeps as many changes as it may', async () => {
    await send({ temp: 1 });
    await bench.database.pool.query(
      `INSERT INTO variable_calibrations (device_id, slot, since, "offset", scale)
       SELECT $1, 1, $2::bigint - n, n, 1 FROM generate_series(1, 5000) AS n`,
      [device.id, noon],
    );
    await bench.restart();
    await expect(calibrate(7, 7)).rejects.toMatchObject({ status: 409, code: 'limit_reached' });
    await calibrate(0, 1);
    await send({ temp: 3 });
    expect(newest()).toBe(3);
    await expect(calibrate(7, 7)).rejects.toMatchObject({ status: 409 });
  });

  test('a change holds for what comes right behind it, also from a board whose instants run ahead', async () => {
    for (let index = 0; index < 50; index++) await bench.send(device, { temp: 1 }).stored;
    await calibrate(1, 1);
    await bench.send(device, { temp: 1 }).stored;
    const changes = bench.telemetry.calibrations.list(device.id);
    const { times, series } = await bench.telemetry.reader.history(device.id, {
      from: noon,
      to: noon + 60_000,
      points: 1000,
    });
    expect(times.map((at) => at >= (changes[0]?.since ?? 0))).toEqual(series.temp?.value.map((value) => value === 2));
    expect(series.temp?.value.at(-1)).toBe(2);
  });

  test('is given to the number of the same name only', async () => {
    await send({ temp: 1, mode: 2, mine: 3 });
    await calibrate(1, 2);
    await calibrate(1, 3, 'mode');
    await calibrate(1, 4, 'mine');
    const other = await bench.addDevice(`other-${count}`);
    await bench.send(other, { temp: 1, mode: 'auto', theirs: 1 }).stored;
    expect(await bench.telemetry.calibrations.copy(device.id, other.id)).toBe(1);
    expect(bench.telemetry.calibrations.list(other.id)).toMatchObject([{ key: 'temp', offset: 1, scale: 2 }]);
  });

  test('is not given to a variable that a formula makes, and to the others all the same', async () => {
    await send({ mine: 3, temp: 1 });
    await calibrate(1, 4, 'mine');
    await calibrate(1, 2);
    const other = await bench.addDevice(`computed-${count}`);
    await bench.send(other, { temp: 1 }).stored;
    const caller = { accountId: other.accountId, findDevice: () => undefined };
    await bench.telemetry.computed.save(other, 'mine', { formula: 'temp * 2', unit: null, label: null }, caller);
    expect(await bench.telemetry.calibrations.copy(device.id, other.id)).toBe(1);
    expect(bench.telemetry.calibrations.list(other.id)).toMatchObject([{ key: 'temp', offset: 1, scale: 2 }]);
  });
});
