import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';

let bench: TelemetryBench;
let deviceId: number;

beforeAll(async () => {
  bench = await createTelemetryBench();
  const device = await bench.addDevice('board');
  deviceId = device.id;
  const sent = [
    bench.send(device, { temp: 20, fan: true, mode: 'auto' }, { at: noon }),
    bench.send(device, { temp: 21 }, { at: noon + 5_000 }),
  ];
  await Promise.all(sent.map(({ stored }) => stored));
});
afterAll(() => bench.close());

const at = async (instant: number) => (await bench.telemetry.reader.valuesAt(deviceId, instant)).values;

test('nothing was known before the first message', async () => {
  expect(await at(noon - 1)).toEqual({});
});

test('each variable has its own newest value at or before the moment', async () => {
  const first = { fan: { value: 1, at: noon }, mode: { value: 'auto', at: noon } };
  expect(await at(noon)).toEqual({ ...first, temp: { value: 20, at: noon } });
  expect(await at(noon + 4_999)).toEqual({ ...first, temp: { value: 20, at: noon } });
  expect(await at(noon + 3_600_000)).toEqual({ ...first, temp: { value: 21, at: noon + 5_000 } });
});
