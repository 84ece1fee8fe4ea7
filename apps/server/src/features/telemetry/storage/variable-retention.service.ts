import { maxRetentionDays, type RemovalPreview } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { badRequest, because } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRegistry, TelemetryLimits, Variable, VariableNotices } from '../variables/index.ts';
import { getVariable, graceMs, retentionStart, slotOf } from '../variables/index.ts';
import { type LimitedVariable, type RetentionRepository, valueTables } from './retention.repository.ts';

/** So much is gone through again each night: what an import or a rollup wrote while its hours were removed. */
const againMs = 2 * 24 * 3_600_000;

interface RetentionDeps {
  readonly registry: DeviceRegistry;
  readonly repository: RetentionRepository;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: Pick<TelemetryLimits, 'rollupDays'>;
  readonly notices: Pick<VariableNotices, 'changed'>;
}

interface OwnedDevice {
  readonly id: number;
  readonly accountId: number;
}

/**
 * Keeps variables for fewer days than the plan does. What is older is not given any more as soon as a limit is set
 * (`DeviceTelemetry.keptSince`), and removed in the nights that begin a day later.
 */
export class VariableRetention {
  readonly #deps: RetentionDeps;
  /** One change of a variable at a time: of two at once the older could be the last. */
  readonly #queue = new KeyedQueue<Variable>();

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  /** Null keeps it as long as the plan. Throws a 404 for a variable that the device never sent, a 400 above the plan's days. */
  async set({ id, accountId }: OwnedDevice, key: string, days: number | null): Promise<void> {
    const { registry, repository, clock } = this.#deps;
    const { variable } = getVariable(registry, id, key);
    const max = this.#max(accountId);
    if (days !== null && days > max)
      throw badRequest(`The plan keeps values for ${max} days at most.`, because('retention_limit', { max }));
    await this.#queue.run(variable, async () => {
      if ((variable.retention?.days ?? null) === days) return;
      const setAt = clock.now();
      await repository.save({ deviceId: id, slot: slotOf(variable) }, days, days === null ? null : setAt);
      variable.retention = days === null ? null : { days, setAt };
      this.#deps.notices.changed(id, key);
    });
  }

  /** Gives a device the limits of another's variables of the same keys. Returns how many there were. */
  async copy(fromId: number, to: OwnedDevice): Promise<number> {
    const { registry } = this.#deps;
    let copied = 0;
    for (const { key, retention } of registry.find(fromId)?.variables.values() ?? []) {
      if (retention === null || !registry.find(to.id)?.variables.has(key)) continue;
      await this.set(to, key, Math.min(retention.days, this.#max(to.accountId)));
      copied += 1;
    }
    return copied;
  }

  /** What a limit of so many days would remove. Throws a 404 for a variable that the device never sent. */
  preview(deviceId: number, key: string, days: number): Promise<RemovalPreview> {
    const { registry, repository, clock } = this.#deps;
    const slot = slotOf(getVariable(registry, deviceId, key).variable);
    return repository.countBefore({ deviceId, slot }, retentionStart(clock.now(), days));
  }

  /** Removes what is older than the limits that were set more than a day ago. */
  async removeOld(): Promise<void> {
    const { repository, clock, log } = this.#deps;
    const now = clock.now();
    for (const limited of await repository.listLimited()) {
      if (now - limited.setAt < graceMs) continue;
      // One variable that cannot be gone through must not keep the others from it.
      await this.#remove(limited, retentionStart(now, limited.days)).catch((error: unknown) => {
        log.error({ err: error, device: limited.deviceId }, 'Old values of a variable were not removed');
      });
    }
  }

  async #remove(limited: LimitedVariable, before: number): Promise<void> {
    const { repository } = this.#deps;
    const from = Math.max(0, limited.removedUntil - againMs);
    // It was listed before others were gone through, which may take long.
    if (!this.#stillHolds(limited)) return;
    this.#forgetNewest(limited, before);
    await this.#removePacked(limited, [from, before]);
    for (const table of valueTables) {
      // A row that reaches over the limit holds values that are stored.
      const to = before - (before % table.widthMs);
      for (let next = from; next < to; ) {
        if (!this.#stillHolds(limited)) return;
        const end = await repository.endOfPiece(table, limited.deviceId, [next, to]);
        if (end === null) break;
        await repository.removeValues(table, limited, [next, end]);
        next = end + 1;
      }
    }
    // An hour may have been unpacked before its rows were gone through, or packed after that.
    await this.#removePacked(limited, [from, before]);
    if (this.#stillHolds(limited)) await repository.saveRemovedUntil(limited, before);
  }

  async #removePacked(limited: LimitedVariable, [from, before]: readonly [number, number]): Promise<void> {
    for (let next: number | null = from; next !== null && this.#stillHolds(limited); ) {
      next = await this.#deps.repository.removePackedValues(limited, { from: next, before });
    }
  }

  /** False when the limit was changed or undone meanwhile. */
  #stillHolds(limited: LimitedVariable): boolean {
    const retention = this.#find(limited)?.variable.retention;
    return retention?.days === limited.days && retention.setAt === limited.setAt;
  }

  #forgetNewest(limited: LimitedVariable, before: number): void {
    const { device, variable } = this.#find(limited) ?? {};
    if (!device || !variable || variable.at === null || variable.at >= before) return;
    Object.assign(variable, { value: null, at: null, intervalMs: null });
    device.markUnsaved([variable]);
  }

  #find({ deviceId, key }: LimitedVariable) {
    const device = this.#deps.registry.find(deviceId);
    const variable = device?.variables.get(key);
    return device && variable && { device, variable };
  }

  #max(accountId: number): number {
    return Math.min(this.#deps.limits.rollupDays(accountId) ?? maxRetentionDays, maxRetentionDays);
  }
}
