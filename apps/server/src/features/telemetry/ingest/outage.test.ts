import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import { sendSignal } from '../../../../test/processes/send-signal.ts';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { migrate, openDatabase, startEmbeddedPostgres } from '../../../platform/database/index.ts';

const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '16MB' };

describe('while the database is away', () => {
  let directory: string;
  let postgres: Awaited<ReturnType<typeof startDatabase>>;
  let bench: TelemetryBench;
  let device: { id: number; accountId: number; espid: string };
  let count = 0;

  const startDatabase = () => startEmbeddedPostgres({ directory, log: silentLogger, settings });
  const drained = () => expect.poll(() => bench.metric('cyno_telemetry_spool_bytes')).toBe(0);
  const stored = async () => {
    const { series } = await bench.telemetry.reader.history(device.id, {
      from: noon - 1,
      to: noon + 1e9,
      points: 10_000,
    });
    return series.n?.value ?? [];
  };
  const send = (from: number, until: number, more = {}) =>
    Array.from({ length: until - from }, (_, index) =>
      bench.send(device, { n: from + index, ...more }, { at: noon + from + index, maySpool: true }),
    );
  const postmaster = async () =>
    Number((await readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const numbers = (until: number) => Array.from({ length: until }, (_, index) => index);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cyno-away-'));
    postgres = await startDatabase();
    bench = await createTelemetryBench(async () => {
      const database = openDatabase(postgres.url, { log: silentLogger });
      await migrate(database);
      return { database, drop: () => database.close() };
    });
  });
  afterAll(async () => {
    await bench.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  beforeEach(async () => {
    device = await bench.addDevice(`board-${++count}`);
  });

  test('messages go to the spool and come back in order, none lost, none twice', async () => {
    await Promise.all(send(0, 500).map((sent) => sent.stored));
    await postgres.stop();
    await Promise.all(send(500, 1500, { isNew: 1 }).map((sent) => sent.stored));
    expect(await bench.metric('cyno_telemetry_spool_bytes')).toBeGreaterThan(0);
    expect(bench.telemetry.variables(device.id).map(({ value }) => value)).toEqual([1499, 1]);
    postgres = await startDatabase();
    const during = send(1500, 2000);
    await Promise.all(during.map((sent) => sent.stored));
    await drained();
    expect(await stored()).toEqual(numbers(2000));
    await Promise.all(send(2000, 2010).map((sent) => sent.stored));
    await drained();
    expect(await stored()).toEqual(numbers(2010));
  });

  test('a database that is killed while it writes loses and doubles nothing', async () => {
    const pid = await postmaster();
    await Promise.all(send(0, 100).map((sent) => sent.stored));
    // So many are written at once, without waiting for more.
    const results = send(100, 2100);
    process.kill(pid, 'SIGKILL');
    results.push(...send(2100, 2500));
    await Promise.all(results.map((sent) => sent.stored));
    await drained();
    await expect.poll(stored).toEqual(numbers(2500));
    // Connections outlive the process that made them: the next test needs the database that comes after it.
    const isBack = async () => {
      if ((await postmaster().catch(() => pid)) === pid) return false;
      return bench.database.pool.query('SELECT 1').then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isBack).toBe(true);
  });

  // Only Linux lists the children of a process in a file.
  test.skipIf(process.platform !== 'linux')(
    'a database that hangs keeps no board waiting for longer than 700 ms, and what it did commit is not stored twice',
    async () => {
      await Promise.all(send(0, 100).map((sent) => sent.stored));
      const parent = await postmaster();
      const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
      const signal = (name: NodeJS.Signals) => {
        // Some of them serve for a moment only.
        for (const pid of [parent, ...children.trim().split(' ').map(Number)]) sendSignal(pid, name);
      };
      const pass = async (ms: number) => {
        await vi.advanceTimersByTimeAsync(ms);
        return bench.metric('cyno_telemetry_spooled_total');
      };
      const before = await bench.metric('cyno_telemetry_spooled_total');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const first = send(100, 200);
      signal('SIGSTOP');
      try {
        expect(await pass(699)).toBe(before);
        await pass(1);
        await Promise.all(first.map((sent) => sent.stored));
        expect(await pass(0)).toBe(before + 100);
        const second = send(200, 300);
        // The messages are gathered for 15 ms; the database is not used while the spool holds earlier ones.
        await pass(15);
        await Promise.all(second.map((sent) => sent.stored));
        expect(await pass(0)).toBe(before + 200);
      } finally {
        vi.useRealTimers();
        signal('SIGCONT');
      }
      await drained();
      expect(await stored()).toEqual(numbers(300));
    },
  );

  test('a spool that is full refuses durable messages, drops and counts others, and recovers by itself', async () => {
    await Promise.all(send(0, 1).map((sent) => sent.stored));
    const { spoolBytes } = bench.limits;
    bench.limits.spoolBytes = 20_000;
    await bench.restart();
    await postgres.stop();
    const outcomes: { status: string }[] = [];
    const atQos0: (Promise<void> | null)[] = [];
    for (let from = 1; from < 1001; from += 100) {
      outcomes.push(...(await Promise.allSettled(send(from, from + 100).map((sent) => sent.stored))));
      for (let dropped = 0; dropped < 100; dropped++) {
        atQos0.push(bench.send(device, { n: -1 }, { durable: false, maySpool: true }).stored);
      }
      await expect.poll(() => bench.metric('cyno_telemetry_pending_messages')).toBe(0);
    }
    const storedValues = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index + 1] : []));
    expect(storedValues.length).toBeGreaterThan(0);
    expect(storedValues.length).toBeLessThan(1000);
    expect(await bench.metric('cyno_telemetry_spool_bytes')).toBeLessThanOrEqual(20_000);
    expect(await bench.metric('cyno_telemetry_refused_total')).toBe(1000 - storedValues.length);
    expect(await bench.metric('cyno_telemetry_dropped_total')).toBeGreaterThan(0);
    postgres = await startDatabase();
    await drained();
    const all = await stored();
    expect(all.filter((n) => n !== -1)).toEqual([0, ...storedValues]);
    // A board at QoS 0 can rely on it as well: what was not stored is not echoed.
    const storedAtQos0 = (await Promise.allSettled(atQos0)).filter(({ status }) => status === 'fulfilled');
    expect(all.filter((n) => n === -1)).toHaveLength(storedAtQos0.length);
    await Promise.all(send(1001, 1002).map((sent) => sent.stored));
    bench.limits.spoolBytes = spoolBytes;
  });

  test('what is in the spool survives a restart', async () => {
    await Promise.all(send(0, 10).map((sent) => sent.stored));
    await postgres.stop();
    await Promise.all(send(10, 300, { unheard: true }).map((sent) => sent.stored));
    await bench.telemetry.stop();
    postgres = await startDatabase();
    const again = await bench.restart();
    await drained();
    expect(await stored()).toEqual(numbers(300));
    expect(again.variables(device.id)).toMatchObject([
      { key: 'n', value: 299 },
      { key: 'unheard', value: true },
    ]);
  });
});

const quickImports = new URL('../../../platform/quick-imports.ts', import.meta.url).href;

test('kill -9 of the server loses no acknowledged message', async () => {
  const testDatabase = await createTestDatabase();
  const bench = await createTelemetryBench(async () => testDatabase);
  const devices = await Promise.all(Array.from({ length: 50 }, (_, index) => bench.addDevice(`board-${index}`)));
  const ids = devices.map(({ id }) => String(id));
  const acknowledged = new Set<number>();
  for (let round = 0; round < 2; round++) {
    const first = round * 1_000_000;
    const program = fileURLToPath(new URL('../../../../test/processes/telemetry-process.ts', import.meta.url));
    const parameters = [testDatabase.url, bench.spoolDirectory, String(first), ...ids];
    const child = spawn(process.execPath, ['--import', quickImports, program, ...parameters], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const enough = 1_500 + Math.floor(Math.random() * 3_000);
    let seen = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.add(Number(line));
      if (++seen === enough) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
  }
  // What a slow database had not stored yet was acknowledged from the spool, which the next start stores.
  await bench.restart();
  await expect.poll(() => bench.metric('cyno_telemetry_spool_bytes')).toBe(0);
  const { rows } = await bench.database.pool.query<{ n: number }>('SELECT numbers[1] AS n FROM telemetry');
  const found = new Set(rows.map(({ n }) => n));
  expect([...acknowledged].filter((n) => !found.has(n))).toEqual([]);
  expect(found.size).toBe(rows.length);
  await bench.close();
});
