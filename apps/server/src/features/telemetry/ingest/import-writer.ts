import type { TelemetryValue } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { OldRowsRepository, TelemetryStore } from '../storage/index.ts';
import type { DeviceRegistry, Message, TelemetryLimits, VariableType } from '../variables/index.ts';
import { maxSlots, retentionStart, typeOf } from '../variables/index.ts';

/** A point of a file: `at` in ms since the epoch. */
export interface ImportPoint {
  readonly at: number;
  readonly values: Record<string, TelemetryValue>;
}

/** What became of points: new ones, ones that were there and changed, ones that stayed as they were, and ones of which nothing is taken. */
interface ImportCounts {
  readonly added: number;
  readonly changed: number;
  readonly present: number;
  readonly empty: number;
}

/** The oldest instant that is stored, ms since the epoch, and for how many days that is. */
export interface RetentionLimit {
  readonly since: number;
  readonly days: number;
}

interface ImportTarget {
  readonly id: number;
  readonly accountId: number;
}

interface ImportWriterDeps {
  readonly store: TelemetryStore;
  readonly registry: DeviceRegistry;
  readonly clock: Clock;
  readonly limits: Pick<TelemetryLimits, 'rawDays'>;
  readonly repository: Pick<OldRowsRepository, 'messagesSince'>;
}

/** Stores points from files among those that boards sent. */
export class ImportWriter {
  readonly #deps: ImportWriterDeps;

  constructor(deps: ImportWriterDeps) {
    this.#deps = deps;
  }

  /** The variables that a device has, by key. */
  kinds(deviceId: number): Map<string, VariableType> {
    const variables = this.#deps.registry.find(deviceId)?.variables ?? new Map<string, { type: VariableType }>();
    return new Map([...variables].map(([key, { type }]) => [key, type]));
  }

  /** Whether a formula makes a variable, so that nothing can be imported into it. */
  isComputed(deviceId: number, key: string): boolean {
    return this.#deps.registry.find(deviceId)?.computed?.has(key) ?? false;
  }

  /** How many more variables the device may have. */
  freeSlots(deviceId: number): number {
    return maxSlots - (this.#deps.registry.find(deviceId)?.variables.size ?? 0);
  }

  /** The oldest instant that the account's plan keeps, ms since the epoch, and how many days that is; null: all are stored. */
  retention(accountId: number, now: number): RetentionLimit | null {
    const days = this.#deps.limits.rawDays(accountId);
    return days === null ? null : { since: retentionStart(now, days), days };
  }

  /** From when on each hour of a device has all its messages, ms since the epoch: before it only rollups are stored, which no file changes. */
  messagesSince(deviceId: number): Promise<number> {
    return this.#deps.repository.messagesSince(deviceId);
  }

  /** As `retention`, for each variable that has a limit of its own, by key. */
  retentionByVariable(deviceId: number): Map<string, RetentionLimit> {
    const device = this.#deps.registry.find(deviceId);
    const limited = [...(device?.variables.values() ?? [])].flatMap((variable): [string, RetentionLimit][] => {
      const since = device?.retentionStart(variable) ?? null;
      return since === null || variable.retention === null
        ? []
        : [[variable.key, { since, days: variable.retention.days }]];
    });
    return new Map(limited);
  }

  /**
   * Stores points; resolves when they are committed. Of an instant that is stored already only what is missing is added, unless
   * `overwrite` requests the given values.
   */
  async store(target: ImportTarget, points: readonly ImportPoint[], overwrite: boolean): Promise<ImportCounts> {
    const { registry, store, clock } = this.#deps;
    const device = registry.get(target.id, target.accountId);
    const messages = new Map<number, Message>();
    let empty = 0;
    for (const { at, values } of points) {
      device.computed?.leaveOut(values);
      const { variables } = device.variablesOf(values);
      if (variables.length === 0) {
        empty += 1;
        continue;
      }
      // The database gets the type of a new one with its slot.
      for (const variable of variables) {
        const value = values[variable.key];
        if (variable.slot === null && value !== undefined) variable.type = typeOf(value);
      }
      // A line that is a little ahead must not move what the board sends now.
      device.replayed(at);
      const before = messages.get(at);
      const [older, newer] = overwrite ? [before?.values, values] : [values, before?.values];
      messages.set(at, {
        device,
        at,
        mayExist: true,
        values: Object.assign(Object.create(null), older, newer),
        variables: [...new Set([...(before?.variables ?? []), ...variables])],
      });
    }
    if (messages.size === 0) return { added: 0, changed: 0, present: 0, empty };
    const firstAt = Math.min(...messages.keys());
    const keys = new Set(points.flatMap(({ values }) => Object.keys(values)));
    await device.changedFrom(firstAt, keys);
    const { added, changed } = await store.merge([...messages.values()], overwrite);
    for (const { at, values, variables } of messages.values()) {
      // A line that is a little ahead must not stand before what the board sends next.
      if (at > clock.now()) continue;
      for (const variable of variables) {
        if (overwrite || variable.value === null || at > (variable.at ?? 0))
          device.observe(variable, at, values[variable.key] ?? null);
      }
    }
    // What was made again before the points were there lacks them.
    if (added + changed > 0) await device.changedFrom(firstAt, keys);
    return { added, changed, present: points.length - empty - added - changed, empty };
  }
}
