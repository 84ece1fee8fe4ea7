import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let bench: TelemetryBench;
let device: { id: number; accountId: number; espid: string };
let count = 0;

beforeAll(async () => {
  bench = await createTelemetryBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.clock.at = noon;
  device = await bench.addDevice(`board-${++count}`);
});

/** Somebody with this one device. */
const alone = () => ({ accountId: device.accountId, findDevice: () => undefined });
const computed = () => bench.telemetry.computed;
const save = (key: string, formula: string, unit: string | null = null) =>
  computed().save(device, key, { formula, unit, label: null }, alone());
const send = (message: object, at = bench.clock.at) => bench.send(device, message, { at }).stored;
const settled = () =>
  expect
    .poll(() =>
      computed()
        .list(device.id, device.accountId)
        .variables.map(({ recomputed }) => recomputed),
    )
    .toEqual(
      computed()
        .list(device.id, device.accountId)
        .variables.map(() => null),
    );

/** What is stored of a variable, in the order of time. */
async function stored(key: string): Promise<(number | null)[]> {
  const { rows } = await bench.database.pool.query<{ number: number | null }>(
    `SELECT numbers[slot] AS number FROM telemetry JOIN variables USING (device_id)
     WHERE device_id = $1 AND key = $2 ORDER BY at`,
    [device.id, key],
  );
  return rows.map(({ number }) => number);
}

/** Messages one minute apart, up to now. */
async function sendSeries(values: readonly object[]): Promise<void> {
  for (const value of values) {
    await send(value);
    bench.clock.at += minuteMs;
  }
}

describe('a computed variable', () => {
  test('is made of what is stored, and with each message, as any other variable', async () => {
    await sendSeries([{ temp: 10 }, { temp: 20 }, { other: 1 }]);
    await save('fahrenheit', 'temp * 1.8 + 32', '°F');
    await settled();
    await send({ temp: 30 });
    expect(await stored('fahrenheit')).toEqual([50, 68, null, 86]);
    expect(bench.telemetry.variables(device.id).find(({ key }) => key === 'fahrenheit')).toMatchObject({
      unit: '°F',
      value: 86,
      at: bench.clock.at,
    });
    expect(bench.telemetry.recent(device.id).at(-1)?.values).toEqual({ temp: 30, fahrenheit: 86 });
    const { series } = await bench.telemetry.reader.history(device.id, { from: 0, to: noon + hourMs, points: 100 });
    expect(series.fahrenheit?.value).toEqual([50, 68, null, 86]);
  });

  test('may be read by another, and by conditions', async () => {
    await send({ temp: 20, humid: 50 });
    await save('dew', 'dewPoint(temp, humid)');
    await save('risk', 'temp - dew < 3');
    await settled();
    bench.clock.at += minuteMs;
    await send({ temp: 20, humid: 95 });
    expect(bench.telemetry.variables(device.id)).toMatchObject([
      { key: 'temp' },
      { key: 'humid' },
      { key: 'dew', unit: '°C' },
      { key: 'risk', value: true },
    ]);
    expect(await stored('risk')).toEqual([0, 1]);
  });

  test('has rollups of its new values', async () => {
    await sendSeries([{ temp: 10 }, { temp: 20 }]);
    bench.clock.at = noon + 2 * hourMs;
    await bench.telemetry.updateRollups();
    await save('double', 'temp * 2');
    await settled();
    await bench.telemetry.updateRollups();
    const { rows } = await bench.database.pool.query('SELECT sums[2] AS sum FROM rollup_1h WHERE device_id = $1', [
      device.id,
    ]);
    expect(rows).toEqual([{ sum: 60 }]);
  });

  test('has nothing of its former formula where only rollups are left', async () => {
    await sendSeries([{ x: 1 }, { x: 3 }]);
    await save('y', 'x * 10');
    await settled();
    bench.clock.at = noon + 3 * dayMs;
    await sendSeries([{ x: 5 }]);
    bench.clock.at += 2 * hourMs;
    await bench.telemetry.updateRollups();
    bench.limits.rawDays = () => 1;
    await bench.telemetry.removeOld();
    bench.limits.rawDays = () => null;
    const rollups = async (key: string) => {
      const { rows } = await bench.database.pool.query<{ sum: number | null }>(
        `SELECT sums[slot] AS sum FROM rollup_1d JOIN variables USING (device_id)
         WHERE device_id = $1 AND key = $2 ORDER BY rollup_1d.at`,
        [device.id, key],
      );
      return rows.map(({ sum }) => sum);
    };
    expect([await stored('x'), await rollups('x'), await rollups('y')]).toEqual([[5], [4, 5], [40, 50]]);
    await save('y', 'x * 100');
    await settled();
    await bench.telemetry.updateRollups();
    expect([await rollups('x'), await rollups('y')]).toEqual([
      [4, 5],
      [null, 500],
    ]);
  });

  test('is drawn from averages, and marked as such, where there are too many messages', async () => {
    const points = Array.from({ length: 2_000 }, (_, index) => ({
      at: noon - index * secondMs,
      values: { x: index % 2 },
    }));
    await bench.telemetry.imports.store(device, points, false);
    const preview = await computed().preview(device, { formula: 'x * 2', unit: null, key: null, hours: 1 }, alone());
    expect(preview.thinned).toBe(true);
    // Five messages to each bucket.
    expect(new Set(preview.values.slice(1, -1))).toEqual(new Set([0.8, 1.2]));
  });

  test('is made again of all that is stored when its formula changes', async () => {
    await sendSeries([{ x: 1 }, { x: 2 }, { x: -1 }]);
    await save('y', 'x * 10');
    await settled();
    await save('y', 'sqrt(x)');
    await settled();
    expect(await stored('y')).toEqual([1, Math.SQRT2, null]);
  });

  test('is not what the board says of it', async () => {
    await send({ x: 1 });
    await save('y', 'x * 10');
    await settled();
    bench.clock.at += 1;
    const { stored: safe, problem } = bench.send(device, { x: 2, y: 5 });
    await safe;
    expect(problem).toContain('"y" is computed by a formula');
    expect(await stored('y')).toEqual([10, 20]);
  });

  test('is neither calibrated nor taken out of the lists, and its name must be free', async () => {
    await send({ x: 1 });
    await save('y', 'x * 10');
    await expect(bench.telemetry.calibrations.set(device.id, 'y', { offset: 1, scale: 1 })).rejects.toThrow(
      'Only what a board',
    );
    await expect(bench.telemetry.displaySettings.forget(device.id, 'y')).rejects.toThrow('Delete its formula');
    await expect(save('x', 'y * 10')).rejects.toThrow('The board sends “x” itself.');
    await expect(save('\u0000', 'x')).rejects.toMatchObject({ status: 400 });
    await expect(save('z', 'x + nothing')).rejects.toMatchObject({
      status: 400,
      message: 'The device has no variable “nothing”.',
      fields: { formula: 'The device has no variable “nothing”. (character 5)' },
    });
  });

  test('leaves the lists when it is deleted, and may be made again', async () => {
    await sendSeries([{ x: 1 }]);
    await save('y', 'x * 10');
    await save('z', 'y + 1');
    await expect(computed().remove(device, 'y', device.accountId)).rejects.toThrow('The formula of “z” reads it.');
    await computed().remove(device, 'z', device.accountId);
    await computed().remove(device, 'y', device.accountId);
    await send({ x: 2 });
    expect(bench.telemetry.variables(device.id).map(({ key }) => key)).toEqual(['x']);
    await save('y', 'x * 100');
    await settled();
    expect(await stored('y')).toEqual([100, 200]);
  });

  test('does not take the name, and with it the values, of a variable of the board that is hidden', async () => {
    await sendSeries([{ x: 1, power: 5 }]);
    await bench.telemetry.displaySettings.forget(device.id, 'power');
    await expect(save('power', 'x * 10')).rejects.toMatchObject({
      status: 409,
      why: { reason: 'variable_hidden', values: { key: 'power' } },
      message: '“power” is a hidden variable that has values. Choose another name.',
    });
    await bench.restart();
    await expect(save('power', 'x * 10')).rejects.toMatchObject({ why: { reason: 'variable_hidden' } });
    expect(await stored('power')).toEqual([5]);
  });

  test('does not take the values that a file brought of one that was deleted', async () => {
    await sendSeries([{ x: 1 }]);
    await save('y', 'x * 10');
    await settled();
    await computed().remove(device, 'y', device.accountId);
    await bench.telemetry.imports.store(device, [{ at: noon - hourMs, values: { y: 7 } }], false);
    expect(bench.telemetry.variables(device.id).map(({ key, value }) => [key, value])).toContainEqual(['y', 7]);
    await expect(save('y', 'x * 100')).rejects.toMatchObject({ status: 409 });
  });

  test('may be made again after a restart', async () => {
    await sendSeries([{ x: 1 }]);
    await save('y', 'x * 10');
    await settled();
    await computed().remove(device, 'y', device.accountId);
    await bench.restart();
    await save('y', 'x * 100');
    await settled();
    expect(await stored('y')).toEqual([100]);
  });
});

test('a variable cannot be computed from itself, at once or through others', async () => {
  await send({ x: 1 });
  await save('a', 'x + 1');
  await save('b', 'a + 1');
  await save('c', 'b + 1');
  await expect(save('a', 'a + 1')).rejects.toThrow('“a” would read its own result.');
  await expect(save('a', 'x + c')).rejects.toThrow(
    '“a” would read “c”, which reads “b”, which reads it again. A variable cannot be computed from itself.',
  );
  await expect(
    computed().preview(device, { formula: 'c', unit: null, key: 'a', hours: 1 }, alone()),
  ).rejects.toMatchObject({
    status: 409,
  });
});

test('a device has a bounded number of them', async () => {
  await send({ x: 1 });
  for (let index = 0; index < 32; index++) await save(`y${index}`, `x + ${index}`);
  await expect(save('more', 'x')).rejects.toMatchObject({ status: 409, code: 'limit_reached' });
});

describe('what functions remember', () => {
  const values = [3, 5, 1, 8, 2, 9, 4, 7];
  const formula = 'avg(x, 3min) + total(x)';

  /** The results over all that is stored, worked out message by message. */
  async function expected(): Promise<(number | null)[]> {
    const xs = await stored('x');
    let sum = 0;
    return xs.map((x, index) => {
      sum += x ?? 0;
      const window = xs.slice(Math.max(0, index - 3), index + 1) as number[];
      return window.reduce((total, one) => total + one, 0) / window.length + sum;
    });
  }

  test('is the same whether values arrive or are read again, and survives a restart', async () => {
    await sendSeries(values.slice(0, 3).map((x) => ({ x })));
    await save('y', formula);
    await settled();
    await sendSeries(values.slice(3, 6).map((x) => ({ x })));
    expect(await stored('y')).toEqual(await expected());
    await bench.restart();
    await settled();
    await sendSeries(values.slice(6).map((x) => ({ x })));
    expect(await stored('y')).toEqual(await expected());
  });

  test('survives a crash that comes before anything was remembered', async () => {
    await send({ x: 1 });
    await save('y', formula);
    await settled();
    bench.clock.at += minuteMs;
    await sendSeries(values.map((x) => ({ x })));
    await bench.restart();
    await bench.database.pool.query('DELETE FROM computed_checkpoints WHERE device_id = $1', [device.id]);
    await bench.restart();
    await settled();
    await send({ x: 6 });
    expect(await stored('y')).toEqual(await expected());
  });

  test('late messages come in where they belong and count once', async () => {
    await sendSeries([3, 5, 1].map((x) => ({ x })));
    await save('y', formula);
    await settled();
    await sendSeries([8, 2, 9].map((x) => ({ x })));
    const late = noon + 90 * secondMs;
    await send({ ts: late, x: 4 });
    await settled();
    const xs = await stored('x');
    expect(xs).toEqual([3, 5, 4, 1, 8, 2, 9]);
    const ys = await stored('y');
    expect(ys.at(-1)).toBe((8 + 2 + 9 + 1) / 4 + 32);
    // The same once more, as of a board that heard no acknowledgement.
    await send({ ts: late, x: 4 });
    await settled();
    expect(await stored('y')).toEqual(ys);
  });

  test('messages of a plain formula are right at once, also late ones', async () => {
    await sendSeries([{ x: 1 }, { x: 2 }]);
    await save('y', 'x * 10');
    await settled();
    await send({ ts: noon + secondMs, x: 5 });
    expect(await stored('y')).toEqual([10, 50, 20]);
  });

  test('imports come in, and what they say of it is not taken', async () => {
    await sendSeries([3, 5].map((x) => ({ x })));
    await save('y', 'total(x)');
    await settled();
    await bench.telemetry.imports.store(device, [{ at: noon - hourMs, values: { x: 10, y: 77 } }], false);
    await settled();
    expect(await stored('y')).toEqual([10, 13, 18]);
    // What has nothing else leaves no empty row.
    const counts = await bench.telemetry.imports.store(device, [{ at: noon - minuteMs, values: { y: 77 } }], false);
    expect(counts).toEqual({ added: 0, changed: 0, present: 0, empty: 1 });
    expect(await stored('y')).toEqual([10, 13, 18]);
  });

  test('messages that are shown live only do not count', async () => {
    bench.limits.storedIntervalMs = () => minuteMs;
    await send({ x: 1 });
    await save('y', 'total(x)');
    await settled();
    for (let index = 0; index < 8; index++) await send({ x: 1 }, noon + 10 + index);
    bench.limits.storedIntervalMs = () => 0;
    bench.clock.at += hourMs;
    await send({ x: 1 });
    const xs = await stored('x');
    expect(xs.length).toBeLessThan(9);
    expect((await stored('y')).at(-1)).toBe(xs.length);
  });

  test('a clock that was set back is followed', async () => {
    await sendSeries([1, 2, 3].map((x) => ({ x })));
    await save('y', 'x - previous(x)');
    await settled();
    bench.clock.at = noon - hourMs;
    await send({ x: 10 });
    await settled();
    bench.clock.at += minuteMs;
    await send({ x: 14 });
    // What the wrong clock dated later than now stays as it was.
    expect(await stored('y')).toEqual([null, 4, null, 1, 1]);
  });
});

test('values that arrive while the history is gone through are in it, once', async () => {
  const many = Array.from({ length: 3_500 }, (_, index) => ({
    at: noon - 4_000 * secondMs + index * secondMs,
    values: { x: 1 },
  }));
  await bench.telemetry.imports.store(device, many, false);
  await save('y', 'total(x)');
  let sent = 0;
  while (computed().list(device.id, device.accountId).variables[0]?.recomputed !== null) {
    bench.clock.at += 10;
    await send({ x: 1 });
    sent += 1;
  }
  bench.clock.at += 10;
  await send({ x: 1 });
  expect(sent).toBeGreaterThan(0);
  const ys = await stored('y');
  expect(ys).toEqual(Array.from({ length: many.length + sent + 1 }, (_, index) => index + 1));
});

test('a preview shows what a formula would have made', async () => {
  await sendSeries([{ temp: 20, on: true }, { temp: 21 }, { temp: 22, on: false }]);
  const preview = (formula: string) =>
    computed().preview(device, { formula, unit: null, key: null, hours: 24 }, alone());
  expect(await preview('temp + 1')).toMatchObject({ unit: '°C', thinned: false, values: [21, 22, 23] });
  expect(await preview('on && temp > 20')).toMatchObject({ isCondition: true, values: [0, 1, 0] });
  await expect(preview('temp +')).rejects.toMatchObject({ status: 400 });
  await send({ 'in,out': 5 });
  expect((await preview('value("in,out") * 2')).values.at(-1)).toBe(10);
});
