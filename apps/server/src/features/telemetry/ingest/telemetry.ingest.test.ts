import { expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import type { ComputedValues } from '../variables/index.ts';
import { DeviceRegistry } from '../variables/index.ts';
import { TelemetryIngest } from './telemetry.ingest.ts';
import { createTelemetryMetrics } from './telemetry.metrics.ts';

const clock = { now: () => 1_000 };

test('formulas, of the device and of others, hear of a message that was refused after they had counted it', async () => {
  const registry = new DeviceRegistry(clock, { changed: () => undefined });
  const changed: { of: string; at: number; keys: string[] }[] = [];
  const note = (of: string): ComputedValues['changedFrom'] => {
    return async (at, keys) => void changed.push({ of, at, keys: [...keys] });
  };
  const device = registry.get(1, 1);
  device.computed = {
    hasSpread: false,
    has: () => false,
    leaveOut: () => null,
    add: () => ({ keys: [], noted: null }),
    changedFrom: note('its own'),
    returnTo: () => undefined,
  };
  device.readers = { take: () => null, changedFrom: note('others'), returnTo: () => undefined };
  const ingest = new TelemetryIngest({
    registry,
    writer: { add: () => Promise.reject(new Error('full')) },
    bus: new EventBus({ log: silentLogger }),
    clock,
    metrics: createTelemetryMetrics(createMetrics()),
    limits: { storedIntervalMs: () => 0, rawDays: () => null, rollupDays: () => null, spoolBytes: 0 },
  });
  const { stored } = ingest.take({
    deviceId: 1,
    espid: 'board',
    accountId: 1,
    payload: Buffer.from('{"n":1}'),
    receivedAt: 1_000,
    durable: true,
  });
  await expect(stored).rejects.toThrow('full');
  expect(changed).toEqual([
    { of: 'its own', at: 1_000, keys: ['n'] },
    { of: 'others', at: 1_000, keys: ['n'] },
  ]);
});
