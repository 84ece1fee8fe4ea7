import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench } from '../../../../test/automation.ts';

let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(Date.UTC(2026, 10, 1, 3));
  server = await bench.startServer();
});
afterEach(() => bench.close());

test('a command for a device that was deleted has an outcome although the nightly job runs before it expires', async () => {
  const device = server.deviceOf('A');
  const by = { kind: 'person', name: 'owner@example.com', id: 1 } as const;
  const pins = [{ pin: 'D1', mode: 'digit' as const, value: 1 }];
  await server.control.switchOutputs(device, { pins }, by, { waitsMs: 60_000 });
  server.devices.refile(device, undefined);
  await server.control.cleanup();
  await bench.time.pass(60_000);
  await server.control.saved();
  expect((await bench.database.pool.query('select state from commands')).rows).toEqual([{ state: 'expired' }]);
});

test('of a board that reports all the time the newest 5,000 are stored, and what still waits', async () => {
  const { id } = server.deviceOf('A');
  const add = (count: number, state: string) =>
    bench.database.pool.query(
      `insert into commands (device_id, kind, target, value, state, actor, created_at, expires_at)
       select $1, 'event', 'level', n, $3, '{}', 0, 0 from generate_series(1, $2::int) as n`,
      [id, count, state],
    );
  await add(1, 'queued');
  await add(7_000, 'acknowledged');
  await server.control.removeSurplus();
  const { rows } = await bench.database.pool.query(
    'select state, count(*)::int, min(value::int) from commands group by state order by state',
  );
  expect(rows).toEqual([
    { state: 'acknowledged', count: 5_000, min: 2_001 },
    { state: 'queued', count: 1, min: 1 },
  ]);
});
