import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

interface Board {
  readonly id: number;
  accountId: number;
  readonly espid: string;
  readonly name: string;
  paused: boolean;
}

let bench: TelemetryBench;
let farm: Board;
let tank: Board;
const boards = new Map<number, Board>();
let count = 0;
/** The account that may view all devices besides their owners. */
let guest = 0;

/** A device of the first account of a test, or of another one. */
async function addBoard(name: string, accountId?: number): Promise<Board> {
  count += 1;
  const added = await bench.addDevice(`${name}-${count}`);
  const board = { ...added, accountId: accountId ?? added.accountId, name, paused: false };
  boards.set(board.id, board);
  return board;
}

const useDevices = () =>
  bench.telemetry.computed.useDevices({
    findById: (id) => boards.get(id),
    mayView: (accountId, device) => [guest, boards.get(device.id)?.accountId].includes(accountId),
  });

beforeAll(async () => {
  bench = await createTelemetryBench();
  useDevices();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.clock.at = noon;
  farm = await addBoard('Farm');
  tank = await addBoard('Tank', farm.accountId);
});

const caller = () => ({
  accountId: farm.accountId,
  findDevice: (espid: string) =>
    [...boards.values()].find((one) => one.espid === espid && one.accountId === farm.accountId),
});
const computed = () => bench.telemetry.computed;
const save = (board: Board, key: string, formula: string) =>
  computed().save(board, key, { formula, unit: null, label: null }, caller());
const send = (board: Board, message: object, at = bench.clock.at) => bench.send(board, message, { at }).stored;
const list = (board: Board) => computed().list(board.id, farm.accountId).variables;
const level = () => `value("${tank.espid}", "far")`;
const settled = (board = farm) =>
  expect.poll(() => list(board).every(({ recomputed }) => recomputed === null)).toBe(true);

/** The instants after noon, ms, and values that are stored of a variable. */
async function stored(board: Board, key: string): Promise<[at: number, value: number][]> {
  const { rows } = await bench.database.pool.query<{ at: number; number: number }>(
    `SELECT at, numbers[slot] AS number FROM telemetry JOIN variables USING (device_id)
     WHERE device_id = $1 AND key = $2 AND numbers[slot] IS NOT NULL ORDER BY at`,
    [board.id, key],
  );
  return rows.map(({ at, number }) => [Number(at) - noon, number]);
}

/** The two boards in turn, each half a minute after the other. */
async function sendPairs(pairs: readonly (readonly [number, number])[]): Promise<void> {
  for (const [near, height] of pairs) {
    await send(farm, { near });
    bench.clock.at += 30 * secondMs;
    await send(tank, { far: height });
    bench.clock.at += 30 * secondMs;
  }
}

describe('a formula over two devices', () => {
  test('has a result at each instant of either, in its history and as values arrive', async () => {
    await sendPairs([[20, 5]]);
    await save(farm, 'sum', `near + ${level()}`);
    await settled();
    await sendPairs([[21, 6]]);
    await expect
      .poll(() => stored(farm, 'sum'))
      .toEqual([
        [30_000, 25],
        [60_000, 26],
        [90_000, 27],
      ]);
    expect(bench.telemetry.variables(farm.id).find(({ key }) => key === 'sum')).toMatchObject({
      value: 27,
      at: noon + 90_000,
    });
    expect(bench.telemetry.recent(farm.id).at(-1)).toEqual({ at: noon + 90_000, values: { sum: 27 }, computed: true });
    expect(bench.telemetry.variables(tank.id).map(({ key }) => key)).toEqual(['far']);
  });

  test('makes the same values when the history of both is gone through again', async () => {
    await send(farm, { near: 1 });
    await send(tank, { far: 1 }, noon + 1);
    bench.clock.at += minuteMs;
    await save(farm, 'y', `avg(near + ${level()}, 2min) + total(${level()})`);
    await settled();
    await sendPairs([
      [3, 5],
      [4, 1],
      [9, 2],
    ]);
    // Both in one millisecond, and one that comes late.
    await send(farm, { near: 7 });
    await send(tank, { far: 8 });
    await send(tank, { ts: bench.clock.at - 45 * secondMs, far: 3 });
    await settled();
    const live = await stored(farm, 'y');
    expect(live).toHaveLength(9);
    await save(farm, 'y', '0 * near');
    await settled();
    await save(farm, 'y', `avg(near + ${level()}, 2min) + total(${level()})`);
    await settled();
    expect(await stored(farm, 'y')).toEqual(live);
  });

  test('a value counts for two hours, then there is no result until its device sends again', async () => {
    await send(tank, { far: 5, full: true });
    await send(farm, { near: 20 }, noon + 1);
    await save(farm, 'sum', `near + ${level()}`);
    await save(farm, 'both', `near > 0 && value("${tank.espid}", "full")`);
    await settled();
    await send(farm, { near: 21 }, noon + 2 * hourMs);
    await send(farm, { near: 22 }, noon + 2 * hourMs + 1);
    await send(tank, { far: 6, full: false }, noon + 2 * hourMs + 2);
    await expect
      .poll(() => stored(farm, 'sum'))
      .toEqual([
        [1, 25],
        [2 * hourMs, 26],
        [2 * hourMs + 2, 28],
      ]);
    expect((await stored(farm, 'both')).map(([, value]) => value)).toEqual([1, 1, 0]);
  });

  test('is carried on to what reads it, each once, on its own device and on others', async () => {
    const house = await addBoard('House', farm.accountId);
    await send(tank, { far: 5 });
    await send(farm, { near: 1 }, noon + 1);
    await send(house, { x: 1 }, noon + 2);
    await save(farm, 'litres', `${level()} * 10`);
    await save(farm, 'half', 'litres / 2');
    await save(house, 'sum', `value("${farm.espid}", "litres") + value("${farm.espid}", "half")`);
    await save(tank, 'back', `value("${house.espid}", "sum") + far`);
    for (const board of [farm, house, tank]) await settled(board);
    await send(tank, { far: 6 }, noon + 10);
    await expect
      .poll(() => stored(tank, 'back'))
      .toEqual([
        [0, 80],
        [10, 96],
      ]);
    expect(await stored(house, 'sum')).toEqual([
      [0, 75],
      [10, 90],
    ]);
    expect(await stored(farm, 'half')).toEqual([
      [0, 25],
      [10, 30],
    ]);
  });

  test('does not let the other device count as messages of its own', async () => {
    await send(farm, { pump: true });
    await send(tank, { far: 5 }, noon + 1);
    await save(farm, 'litres', `${level()} * 10`);
    await save(farm, 'hours', 'runningHours(pump)');
    await settled();
    for (let hour = 1; hour <= 4; hour += 1) await send(tank, { far: hour }, noon + hour * hourMs);
    await send(farm, { pump: false }, noon + 5 * hourMs);
    const silent = [
      [0, 0],
      [5 * hourMs, 0],
    ];
    await expect.poll(() => stored(farm, 'hours')).toEqual(silent);
    await save(farm, 'hours', 'runningHours(pump) * 1');
    await settled();
    expect(await stored(farm, 'hours')).toEqual(silent);
  });

  test('does not let the other device count as signs of life of its own', async () => {
    const { reader } = bench.telemetry;
    const start = noon - 2 * hourMs;
    bench.clock.at = start;
    await send(farm, { near: 1 });
    await send(tank, { far: 5 }, start + 1);
    await save(farm, 'sum', `near + ${level()}`);
    await settled();
    for (let minute = 1; minute < 40; minute += 1) {
      await send(
        minute % 10 === 0 ? farm : tank,
        { [minute % 10 === 0 ? 'near' : 'far']: 1 },
        start + minute * minuteMs,
      );
    }
    const sent = [0, 10, 20, 30].map((minute) => start + minute * minuteMs);
    await expect.poll(() => stored(farm, 'sum')).toHaveLength(40);
    bench.clock.at = noon;
    await bench.telemetry.updateRollups();
    const range = { deviceId: farm.id, from: start, to: noon };
    const heard = async () => {
      const instants: number[] = [];
      for await (const part of reader.instantsHeard(range, 7)) instants.push(...part);
      const last = await reader.lastInstants([farm.id, tank.id], { ...range, limit: 4 });
      return {
        instants,
        last: last.get(farm.id),
        other: last.get(tank.id)?.length,
        minutes: await reader.minutesHeard(range),
      };
    };
    const expected = { instants: sent, last: sent, other: 4, minutes: sent };
    expect(await heard()).toEqual(expected);
    bench.clock.at = noon + 40 * hourMs;
    await bench.telemetry.pack();
    expect(await heard()).toEqual(expected);
  });

  test('counts what arrives while its history is gone through, once', async () => {
    const past = (key: string, offset: number) =>
      Array.from({ length: 2_500 }, (_, index) => ({
        at: noon - 3_000 * secondMs + index * secondMs + offset,
        values: { [key]: 1 },
      }));
    await bench.telemetry.imports.store(farm, past('near', 0), false);
    await bench.telemetry.imports.store(tank, past('far', 500), false);
    await save(farm, 'sum', `total(near) + total(${level()})`);
    let sent = 0;
    while (list(farm)[0]?.recomputed !== null) {
      bench.clock.at += 10;
      await send(sent % 2 ? farm : tank, sent % 2 ? { near: 1 } : { far: 1 });
      sent += 1;
    }
    bench.clock.at += 10;
    await send(tank, { far: 1 });
    await settled();
    // The first one has only one of the two.
    const expected = Array.from({ length: 5_000 + sent }, (_, index) => index + 2);
    await expect.poll(async () => (await stored(farm, 'sum')).map(([, sum]) => sum)).toEqual(expected);
  });

  test('continues after a restart', async () => {
    await sendPairs([[1, 2]]);
    await save(farm, 'sum', `total(near + ${level()})`);
    await settled();
    await sendPairs([[3, 4]]);
    await bench.restart();
    useDevices();
    await settled();
    await sendPairs([[5, 6]]);
    const sums = [3, 8, 15, 24, 35];
    await expect.poll(async () => (await stored(farm, 'sum')).map(([, sum]) => sum)).toEqual(sums);
  });

  test('is drawn before it is saved', async () => {
    await sendPairs([[20, 5]]);
    const request = { formula: `near + ${level()}`, unit: null, key: null, hours: 24 };
    expect(await computed().preview(farm, request, caller())).toMatchObject({
      times: [noon, noon + 30 * secondMs],
      values: [null, 25],
      thinned: false,
    });
  });
});

describe('what is refused', () => {
  test('circles through other devices, with the way that leads back', async () => {
    await send(farm, { near: 1 });
    await send(tank, { far: 1 });
    await save(farm, 'a', `near + ${level()}`);
    await save(tank, 'b', `value("${farm.espid}", "a") + 1`);
    await expect(save(farm, 'a', `value("${tank.espid}", "b") + 1`)).rejects.toThrow(
      '“a” would read “b” of “Tank”, which reads it again. A variable cannot be computed from itself.',
    );
    const closing = [save(farm, 'c', `near + ${level()}`), save(tank, 'd', `value("${farm.espid}", "near")`)];
    await Promise.all(closing);
    const both = await Promise.allSettled([
      save(farm, 'c', `value("${tank.espid}", "d")`),
      save(tank, 'd', `value("${farm.espid}", "c")`),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test('deleting what a formula of another device reads', async () => {
    await send(tank, { far: 1 });
    await send(farm, { near: 1 });
    await save(tank, 'litres', 'far * 10');
    await save(farm, 'sum', `near + value("${tank.espid}", "litres")`);
    await expect(computed().remove(tank, 'litres', tank.accountId)).rejects.toThrow(
      'The formula of “sum” of “Farm” reads it.',
    );
  });

  test('more than 8 devices in one formula, and more than 32 such formulas of an account', async () => {
    const names: string[] = [];
    await send(farm, { near: 1 });
    for (let index = 0; index < 8; index += 1) {
      const other = await addBoard('Other', farm.accountId);
      await send(other, { x: 1 });
      names.push(`value("${other.espid}", "x")`);
    }
    await save(farm, 'eight', names.join(' + '));
    await expect(save(farm, 'nine', `near + ${names.join(' + ')}`)).rejects.toThrow('at most 8 devices');
    await send(tank, { far: 1 });
    for (let index = 1; index < 32; index += 1) await save(farm, `y${index}`, `${level()} + ${index}`);
    await expect(save(tank, 'more', `value("${farm.espid}", "near")`)).rejects.toMatchObject({ code: 'limit_reached' });
    await save(farm, 'eight', 'near * 2');
    await save(tank, 'more', `value("${farm.espid}", "near")`);
  });
});

test('a device that leaves the account stops what reads it at once, and what it missed is made when it is back', async () => {
  await sendPairs([[20, 5]]);
  await save(farm, 'sum', `near + ${level()}`);
  await settled();
  tank.accountId += 1_000_000;
  await sendPairs([[21, 99]]);
  expect(await stored(farm, 'sum')).toEqual([[30_000, 25]]);
  expect(list(farm)[0]?.problem).toBe(
    `It reads the device “${tank.espid}”, which is deleted or belongs to somebody else now. Change the formula.`,
  );
  expect(computed().list(farm.id, 4_711).variables[0]).toMatchObject({
    formula: 'near + value("…", "far")',
    problem: 'It reads another device, which is deleted or belongs to somebody else now. Change the formula.',
  });
  tank.accountId = farm.accountId;
  await sendPairs([[22, 7]]);
  await expect
    .poll(() => stored(farm, 'sum'))
    .toEqual([
      [30_000, 25],
      [60_000, 26],
      [90_000, 120],
      [120_000, 121],
      [150_000, 29],
    ]);
  expect(list(farm)[0]?.problem).toBeNull();
});

test('a formula continues with the rights of the one who saves it again, with what it missed and remembers', async () => {
  const { pool } = bench.database;
  guest = (await bench.addDevice('guest')).accountId;
  const formula = { formula: `total(near + ${level()})`, unit: null, label: null };
  await sendPairs([[1, 2]]);
  await computed().save(farm, 'sum', formula, { ...caller(), accountId: guest });
  await settled();
  await sendPairs([[3, 4]]);
  await computed().saveCheckpoints();
  await computed().saveCheckpoints();
  // Its first messages are not stored any more.
  await pool.query('DELETE FROM telemetry WHERE device_id IN ($1, $2) AND at < $3', [
    farm.id,
    tank.id,
    noon + minuteMs,
  ]);
  guest = 0;
  await sendPairs([[5, 6]]);
  expect(list(farm)[0]?.problem).toContain('Save the formula again to continue with your own rights.');
  await save(farm, 'sum', formula.formula);
  expect(list(farm)[0]?.problem).toBeNull();
  const sums = [8, 15, 24, 35];
  await expect.poll(async () => (await stored(farm, 'sum')).map(([, sum]) => sum)).toEqual(sums);
  await bench.restart();
  useDevices();
  await settled();
  expect(list(farm)[0]?.problem).toBeNull();
  expect((await stored(farm, 'sum')).map(([, sum]) => sum)).toEqual(sums);
});

test('what reads a formula that may not run goes on without it', async () => {
  await sendPairs([[20, 5]]);
  await save(farm, 'remote', level());
  await save(farm, 'depth', 'fallback(remote, near)');
  await settled();
  tank.accountId += 1_000_000;
  await bench.restart();
  useDevices();
  await settled();
  bench.clock.at += 3 * hourMs;
  await send(farm, { near: 7 });
  expect((await stored(farm, 'depth')).at(-1)).toEqual([3 * hourMs + minuteMs, 7]);
  tank.accountId = farm.accountId;
  bench.clock.at += minuteMs;
  await send(tank, { far: 9 });
  await settled();
  await expect.poll(async () => (await stored(farm, 'depth')).at(-1)?.[1]).toBe(9);
});

test('a variable that is forgotten is missed by the formulas that read it', async () => {
  await send(tank, { far: 1, x: 1 });
  await send(farm, { near: 1 });
  await save(farm, 'sum', `near + ${level()}`);
  await settled();
  await bench.telemetry.displaySettings.forget(tank.id, 'far');
  expect(list(farm)[0]?.problem).toBe('It reads “far”, which the device “Tank” does not have any more.');
});
