import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTelemetryBench, type TelemetryBench } from '../../../../test/telemetry.ts';

let bench: TelemetryBench;
beforeAll(async () => {
  bench = await createTelemetryBench();
});
afterAll(() => bench.close());

const own = { label: 'Water', unit: '', hue: 6, decimals: 1, range: { min: -5, max: 40 } };
const nothing = { label: null, unit: null, hue: null, decimals: null, range: null };

async function deviceWith(espid: string, values: object) {
  const device = await bench.addDevice(espid);
  await bench.send(device, values, { durable: true }).stored;
  return device;
}
const visibleOf = (id: number) => bench.telemetry.variables(id).map(({ key }) => key);
const displayOf = (id: number, key: string) => bench.telemetry.variables(id).find((one) => one.key === key);

test('what its owner set is shown, survives a restart, and gives way to the default appearance', async () => {
  const device = await deviceWith('set', { temp: 21.5 });
  await bench.telemetry.displaySettings.set(device.id, 'temp', own);
  expect(displayOf(device.id, 'temp')).toMatchObject(own);
  await bench.restart();
  expect(displayOf(device.id, 'temp')).toMatchObject({ ...own, value: 21.5 });
  const [setUp] = bench.telemetry.displaySettings.list(device);
  expect(setUp).toMatchObject({ settings: own, usual: { label: 'Temperature', unit: '°C', hue: 2 } });
  await bench.telemetry.displaySettings.set(device.id, 'temp', nothing);
  await bench.restart();
  expect(displayOf(device.id, 'temp')).toMatchObject({ label: 'Temperature', unit: '°C', hue: 2, decimals: null });
});

test('of two changes at once the later one stays, here and in the database', async () => {
  const device = await deviceWith('twice', { temp: 1 });
  await Promise.all(
    ['a', 'b', 'c'].map((label) => bench.telemetry.displaySettings.set(device.id, 'temp', { ...own, label })),
  );
  expect(displayOf(device.id, 'temp')?.label).toBe('c');
  await bench.restart();
  expect(displayOf(device.id, 'temp')?.label).toBe('c');
});

test('a forgotten variable is gone until it is sent again, and its history stays', async () => {
  const device = await deviceWith('forget', { temp: 1, old: 2 });
  bench.clock.at += 1_000;
  await bench.telemetry.displaySettings.forget(device.id, 'old');
  expect(visibleOf(device.id)).toEqual(['temp']);
  await bench.restart();
  expect(visibleOf(device.id)).toEqual(['temp']);
  await expect(bench.telemetry.displaySettings.forget(device.id, 'old')).rejects.toMatchObject({ status: 404 });
  const range = { from: bench.clock.at - 60_000, to: bench.clock.at + 60_000, points: 100 };
  expect((await bench.telemetry.reader.history(device.id, { ...range, keys: 'old' })).series.old?.value).toEqual([2]);
  await bench.send(device, { old: 3 }, { durable: true }).stored;
  expect(visibleOf(device.id)).toEqual(['temp', 'old']);
  await bench.restart();
  expect(visibleOf(device.id)).toEqual(['temp', 'old']);
});

test('setting up a forgotten variable takes the forgetting back', async () => {
  const device = await deviceWith('undo', { temp: 1 });
  await bench.telemetry.displaySettings.forget(device.id, 'temp');
  await bench.telemetry.displaySettings.set(device.id, 'temp', nothing);
  expect(visibleOf(device.id)).toEqual(['temp']);
  await bench.restart();
  expect(visibleOf(device.id)).toEqual(['temp']);
});

test('display settings are copied to the variables that the other device has too', async () => {
  const from = await deviceWith('from', { temp: 1, mine: 2 });
  const to = await deviceWith('to', { temp: 3, theirs: 4 });
  await bench.telemetry.displaySettings.set(from.id, 'temp', own);
  await bench.telemetry.displaySettings.set(to.id, 'theirs', { ...nothing, label: 'Theirs' });
  expect(await bench.telemetry.displaySettings.copy(from.id, to.id)).toBe(1);
  expect(displayOf(to.id, 'temp')).toMatchObject(own);
  expect(displayOf(to.id, 'theirs')?.label).toBe('Theirs');
  expect(visibleOf(to.id)).toEqual(['temp', 'theirs']);
});

test('a variable that could not be forgotten stays, and can be forgotten later', async () => {
  const device = await deviceWith('kept', { temp: 1 });
  await bench.database.pool.query('ALTER TABLE variables RENAME TO variables_away');
  await expect(bench.telemetry.displaySettings.forget(device.id, 'temp')).rejects.toThrow();
  await bench.database.pool.query('ALTER TABLE variables_away RENAME TO variables');
  expect(visibleOf(device.id)).toEqual(['temp']);
  await bench.telemetry.displaySettings.forget(device.id, 'temp');
  expect(visibleOf(device.id)).toEqual([]);
});
