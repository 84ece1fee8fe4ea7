import type { AdminPlanRequest, Invoice, PlanResponse, PlanState } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { chooseDevices, fitDevices, type PauseChange } from './active-devices.ts';
import type { Plans } from './plans.ts';
import type { Executor, SubscriptionsRepository } from './subscriptions.repository.ts';
import type { Usage } from './usage.ts';

/** How soon a plan that ends by the clock pauses devices; limits count at the instant itself. */
const checkEveryMs = 1_000;
/** How long a change by another process may stay unknown. */
const reloadEveryMs = 60_000;

/** An administrator who does something, and from which network address. */
export interface Actor {
  readonly id: number;
  readonly name: string;
  readonly ip: string;
}

/** Adds an action to the audit log, as part of the transaction of the action itself. */
export type RecordPlan = (
  entry: {
    actor: Actor;
    action: 'plan.assigned';
    target: { id: number; name: string };
    details: Record<string, string | number | boolean | null>;
  },
  within: Executor,
) => Promise<void>;

/** What a plan has to know of a device. */
interface PlanDevice {
  readonly espid: string;
  readonly name: string;
  readonly paused: boolean;
}

/** The devices of accounts, as far as plans count and pause them. */
interface PlanDevices {
  ofAccount(accountId: number): PlanDevice[];
  accountIds(): Iterable<number>;
  findOwned(accountId: number, espid: string): PlanDevice | undefined;
  countOf(accountId: number): number;
  setPaused(
    accountId: number,
    change: { readonly pause: readonly PlanDevice[]; readonly resume: readonly PlanDevice[] },
  ): Promise<unknown>;
}

export interface BillingDeps {
  readonly plans: Plans;
  readonly usage: Usage;
  readonly repository: SubscriptionsRepository;
  readonly devices: PlanDevices;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when plans are known, for what may take its time. */
  started(): void;
  invoicesOf(accountId: number): Promise<Invoice[]>;
  findAccount(accountId: number): Promise<{ id: number; email: string } | undefined>;
  recordPlan: RecordPlan;
}

/** Plans of accounts: what they allow, what is used, who gives them, and which devices they have room for. */
export class Billing {
  readonly #deps: BillingDeps;
  /** The plan that each account's devices were last fitted to. */
  readonly #fitted = new Map<number, string>();
  readonly #queue = new KeyedQueue<number>();
  #timer: NodeJS.Timeout | undefined;
  #loadedAt = 0;

  constructor(deps: BillingDeps) {
    this.#deps = deps;
  }

  /** Reads all plans, and fits devices to them. To be called before boards can connect. */
  async start(): Promise<void> {
    const { plans, devices, clock } = this.#deps;
    await plans.load();
    this.#loadedAt = clock.now();
    // Who chose to have fewer active devices than the plan allows keeps that choice.
    for (const accountId of devices.accountIds()) await this.#fit(accountId, 'pause');
    this.#timer = setInterval(() => {
      this.check().catch((err: unknown) => this.#deps.log.warn({ err }, 'Plans could not be checked'));
    }, checkEveryMs);
    this.#deps.started();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Pauses devices of plans that have ended and lets those of larger ones continue; a timer does this each second. */
  async check(): Promise<void> {
    const { plans, clock } = this.#deps;
    if (clock.now() - this.#loadedAt >= reloadEveryMs) {
      this.#loadedAt = clock.now();
      await plans.load();
    }
    for (const accountId of new Set([...plans.accountIds(), ...this.#fitted.keys()])) {
      const now = plans.planOf(accountId).id;
      if ((this.#fitted.get(accountId) ?? plans.everybodysId) !== now) await this.#fit(accountId, 'both');
    }
  }

  /** Reads an account's plan again after it changed, and pauses or resumes its devices. */
  async changed(accountId: number): Promise<void> {
    // In turn, so that what was read last is what was written last.
    await this.#queue.run(accountId, async () => {
      const { plans } = this.#deps;
      await plans.reload(accountId);
      // Stripe reports much that is no other plan; anyone who chose to have fewer active devices keeps that choice.
      const isSame = this.#fitted.get(accountId) === plans.planOf(accountId).id;
      await this.#fitNow(accountId, isSame ? 'pause' : 'both');
    });
  }

  /** A device was deleted: a paused one may take its place. */
  placeFreed(accountId: number): void {
    this.#fit(accountId, 'both').catch((err: unknown) => this.#deps.log.warn({ err }, 'No device was resumed'));
  }

  async describe(accountId: number, withInvoices: boolean): Promise<PlanResponse> {
    const { plans, usage, devices } = this.#deps;
    // Both of one instant: the plan may become another one while usage is counted.
    const { limits } = plans.planOf(accountId);
    const current = plans.stateOf(accountId);
    const [counted, invoices] = await Promise.all([
      usage.of(accountId, limits),
      withInvoices ? this.#deps.invoicesOf(accountId) : [],
    ]);
    return {
      billing: plans.mode,
      current,
      limits,
      ...counted,
      plans: plans.list(),
      invoices,
      paused: devices
        .ofAccount(accountId)
        .filter((device) => device.paused)
        .map(({ espid, name }) => ({ espid, name })),
    };
  }

  /** Makes exactly these devices active. Throws a 400 when they are not the account's or more than its plan allows. */
  async chooseActive(accountId: number, espids: readonly string[]): Promise<void> {
    const chosen = new Set(espids);
    for (const espid of chosen) {
      if (!this.#deps.devices.findOwned(accountId, espid)) throw notFound('device', espid);
    }
    await this.#queue.run(accountId, async () => {
      const { name, limits } = this.#deps.plans.planOf(accountId);
      const deviceLimit = limits.devices;
      if (deviceLimit === null || this.#allFit(accountId)) {
        throw badRequest(
          `Your plan (${name}) has room for all your devices. There is nothing to choose.`,
          because('devices_fit_plan', { plan: name }),
        );
      }
      if (chosen.size > deviceLimit) {
        throw badRequest(
          `Your plan (${name}) has room for ${deviceLimit} devices. Choose at most ${deviceLimit}.`,
          because('too_many_active', { plan: name, max: deviceLimit }),
        );
      }
      await this.#apply(accountId, chooseDevices(this.#deps.devices.ofAccount(accountId), chosen));
    });
  }

  /** Gives somebody a plan. Throws where plans are not given, and while Stripe is paid for another. */
  async assign(actor: Actor, accountId: number, { plan, until }: AdminPlanRequest): Promise<PlanState> {
    const { plans, repository, clock, findAccount } = this.#deps;
    if (plans.mode === 'off') {
      throw new AppError(400, 'not_configured', 'This server has no plans: BILLING is off.', because('plans_off'));
    }
    if (until !== null && until <= clock.now())
      throw badRequest('The end of the plan must lie ahead.', because('end_in_past'));
    const target = await findAccount(accountId);
    if (!target)
      throw new AppError(
        404,
        'not_found',
        'There is no such account.',
        because('thing_not_found', { thing: 'account' }),
      );
    const before = plans.stateOf(accountId);
    // Where Stripe is not used any more, nobody could end what is stored of it.
    if (plans.mode === 'stripe' && before.source === 'stripe') {
      throw new AppError(
        409,
        'conflict',
        'This account pays for its plan. Its owner can end the subscription on the plan page; then give another plan.',
        because('plan_paid'),
      );
    }
    const details = { plan, until: until === null ? null : new Date(until).toISOString(), before: before.plan };
    const entry = { actor, action: 'plan.assigned', target: { id: target.id, name: target.email }, details } as const;
    await repository.assign({ accountId, plan, until, at: clock.now() }, (within) =>
      this.#deps.recordPlan(entry, within),
    );
    await this.changed(accountId);
    return plans.stateOf(accountId);
  }

  async #fit(accountId: number, what: 'pause' | 'both'): Promise<void> {
    await this.#queue.run(accountId, () => this.#fitNow(accountId, what));
  }

  async #fitNow(accountId: number, what: 'pause' | 'both'): Promise<void> {
    const { plans, devices } = this.#deps;
    const plan = plans.planOf(accountId);
    const change = fitDevices(devices.ofAccount(accountId), plan.limits.devices);
    // Nobody can choose then, so what is paused is left over from a server that was killed, or from a smaller limit.
    const resumes = what === 'both' || this.#allFit(accountId);
    await this.#apply(accountId, resumes ? change : { ...change, resume: [] });
    this.#fitted.set(accountId, plan.id);
  }

  #allFit(accountId: number): boolean {
    const { plans, devices } = this.#deps;
    const { devices: deviceLimit } = plans.planOf(accountId).limits;
    return deviceLimit === null || devices.countOf(accountId) <= deviceLimit;
  }

  async #apply(accountId: number, change: PauseChange<PlanDevice>): Promise<void> {
    const touched = [...change.pause, ...change.resume];
    if (touched.length === 0) return;
    await this.#deps.devices.setPaused(accountId, change);
    const counts = { paused: change.pause.length, resumed: change.resume.length };
    this.#deps.log.info({ accountId, ...counts }, 'Devices were paused or resumed by the limit of their plan');
  }
}
