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
