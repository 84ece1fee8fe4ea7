import type { Plan, PlanState } from '@cyno/contract';
import type { Config } from '../../../config.ts';
import type { Clock } from '../../../platform/clock.ts';
import { fewestNewDevicesPerHour, graceMs, historyGraceMs, planTable, selfHosted } from './plan-table.ts';
import type { Subscription, SubscriptionsRepository } from './subscriptions.repository.ts';

/** Whether everybody has no limits, administrators give plans, or Stripe sells them. */
export type BillingMode = 'off' | 'manual' | 'stripe';

export interface PlansDeps {
  readonly repository: SubscriptionsRepository;
  readonly clock: Clock;
  readonly mode: BillingMode;
  /** What the operator configured for *Self-hosted*. */
  readonly own: Pick<Config, 'storedIntervalMs' | 'rawHistoryDays' | 'rollupHistoryDays'>;
}

interface Held {
  readonly plan: Plan;
  /** From this instant on the account is on the plan that everybody has. */
  readonly endsAt: number;
  readonly subscription: Subscription;
}

/**
 * Which plan each account is on, in memory, because ingest needs it for every message. The end of a plan is compared with
 * the clock each time, so that it counts at its instant and waits for no job.
 */
export class Plans {
  readonly mode: BillingMode;
  readonly #deps: PlansDeps;
  readonly #everybody: Plan;
  #held = new Map<number, Held>();
  /** What was read of single accounts since the running `load` began; it is newer than what that will bring. */
  #meanwhile = new Map<number, Held | undefined>();
  #modeSince = 0;

  constructor(deps: PlansDeps) {
    this.#deps = deps;
    this.mode = deps.mode;
    this.#everybody = deps.mode === 'off' ? selfHosted(deps.own) : planTable.free;
  }

  /** Reads all plans again: another process may have changed them. */
  async load(): Promise<void> {
    const { repository, clock } = this.#deps;
    if (this.#modeSince === 0) this.#modeSince = await repository.modeSince(this.mode, clock.now());
    if (this.mode === 'off') return;
    this.#meanwhile = new Map();
    const all = new Map<number, Held | undefined>((await repository.list()).map((row) => [row.accountId, held(row)]));
    for (const [accountId, newer] of this.#meanwhile) all.set(accountId, newer);
    this.#held = new Map([...all].flatMap(([accountId, mine]) => (mine ? [[accountId, mine]] : [])));
  }

  /** Reads the plan of one account again. */
  async reload(accountId: number): Promise<void> {
    if (this.mode === 'off') return;
    const row = await this.#deps.repository.find(accountId);
    const mine = row && held(row);
    this.#meanwhile.set(accountId, mine);
    if (mine) this.#held.set(accountId, mine);
    else this.#held.delete(accountId);
  }

  /** The plan that counts at this instant. */
  planOf(accountId: number): Plan {
    const mine = this.#held.get(accountId);
    return mine !== undefined && this.#deps.clock.now() < mine.endsAt ? mine.plan : this.#everybody;
  }

  /** The plan of accounts that have none of their own. */
  get everybodysId(): string {
    return this.#everybody.id;
  }

  /** How long history is stored, days; null: nothing is removed, as for 30 days after each change of plan. */
  historyOf(accountId: number): { rawDays: number | null; rollupDays: number | null } {
    if (this.mode === 'off') return this.#everybody.limits;
    const now = this.#deps.clock.now();
    const changedAt = Math.max(this.#modeSince, changeOf(this.#held.get(accountId), now));
    return now - changedAt < historyGraceMs ? { rawDays: null, rollupDays: null } : this.planOf(accountId).limits;
  }

  deviceCapacity(accountId: number): {
    readonly planName: string;
    readonly devices: number | null;
    readonly newPerHour: number | null;
  } {
    const { name, limits } = this.planOf(accountId);
    const { devices } = limits;
    return {
      planName: name,
      devices,
      newPerHour: devices === null ? null : Math.max(devices, fewestNewDevicesPerHour),
    };
  }

  /** The accounts that are, or were, on a plan of their own. */
  accountIds(): IterableIterator<number> {
    return this.#held.keys();
  }

  /** The plans that an account of this server can be on. */
  list(): Plan[] {
    return this.mode === 'off' ? [this.#everybody] : Object.values(planTable);
  }

  /** How the account came to its plan. */
  stateOf(accountId: number): PlanState {
    const { id } = this.planOf(accountId);
    const mine = this.#held.get(accountId);
    const now = this.#deps.clock.now();
    const isOver = mine !== undefined && now >= mine.endsAt;
    if (isOver && this.mode === 'stripe' && isOwed(mine.subscription)) {
      return { ...byDefault, plan: id, source: 'stripe', status: 'past_due', since: changeOf(mine, now) };
    }
    if (mine === undefined || isOver || mine.subscription.plan === 'free') {
      const ended = mine !== undefined && mine.subscription.plan !== 'free';
      return { ...byDefault, plan: id, status: ended ? 'ended' : 'active', since: ended ? changeOf(mine, now) : null };
    }
    const { source, status, since, periodEnd, graceUntil, cancelAtPeriodEnd, paidWith } = mine.subscription;
    return { plan: id, source, status, since, periodEnd, graceUntil, cancelAtPeriodEnd, paidWith };
  }
}

const byDefault = {
  source: 'default',
  periodEnd: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
  paidWith: null,
} as const;

/** True for a subscription that Stripe has not ended: paying what is open brings the plan back, and no other can be bought. */
const isOwed = ({ source, status, cancelAtPeriodEnd }: Subscription): boolean =>
  source === 'stripe' && status !== 'ended' && !cancelAtPeriodEnd;

const held = (subscription: Subscription): Held => ({
  plan: planTable[subscription.plan],
  endsAt: endOf(subscription),
  subscription,
});

function endOf({ source, status, periodEnd, graceUntil, cancelAtPeriodEnd }: Subscription): number {
  if (status === 'ended') return Number.NEGATIVE_INFINITY;
  if (status === 'past_due') return graceUntil ?? Number.NEGATIVE_INFINITY;
  if (periodEnd === null) return Number.POSITIVE_INFINITY;
  // A subscription that continues is paid at the end of the period; its webhook may come late.
  return source === 'manual' || cancelAtPeriodEnd ? periodEnd : periodEnd + graceMs;
}

/** When the account's plan last changed. */
function changeOf(mine: Held | undefined, now: number): number {
  if (mine === undefined) return 0;
  return now < mine.endsAt ? mine.subscription.since : Math.max(mine.endsAt, mine.subscription.since);
}
