import { expect, test } from 'vitest';
import { silentLogger } from '../../../../../test/log.ts';
import { EventBus } from '../../../../platform/bus/index.ts';
import { type AlertChange, alertChanged } from '../alerts.events.ts';
import type { AlertMove } from '../machines/alert-machine.ts';
import { AlertWriter } from './alert-writer.ts';
import type { Followed } from './followed.ts';

const followedOn = (deviceId: number): Followed =>
  ({
    rule: { id: 7, updatedAt: 0, condition: { kind: 'silent' } },
    device: { id: deviceId },
    machine: { take: () => undefined, adopt: () => undefined },
  }) as never;
const move: AlertMove = { to: 'active', at: 0, startedAt: 0, report: [], value: null };

test('what is written is published although what another server wrote first cannot be read', async () => {
  const published: number[] = [];
  const done: unknown[] = [];
  const bus = new EventBus({ log: silentLogger });
  bus.subscribe(alertChanged, 'test', ({ deviceId }) => void published.push(deviceId));
  const writer = new AlertWriter({
    repository: {
      write: async ({ activations }) =>
        activations.flatMap(({ ruleId, deviceId }) =>
          deviceId === 1 ? [] : [{ ruleId, deviceId, alertId: deviceId, to: 'active' } as AlertChange],
        ),
      findOpen: () => Promise.reject(new Error('Connection terminated unexpectedly')),
    },
    bus,
    log: silentLogger,
    decide: () => move,
    done: ({ device }, retryMs) => void done.push([device.id, retryMs]),
  });
  // The first is written alone, and the others together after it.
  for (const deviceId of [3, 1, 2]) writer.add(followedOn(deviceId));
  await writer.stop();
  expect(published).toEqual([3, 2]);
  expect(done.toSorted()).toEqual([
    [1, 2_000],
    [2, null],
    [3, null],
  ]);
});

test('an alert that still has to end is not taken for the one of a rule that was changed', async () => {
  const done: unknown[] = [];
  let isBroken = true;
  const writer = new AlertWriter({
    repository: {
      write: async () => {
        if (!isBroken) return [];
        isBroken = false;
        throw new Error('Connection terminated unexpectedly');
      },
      findOpen: async (ruleId, deviceId) => ({
        id: deviceId,
        ruleId,
        deviceId,
        state: 'active',
        startedAt: 0,
        failures: [],
      }),
    },
    bus: new EventBus({ log: silentLogger }),
    log: silentLogger,
    decide: () => move,
    done: ({ device, alertId }, retryMs) => void done.push([device.id, alertId, retryMs]),
  });
  // The first one cannot be written, and waits behind the second one.
  for (const alertId of [1, 2]) writer.end({ alertId, at: 0, report: [] });
  await writer.stop();
  writer.add({ ...followedOn(1), alertId: null });
  await writer.stop();
  expect(done).toEqual([[1, null, 2_000]]);
});
