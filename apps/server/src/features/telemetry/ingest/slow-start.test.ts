import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';

let bench: TelemetryBench;

beforeAll(async () => {
  bench = await createTelemetryBench();
});
afterAll(() => bench.close());

test('a database that is too slow for the partitions of the coming months does not keep the server from its start', async () => {
  const device = await bench.addDevice('board');
  const holder = await bench.database.pool.connect();
  try {
    // That of the partitions (`partitions.repository.ts`).
    await holder.query("SELECT pg_advisory_lock(x'63797074'::bigint)");
    await bench.restart();
  } finally {
    holder.release(true);
  }
  await bench.send(device, { n: 7 }).stored;
  const { series } = await bench.telemetry.reader.history(device.id, { from: noon - 1, to: noon + 1, points: 10 });
  expect(series.n?.value).toEqual([7]);
});
