import type { DeviceRole, DeviceVisits } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { runForServer } from '../../../platform/requester.ts';
import type { VisitsRepository } from './visits.repository.ts';

/** Anyone who comes back within this time continues with the same visit. */
const pauseMs = 10 * 60_000;
const saveEveryMs = 10_000;
/** Of one account; further ones are not noted until some of its own have ended. */
const maxVisitsOfAccount = 500;

interface Visit {
  readonly deviceId: number;
  readonly accountId: number;
  readonly role: DeviceRole;
  readonly fromAt: number;
  toAt: number;
  /** Undefined: not written down yet. */
  id: number | undefined;
  isSaved: boolean;
}

interface VisitsDeps {
  readonly repository: VisitsRepository;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Who viewed devices that are shared with them: what comes close together is one visit. */
export class Visits {
  readonly #deps: VisitsDeps;
  readonly #visits = new Map<string, Visit>();
  /** How many of them each account has. */
  readonly #counts = new Map<number, number>();
  #saving: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: VisitsDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), saveEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** Notes that an account looks at a device now; costs no query. */
  note(accountId: number, deviceId: number, role: DeviceRole): void {
    const now = this.#deps.clock.now();
    const key = `${deviceId} ${accountId}`;
    const visit = this.#visits.get(key);
    if (visit && now - visit.toAt < pauseMs && visit.role === role) {
      visit.toAt = Math.max(now, visit.toAt);
      visit.isSaved = false;
      return;
    }
    if (!visit) {
      const own = this.#counts.get(accountId) ?? 0;
      if (own >= maxVisitsOfAccount) return;
      this.#counts.set(accountId, own + 1);
    }
    this.#visits.set(key, { deviceId, accountId, role, fromAt: now, toAt: now, id: undefined, isSaved: false });
  }

  /** Newest first. */
  async list(deviceId: number): Promise<DeviceVisits> {
    await this.flush();
    return { visits: await this.#deps.repository.list(deviceId) };
  }

  /** Writes down what is not yet, one after the other; what cannot be written is tried again. */
  flush(): Promise<void> {
    this.#saving = this.#saving
      .then(() => runForServer(() => this.#save()))
      .catch((err: unknown) => this.#deps.log.warn({ err }, 'Visits to devices could not be stored'));
    return this.#saving;
  }

  async #save(): Promise<void> {
    const changed = [...this.#visits.values()].filter((one) => !one.isSaved);
    for (const one of changed) one.isSaved = true;
    try {
      await this.#write(changed);
    } catch (error) {
      for (const one of changed) one.isSaved = false;
      throw error;
    }
    const over = this.#deps.clock.now() - pauseMs;
    for (const [key, one] of this.#visits) {
      if (one.isSaved && (one.toAt < over || one.id === undefined)) this.#forget(key, one.accountId);
    }
  }

  #forget(key: string, accountId: number): void {
    this.#visits.delete(key);
    const left = (this.#counts.get(accountId) ?? 1) - 1;
    if (left > 0) this.#counts.set(accountId, left);
    else this.#counts.delete(accountId);
  }

  async #write(changed: readonly Visit[]): Promise<void> {
    const { repository } = this.#deps;
    const added = changed.filter((one) => one.id === undefined);
    const longer = changed.flatMap((one) => (one.id === undefined ? [] : [{ id: one.id, toAt: one.toAt }]));
    if (longer.length > 0) await repository.extend(longer);
    if (added.length === 0) return;
    const ids = await repository.add(added);
    for (const [index, one] of added.entries()) one.id = ids[index] ?? undefined;
  }
}
