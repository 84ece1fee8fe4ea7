import type { PlanLimits, PlanUse } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';

const dayMs = 24 * 3_600_000;
const maxAgeMs = 60_000;

/** What one device uses most of a limit for each device, and how that device is called. */
export interface DeviceMaximum {
  readonly used: number;
  readonly where: string | null;
}

export interface UsageDeps {
  readonly clock: Clock;
  countDevices(accountId: number): number;
  /** The oldest instants of what is stored for the account; null: nothing is. */
  oldestOf(accountId: number): Promise<{ raw: number | null; rollup: number | null }>;
  /** The automations of the account's fullest device. */
  maxAutomationsOf(accountId: number): DeviceMaximum;
  /** The people of the account's fullest shared device, invited ones too. */
  maxPeopleOf(accountId: number): Promise<DeviceMaximum>;
}

interface Counted {
  readonly at: number;
  readonly oldest: { raw: number | null; rollup: number | null };
}

/** Counts what accounts use of their limits. What takes a query is at most a minute old; the rest is counted each time. */
export class Usage {
  readonly #deps: UsageDeps;
  readonly #counted = new Map<number, Counted>();

  constructor(deps: UsageDeps) {
    this.#deps = deps;
  }

  async of(accountId: number, limits: PlanLimits): Promise<{ use: PlanUse[]; countedAt: number }> {
    const { at, oldest } = await this.#count(accountId);
    const automations = this.#deps.maxAutomationsOf(accountId);
    const people = await this.#deps.maxPeopleOf(accountId);
    const days = (since: number | null) => (since === null ? 0 : Math.max(0, Math.ceil((at - since) / dayMs)));
    const use: PlanUse[] = [
      { limit: 'devices', used: this.#deps.countDevices(accountId), allowed: limits.devices, where: null },
      { limit: 'automationsPerDevice', ...automations, allowed: limits.automationsPerDevice },
      { limit: 'peoplePerDevice', ...people, allowed: limits.peoplePerDevice },
      { limit: 'rawDays', used: days(oldest.raw), allowed: limits.rawDays, where: null },
      { limit: 'rollupDays', used: days(oldest.rollup), allowed: limits.rollupDays, where: null },
    ];
    return { use, countedAt: at };
  }

  async #count(accountId: number): Promise<Counted> {
    const at = this.#deps.clock.now();
    const known = this.#counted.get(accountId);
    if (known && at - known.at < maxAgeMs) return known;
    for (const [id, { at: before }] of this.#counted) if (at - before >= maxAgeMs) this.#counted.delete(id);
    const counted = { at, oldest: await this.#deps.oldestOf(accountId) };
    this.#counted.set(accountId, counted);
    return counted;
  }
}
