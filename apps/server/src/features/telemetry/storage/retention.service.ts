import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { hourMs } from '../packing/index.ts';
import type { DeviceRegistry, TelemetryLimits } from '../variables/index.ts';
import { retentionStart } from '../variables/index.ts';
import type { OldRowsRepository } from './old-rows.repository.ts';
import type { Partition } from './partitions.repository.ts';
import type { TelemetryStore } from './telemetry-store.repository.ts';

const dayMs = 24 * hourMs;
/** A partition is only dropped when no message can come for it any more. */
const settledMs = 2 * dayMs;
/** A board that sleeps between its messages connects a hundred thousand times a year. */
const longestPresenceDays = 730;

interface RetentionDeps {
  repository: OldRowsRepository;
  store: TelemetryStore;
  registry: DeviceRegistry;
  clock: Clock;
  log: Logger;
  limits: TelemetryLimits;
}

/**
 * Removes what is older than the accounts' plans keep, when boards were connected more than two years ago, and what is left of devices
 * that no longer exist.
 */
export class Retention {
  readonly #deps: RetentionDeps;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { repository, registry, clock, limits } = this.#deps;
    const now = clock.now();
    await repository.removeOrphans();
    // One that is added meanwhile may not be in the list.
    const known = [...registry.all()];
    const devices = await repository.listDevices();
    const existing = new Set(devices.map(({ id }) => id));
    for (const { id } of known) if (!existing.has(id)) registry.remove(id);
    for (const { id, accountId } of devices) {
      const rawDays = limits.rawDays(accountId);
      if (rawDays !== null) await repository.removeMessages(id, retentionStart(now, rawDays));
      const rollupDays = limits.rollupDays(accountId);
      if (rollupDays !== null) await repository.removeRollups(id, retentionStart(now, rollupDays));
      const presenceDays = Math.min(rollupDays ?? longestPresenceDays, longestPresenceDays);
      await repository.removePresence(id, retentionStart(now, presenceDays));
    }
    for (const partition of await repository.listPartitions()) {
      if (partition.until < now - settledMs) await this.#dropIfEmpty(partition);
    }
  }

  async #dropIfEmpty({ name }: Partition): Promise<void> {
    const { repository, store, log } = this.#deps;
    try {
      if (await repository.dropIfEmpty(name)) store.partitions.forget(name);
    } catch (error) {
      log.info({ err: error, partition: name }, 'An empty month was not removed; the nightly job tries again tomorrow');
    }
  }
}
