import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { rollupLevels } from './rollup-levels.ts';

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

const hour = 3_600_000;
const messagesOf = () =>
  bench.database.pool.query<{ at: number; numbers: (number | null)[]; texts: Record<string, string> | null }>(
    'SELECT at, numbers, texts FROM telemetry WHERE device_id = $1 ORDER BY at',
    [device.id],
  );
const dirty = async () =>
  (await bench.database.pool.query('SELECT FROM telemetry_dirty_hours WHERE device_id = $1', [device.id])).rowCount;

interface Bucket {
  counts: number[];
  mins: (number | null)[];
  maxs: (number | null)[];
  sums: (number | null)[];
  lasts: (number | null)[];
  texts: Record<string, string> | null;
}

/** What a rollup of this width has to hold, worked out from the messages one by one. */
async function expected(widthMs: number, slots: number): Promise<Map<number, Bucket>> {
  const buckets = new Map<number, Bucket>();
  const empty = <T>(value: T) => Array.from({ length: slots }, () => value);
  for (const { at, numbers, texts } of (await messagesOf()).rows) {
    const start = at - (at % widthMs);
    const bucket = buckets.get(start) ?? {
      counts: empty(0),
      mins: empty<number | null>(null),
      maxs: empty<number | null>(null),
      sums: empty<number | null>(null),
      lasts: empty<number | null>(null),
      texts: null,
    };
    buckets.set(start, bucket);
    if (texts) bucket.texts = { ...bucket.texts, ...texts };
    for (const [index, number] of numbers.entries()) {
      if (number === null) continue;
      bucket.counts[index] = (bucket.counts[index] ?? 0) + 1;
      bucket.mins[index] = Math.min(bucket.mins[index] ?? Number.POSITIVE_INFINITY, number);
      bucket.maxs[index] = Math.max(bucket.maxs[index] ?? Number.NEGATIVE_INFINITY, number);
      bucket.sums[index] = (bucket.sums[index] ?? 0) + number;
      bucket.lasts[index] = number;
    }
  }
  return buckets;
}

async function expectEqualToMessages(slots: number): Promise<void> {
  for (const { table, widthMs } of rollupLevels) {
    const { rows } = await bench.database.pool.query<Bucket & { at: number }>(
      `SELECT at, counts, mins, maxs, sums, lasts, texts FROM ${table} WHERE device_id = $1 ORDER BY at`,
      [device.id],
    );
    const wanted = await expected(widthMs, slots);
    const withoutSums = ({ counts, mins, maxs, lasts, texts }: Bucket) => ({ counts, mins, maxs, lasts, texts });
    expect(rows.map((row) => [row.at, withoutSums(row)])).toEqual(
      [...wanted].map(([at, bucket]) => [at, withoutSums(bucket)]),
    );
    const wantedSums = [...wanted.values()].map(({ sums }) => sums);
    // Sums of sums may differ in the last bits, since floating-point addition is not associative.
    const isNear = (sum: number | null, right: number | null | undefined) =>
      sum === null || right == null ? sum === right : Math.abs(sum - right) < 1e-9 * Math.max(1, Math.abs(sum));
    const wrong = rows.filter(({ sums }, row) => sums.some((sum, index) => !isNear(sum, wantedSums[row]?.[index])));
    expect(wrong).toEqual([]);
  }
}

const random = (() => {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
})();

function randomMessage(): Record<string, number | boolean | string> {
  const message: Record<string, number | boolean | string> = {};
  if (random() < 0.9) message.temp = Math.round(random() * 40_000) / 1000 - 10;
  if (random() < 0.5) message.level = (random() - 0.5) * 1e12;
  if (random() < 0.3) message.on = random() < 0.5;
  if (random() < 0.2) message.mode = random() < 0.5 ? 'auto' : 'manual';
  if (Object.keys(message).length === 0) message.temp = 0;
  return message;
}

/** Sends messages at random instants of the last 23 hours, in random order. */
async function sendRandom(messages: number): Promise<void> {
  const sent = Array.from({ length: messages }, () => {
    const ts = bench.clock.at - Math.floor(random() * 23 * hour);
    return bench.send(device, { ...randomMessage(), ts }).stored;
  });
  await Promise.all(sent);
}

describe('rollups', () => {
  test('equal the messages, also after late ones and after changed ones', async () => {
    await bench.send(device, { temp: 1, level: 2, on: true, mode: 'auto', ts: noon - 20 * hour }).stored;
    await sendRandom(800);
    bench.clock.at = noon + hour;
    await bench.telemetry.updateRollups();
    expect(await dirty()).toBe(0);
    await expectEqualToMessages(4);
    await sendRandom(400);
    const [first] = (await messagesOf()).rows;
    bench.send(device, { temp: 99, mode: 'changed', ts: (first?.at ?? 0) + 1 });
    bench.clock.at = noon + 2 * hour;
    await bench.telemetry.updateRollups();
    await expectEqualToMessages(4);
  });

  test('an hour that is still running is not rolled up, and is once it has ended', async () => {
    await bench.send(device, { a: 1 }, { at: noon + 1000 }).stored;
    bench.clock.at = noon + hour - 1;
    await bench.telemetry.updateRollups();
    expect(await dirty()).toBe(1);
    await bench.send(device, { a: 3 }, { at: noon + hour - 1 }).stored;
    bench.clock.at = noon + hour + 10_000;
    await bench.telemetry.updateRollups();
    expect(await dirty()).toBe(0);
    const { rows } = await bench.database.pool.query('SELECT * FROM rollup_1h WHERE device_id = $1', [device.id]);
    expect(rows).toMatchObject([{ at: noon, counts: [2], mins: [1], maxs: [3], sums: [4], lasts: [3] }]);
  });

  test('messages that are written while rollups run are never forgotten', async () => {
    bench.clock.at = noon + 2 * hour;
    const writing = (async () => {
      for (let round = 0; round < 40; round++) {
        const sent = Array.from(
          { length: 20 },
          (_, index) => bench.send(device, { n: round, ts: noon + index * 60_000 + round }).stored,
        );
        await Promise.all(sent);
      }
    })();
    let done = false;
    const rollingUp = (async () => {
      while (!done) await bench.telemetry.updateRollups();
    })();
    await writing;
    done = true;
    await rollingUp;
    await bench.telemetry.updateRollups();
    await expectEqualToMessages(1);
  });

  test('a restart forgets no hour', async () => {
    await bench.send(device, { a: 1 }).stored;
    await bench.restart();
    await bench.send(device, { a: 2 }, { at: noon + 5 }).stored;
    bench.clock.at = noon + 2 * hour;
    await bench.telemetry.updateRollups();
    await expectEqualToMessages(1);
  });

  test('a device that cannot be rolled up stands in the way of no other', async () => {
    const broken = await bench.addDevice('broken');
    await bench.send(broken, { a: 1 }).stored;
    await bench.send(device, { a: 1 }).stored;
    await bench.database.pool.query(
      `INSERT INTO telemetry (at, device_id, numbers) VALUES ($1, $2, '{1e308}'), ($1 + 1, $2, '{1e308}')`,
      [noon + 1, broken.id],
    );
    bench.clock.at = noon + 2 * hour;
    await bench.telemetry.updateRollups();
    expect(await dirty()).toBe(0);
    await expectEqualToMessages(1);
  });

  test('a variable that comes later', async () => {
    await bench.send(device, { a: 1 }).stored;
    bench.clock.at = noon + 2 * hour;
    await bench.telemetry.updateRollups();
    await bench.send(device, { b: 2, ts: noon + 1 }).stored;
    await bench.telemetry.updateRollups();
    await expectEqualToMessages(2);
  });

  test('a variable that comes while its hour is rolled up', async () => {
    await bench.send(device, { a: 1 }).stored;
    bench.clock.at = noon + 2 * hour;
    const { pool } = bench.database;
    const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>;
    const listed = vi.spyOn(pool, 'query').mockImplementationOnce((async (...statement: unknown[]) => {
      const hours = await query(...statement);
      await bench.send(device, { b: 2, ts: noon + 1 }).stored;
      return hours;
    }) as never);
    await bench.telemetry.updateRollups();
    listed.mockRestore();
    await expectEqualToMessages(2);
  });

  test('texts of a variable that sends numbers meanwhile', async () => {
    await bench.send(device, { status: 'boot' }).stored;
    await bench.send(device, { status: 5 }, { at: noon + hour }).stored;
    await bench.restart();
    bench.clock.at = noon + 3 * hour;
    await bench.telemetry.updateRollups();
    await expectEqualToMessages(1);
  });
});

describe('retention', () => {
  const count = async (table: string) =>
    (await bench.database.pool.query(`SELECT FROM ${table} WHERE device_id = $1`, [device.id])).rowCount;

  test('removes messages and rollups that are older than the plan keeps, in whole hours', async () => {
    for (const back of [0, 9, 10, 11]) await bench.send(device, { a: back }, { at: noon - back * hour }).stored;
    bench.clock.at = noon + 2 * hour;
    await bench.telemetry.updateRollups();
    bench.limits.rawDays = () => 0.5;
    bench.limits.rollupDays = () => 10;
    bench.clock.at = noon + 2 * hour + 1000;
    await bench.telemetry.removeOld();
    expect((await messagesOf()).rows.map(({ numbers }) => numbers[0])).toEqual([10, 9, 0]);
    expect(await count('rollup_1h')).toBe(4);
    bench.clock.at = noon + 11 * 24 * hour;
    await bench.telemetry.removeOld();
    expect(await Promise.all(['telemetry', ...rollupLevels.map(({ table }) => table)].map(count))).toEqual([
      0, 0, 0, 0, 0,
    ]);
    bench.limits.rawDays = () => null;
    bench.limits.rollupDays = () => null;
  });

  test('of a device that has nothing so old refuses no file for it later', async () => {
    await bench.send(device, { a: 1 }).stored;
    bench.limits.rawDays = () => 1;
    await bench.telemetry.removeOld();
    expect(await bench.telemetry.imports.messagesSince(device.id)).toBe(0);
    bench.limits.rawDays = () => null;
  });

  test('keeps messages of an hour that is not rolled up yet', async () => {
    await bench.send(device, { a: 1 }).stored;
    bench.limits.rawDays = () => 1;
    bench.clock.at = noon + 10 * 24 * hour;
    await bench.telemetry.removeOld();
    expect(await count('telemetry')).toBe(1);
    await bench.telemetry.updateRollups();
    await bench.telemetry.removeOld();
    expect([await count('telemetry'), await count('rollup_1m')]).toEqual([0, 1]);
    bench.limits.rawDays = () => null;
  });

  test('a late message cannot spoil rollups whose messages are gone', async () => {
    await Promise.all([1, 2, 3].map((a) => bench.send(device, { a }).stored));
    bench.clock.at = noon + 2 * hour;
    await bench.telemetry.updateRollups();
    bench.limits.rawDays = () => 0.25;
    bench.clock.at = noon + 10 * hour;
    await bench.telemetry.removeOld();
    expect(await count('telemetry')).toBe(0);
    const counts = async () =>
      (await bench.database.pool.query('SELECT counts FROM rollup_1h WHERE device_id = $1 ORDER BY at', [device.id]))
        .rows;
    await bench.send(device, { a: 100, ts: noon + 500 }).stored;
    await bench.telemetry.updateRollups();
    expect(await counts()).toEqual([{ counts: [3] }]);
    // Nor one that comes when the plan keeps more.
    bench.limits.rawDays = () => null;
    await bench.send(device, { a: 100, ts: noon + 501 }).stored;
    await bench.send(device, { a: 100, ts: noon + 5 * hour }).stored;
    await bench.telemetry.updateRollups();
    expect(await counts()).toEqual([{ counts: [3] }, { counts: [1] }]);
    expect(await bench.telemetry.imports.messagesSince(device.id)).toBe(noon + 4 * hour);
  });

  test('removes what is left of a deleted device, and months that are empty', async () => {
    bench.clock.at = Date.UTC(2026, 2, 10);
    await bench.send(device, { a: 1 }).stored;
    bench.clock.at = noon;
    await bench.telemetry.updateRollups();
    const months = async () =>
      (await bench.database.pool.query(`SELECT to_regclass('telemetry_2026_03') IS NOT NULL AS march`)).rows[0].march;
    await bench.telemetry.removeOld();
    expect([await count('telemetry'), await months()]).toEqual([1, true]);
    await bench.database.pool.query('DELETE FROM devices WHERE id = $1', [device.id]);
    await bench.telemetry.removeOld();
    expect([await count('telemetry'), await count('rollup_1d'), await months()]).toEqual([0, 0, false]);
    const other = await bench.addDevice('back-in-march');
    await bench.send(other, { a: 1 }, { at: Date.UTC(2026, 2, 10) }).stored;
    expect(await months()).toBe(true);
  });
});
