import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { type DeviceTelemetry, maxAheadMs } from './device-telemetry.ts';
import type { telemetryRepository } from './telemetry.repository.ts';
import type { Variable } from './variable.ts';

const perStatement = 5_000;

interface NewestDeps {
  registry: DeviceRegistry;
  repository: ReturnType<typeof telemetryRepository>;
  log: Logger;
}

/**
 * Fills the memory of all devices at the start: their variables, and the newest values, also after a crash, and also when a clock that
 * was ahead dated some later than now.
 */
export async function loadNewest({ registry, repository }: NewestDeps, now: number): Promise<void> {
  const unseen = repository.listUnseenMessages(now + maxAheadMs);
  unseen.catch(() => undefined);
  for await (const rows of repository.listVariables()) {
    for (const row of rows) registry.get(row.deviceId, row.accountId).restore(row);
  }
  for await (const rows of repository.listSettings()) {
    for (const row of rows) registry.find(row.deviceId)?.restoreSettings(row);
  }
  for (const { deviceId, at, numbers, texts } of await unseen) {
    const device = registry.find(deviceId);
    if (!device) continue;
    device.seen(at);
    for (const variable of device.variables.values()) {
      if (variable.slot === null) continue;
      const number = numbers[variable.slot - 1] ?? null;
      const value = texts?.[variable.slot] ?? (variable.type === 'boolean' && number !== null ? number !== 0 : number);
      if (value !== null) device.observe(variable, at, value);
    }
  }
}

/** Writes the newest values to `variables`. A write that fails is tried again the next time. */
export async function saveNewest({ registry, repository, log }: NewestDeps): Promise<void> {
  const entries: { device: DeviceTelemetry; variable: Variable }[] = [];
  for (const device of registry.all()) {
    for (const variable of device.takeUnsaved()) entries.push({ device, variable });
  }
  let saved = 0;
  try {
    for (; saved < entries.length; saved += perStatement) {
      await repository.saveNewest(entries.slice(saved, saved + perStatement));
    }
  } catch (error) {
    for (const { device, variable } of entries.slice(saved)) device.markUnsaved([variable]);
    log.debug({ err: error }, 'The newest values were not written; it is tried again');
  }
}
